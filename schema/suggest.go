package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/clip"
	"jig/internal/spelling"
)

// hints finds what the writer of a value probably meant. That takes longer than
// all else in an explanation, so that it is done only for as many problems as
// are shown.
type hints struct {
	given int
	known map[*node][]string // knownProperties
}

// more reports whether there is to be another hint.
func (h *hints) more() bool {
	h.given++
	return h.given <= maxProblemsShown
}

// properties is knownProperties, worked out once.
func (h *hints) properties(schema, doc *node) []string {
	names, ok := h.known[schema]
	if !ok {
		names = knownProperties(schema, doc)
		if h.known == nil {
			h.known = map[*node][]string{}
		}
		h.known[schema] = names
	}
	return names
}

// unknownProperty words the fault of a property too many, and of others whose
// long names look like it.
func (h *hints) unknownProperty(name string, alike int, known, patterns []string) string {
	shown := quoted(name)
	if alike > 0 {
		shown += fmt.Sprintf(" and %d more that begin like it", alike)
	}
	msg := "has an unknown property " + shown
	if len(known) == 0 && len(patterns) > 0 {
		return "has the key " + shown + ", but keys there must match " + brief(patterns, 10)
	}
	if len(known) == 0 || !h.more() {
		return msg + "; leave it out"
	}
	if s := closest(name, known); s != "" {
		msg += "; did you mean " + quoted(s) + "?"
	} else {
		msg += "; leave it out."
	}
	return msg + " Known: " + brief(known, 30)
}

// nearest suggests the choice that was probably meant.
func (h *hints) nearest(got any, want []any) string {
	text, ok := got.(string)
	if !ok || !h.more() {
		return ""
	}
	var names []string
	for _, w := range want {
		if s, ok := w.(string); ok {
			names = append(names, s)
		}
	}
	if s := closest(text, names); s != "" {
		return "; did you mean " + quoted(s) + "?"
	}
	return ""
}

// brief lists the first names, each shortened where it is long.
func brief(names []string, most int) string {
	short := make([]string, 0, most)
	for _, name := range names[:min(len(names), most)] {
		short = append(short, clip.Runes(name, maxShown))
	}
	text := strings.Join(short, ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// knownProperties are the names under "properties" of a schema, in its order.
// With a document to follow references in, those of its parts and branches
// count too.
func knownProperties(schema, doc *node) []string {
	var names []string
	seen, listed := map[*node]bool{nil: true}, map[string]bool{}
	var collect func(n *node)
	collect = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if props := n.member("properties"); props != nil {
			for _, name := range props.names {
				if !listed[name] {
					listed[name] = true
					names = append(names, name)
				}
			}
		}
		if doc == nil {
			return
		}
		for _, branches := range []string{"allOf", "anyOf", "oneOf"} {
			if list := n.member(branches); list != nil {
				for _, branch := range list.kids {
					collect(branch)
				}
			}
		}
		for _, branch := range []string{"if", "then", "else"} {
			collect(n.member(branch))
		}
		collect(resolveLocal(n, doc))
	}
	collect(schema)
	return names
}

// resolveLocal follows a "$ref" that points into the same document, or is nil.
func resolveLocal(schema, doc *node) *node {
	ref := schema.member("$ref")
	if ref == nil || ref.kind != jsontext.KindString || !strings.HasPrefix(ref.text, "#") {
		return nil
	}
	_, ptr := splitLocation(ref.text)
	if ptr != "" && ptr[0] != '/' {
		return nil
	}
	return doc.at(ptr)
}

// maxComparisons bounds the search for a spelling, in pairs of characters.
const maxComparisons = 100_000

// closest is the candidate that name was probably meant to be, or "".
func closest(name string, candidates []string) string {
	if len(name) > 100 {
		return ""
	}
	best, least := "", 2 // in a short name, one slip; in a word of two letters anything would be near
	if n := utf8.RuneCountInString(name); n < 3 {
		least = 0
	} else if n >= 6 {
		least = 1 + n/3
	}
	folded := spelling.Fold(name)
	length := utf8.RuneCountInString(folded)
	room := maxComparisons
	for _, c := range candidates {
		if len(c) > 100 {
			continue
		}
		other := spelling.Fold(c)
		if other == folded {
			return c
		}
		n := utf8.RuneCountInString(other)
		if n-length >= least || length-n >= least || room < n*length {
			continue
		}
		room -= n * length
		if d := spelling.Distance(folded, other); d < least {
			best, least = c, d
		}
	}
	return best
}
