package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"jig/internal/clip"
)

// maxBranchesShown bounds how many alternatives one message tells, and
// maxBranchesInside how often alternatives are told inside alternatives: the
// message is cut before that could be seen, and the work doubles every time.
const (
	maxBranchesShown  = 6
	maxBranchesInside = 3
)

// noneOf words a value that fits none of several alternatives. When all but one
// are out of the question, because the value is of another type or carries
// another mark, the faults of that one are what the writer wants to know.
func (x *explainer) noneOf(e *jsonschema.ValidationError, keyword string) {
	var near []*jsonschema.ValidationError
	for _, branch := range e.Causes {
		if !outOfQuestion(branch, e.InstanceLocation) {
			near = append(near, branch)
		}
	}
	if len(near) == 1 {
		x.walk(near[0])
		return
	}
	got := valueAt(x.value, e.InstanceLocation)
	if want := onlyTypes(e.Causes, e.InstanceLocation); want != nil {
		x.note(e, keyword, wrongType(want, got))
		return
	}
	if len(near) == 0 {
		near = e.Causes
	}
	message := fmt.Sprintf("must match one of %s, but got %s", count(len(e.Causes), "alternative"), described(got))
	if x.level < maxBranchesInside {
		message += ": " + x.summary(near, len(e.InstanceLocation))
	}
	x.note(e, keyword, message)
}

// summary says compactly what each branch wanted.
func (x *explainer) summary(branches []*jsonschema.ValidationError, depth int) string {
	var words []string
	for _, branch := range branches {
		sub := explainer{judge: x.judge, value: x.value, keys: x.keys, hints: x.hints, level: x.level + 1}
		sub.walk(branch)
		problems := invalid(sub.problems).Problems
		if len(problems) == 0 {
			continue
		}
		text := withoutGot(problems[0].Message)
		if below := pointerTokens(problems[0].Path); len(below) > depth {
			text = pointer(below[depth:]) + " " + text
		}
		if more := len(problems) - 1; more > 0 {
			text += fmt.Sprintf(" (and %d more)", more)
		}
		if text = clip.Runes(text, 160); !slices.Contains(words, text) {
			words = append(words, text)
		}
	}
	if len(words) > maxBranchesShown {
		words = append(words[:maxBranchesShown], fmt.Sprintf("%d others", len(words)-maxBranchesShown))
	}
	if len(words) < 2 {
		return "it " + strings.Join(words, "")
	}
	return "either it " + strings.Join(words, ", or it ")
}

// withoutGot leaves out what was found, which the summary has already told.
func withoutGot(message string) string {
	if i := strings.Index(message, ", but got "); i > 0 {
		return message[:i]
	}
	return message
}

// outOfQuestion reports whether a branch is for other values than the one at
// location: it asks for another type there, or for another constant in a
// property that tells the branches apart.
func outOfQuestion(branch *jsonschema.ValidationError, location []string) bool {
	for leaf := range leavesOf(branch) {
		below := len(leaf.InstanceLocation) - len(location)
		var out bool
		switch k := leaf.ErrorKind.(type) {
		case *kind.Type:
			out = below == 0
		case *kind.Const:
			out = below == 1 || below == 0 && !sameType(k.Got, k.Want)
		case *kind.Enum:
			out = below == 1 && len(k.Want) == 1 || below == 0 && !sameType(k.Got, k.Want...)
		}
		if out {
			return true
		}
	}
	return false
}

// sameType reports whether v is of the type of one of the others.
func sameType(v any, others ...any) bool {
	return slices.ContainsFunc(others, func(o any) bool { return typeOf(o) == typeOf(v) })
}

// onlyTypes is the list of wanted types when that is all the branches ask for.
func onlyTypes(branches []*jsonschema.ValidationError, location []string) []string {
	var want []string
	for _, branch := range branches {
		for leaf := range leavesOf(branch) {
			k, ok := leaf.ErrorKind.(*kind.Type)
			if !ok || len(leaf.InstanceLocation) != len(location) {
				return nil
			}
			for _, w := range k.Want {
				if !slices.Contains(want, w) {
					want = append(want, w)
				}
			}
		}
	}
	return want
}

// excluded words the fault of a value that matches what "not" excludes.
func excluded(not *node, got any) string {
	if not == nil {
		return "must not be what the schema excludes, but got " + described(got)
	}
	if required := not.member("required"); required != nil && len(not.names) == 1 {
		var names []string
		for _, kid := range required.kids {
			names = append(names, kid.text)
		}
		return "must not have the " + properties(names) + " (together)"
	}
	if t := not.member("type"); t != nil && t.text != "" && len(not.names) == 1 {
		return "must not be " + article(t.text) + ", but got " + described(got)
	}
	return fmt.Sprintf("must not match %s, but got %s", clip.Runes(string(not.append(nil)), 200), described(got))
}
