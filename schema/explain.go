package schema

import (
	"iter"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// explain turns the validator's tree of errors into problems: one for each
// fault, none for the wrappers around them.
func (j *judge) explain(fault *jsonschema.ValidationError, value any) *Invalid {
	x := explainer{judge: j, value: value, keys: new(keyIndex), hints: new(hints)}
	x.walk(fault)
	if len(x.problems) == 0 { // a tree without leaves cannot be, but must not pass as valid
		x.problems = []Problem{{Keyword: "schema", Message: "does not satisfy the schema"}}
	}
	return invalid(x.problems)
}

type explainer struct {
	*judge
	value    any
	keys     *keyIndex
	hints    *hints
	level    int // how many alternatives are being told inside each other
	problems []Problem
}

// full reports whether no more problems are wanted.
func (x *explainer) full() bool { return len(x.problems) >= maxProblems }

// walkAll walks the causes in the order of their places, for the validator
// finds them in the random order of maps.
func (x *explainer) walkAll(causes []*jsonschema.ValidationError) {
	if len(causes) > 1 {
		causes = slices.Clone(causes)
		slices.SortStableFunc(causes, func(a, b *jsonschema.ValidationError) int {
			return comparePaths(a.InstanceLocation, b.InstanceLocation)
		})
	}
	for _, cause := range causes {
		if x.full() {
			return
		}
		x.walk(cause)
	}
}

func (x *explainer) note(e *jsonschema.ValidationError, keyword, message string) {
	if !x.full() {
		x.problems = append(x.problems, Problem{pointer(e.InstanceLocation), keyword, message})
	}
}

func (x *explainer) walk(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		x.walkAll(e.Causes)
	case *kind.AnyOf:
		x.noneOf(e, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			x.noneOf(e, "oneOf")
			return
		}
		x.note(e, "oneOf", sentence(e, nil))
	case *kind.Required:
		for _, name := range k.Missing[:min(len(k.Missing), maxProblems)] {
			x.note(e, "required", "is missing the required property "+quoted(name))
		}
	case *kind.DependentRequired:
		x.needed(e, "dependentRequired", k.Prop, k.Missing)
	case *kind.Dependency:
		x.needed(e, "dependencies", k.Prop, k.Missing)
	case *kind.AdditionalProperties:
		x.unknown(e, k.Properties)
	case *kind.FalseSchema:
		x.forbidden(e)
	case *kind.PropertyNames:
		x.propertyName(e, k.Property)
	case *kind.Not:
		x.note(e, "not", excluded(x.source(e.SchemaURL).member("not"), valueAt(x.value, e.InstanceLocation)))
	case *kind.Enum:
		x.note(e, "enum", sentence(e, nil)+x.hints.nearest(k.Got, k.Want))
	default:
		x.note(e, keyword(e), sentence(e, valueAt(x.value, e.InstanceLocation)))
	}
}

// unknown notes the properties that a closed object does not know. Long names
// may look the same in a message; then it says how many they are.
func (x *explainer) unknown(e *jsonschema.ValidationError, names []string) {
	source := x.source(e.SchemaURL)
	known := x.hints.properties(source, nil)
	var patterns []string
	if p := source.member("patternProperties"); p != nil {
		patterns = p.names
	}
	names = slices.Sorted(slices.Values(names)) // the validator finds them in random order
	for i := 0; i < len(names) && !x.full(); {
		alike := 1
		for i+alike < len(names) && len(names[i]) > maxShown && quoted(names[i]) == quoted(names[i+alike]) {
			alike++
		}
		x.note(e, "additionalProperties", x.hints.unknownProperty(names[i], alike-1, known, patterns))
		i += alike
	}
}

// needed notes properties that another one calls for.
func (x *explainer) needed(e *jsonschema.ValidationError, keyword, because string, missing []string) {
	for _, name := range missing[:min(len(missing), maxProblems)] {
		x.note(e, keyword, "is missing the property "+quoted(name)+", which is required when "+quoted(because)+" is present")
	}
}

// forbidden notes a value that no schema would admit. Behind a closed object it
// is a property too many, and the fault is the object's.
func (x *explainer) forbidden(e *jsonschema.ValidationError) {
	_, ptr := splitLocation(e.SchemaURL)
	n := len(e.InstanceLocation)
	if owner, ok := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); ok && n > 0 {
		known := x.hints.properties(x.source(owner), x.docs[home])
		parent := &jsonschema.ValidationError{InstanceLocation: e.InstanceLocation[:n-1]}
		x.note(parent, "unevaluatedProperties", x.hints.unknownProperty(e.InstanceLocation[n-1], 0, known, nil))
		return
	}
	what := "is not allowed here; leave it out"
	if n == 0 {
		what = "cannot be valid: the schema accepts nothing"
	}
	x.note(e, forbiddingKeyword(pointerTokens(ptr)), what)
}

// forbiddingKeyword names the keyword under which a false schema stands.
func forbiddingKeyword(at []string) string {
	for _, step := range []int{2, 1} { // first as the holder of named or numbered schemas
		if len(at) < step {
			continue
		}
		switch word := at[len(at)-step]; word {
		case "properties", "patternProperties", "prefixItems":
			if step == 2 {
				return word
			}
		case "items", "additionalItems", "unevaluatedItems", "additionalProperties", "contains", "not":
			if step == 1 {
				return word
			}
		}
	}
	return "false"
}

// leavesOf are the faults themselves, below all wrappers.
func leavesOf(e *jsonschema.ValidationError) iter.Seq[*jsonschema.ValidationError] {
	return func(yield func(*jsonschema.ValidationError) bool) { yieldLeaves(e, yield) }
}

func yieldLeaves(e *jsonschema.ValidationError, yield func(*jsonschema.ValidationError) bool) bool {
	if len(e.Causes) == 0 {
		return yield(e)
	}
	for _, cause := range e.Causes {
		if !yieldLeaves(cause, yield) {
			return false
		}
	}
	return true
}

// keyword is the schema keyword behind an error.
func keyword(e *jsonschema.ValidationError) string {
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return "schema"
}
