package schema

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/spelling"
)

// unknownProperty words the fault of a property too many.
func unknownProperty(name string, known, patterns []string) string {
	if len(known) == 0 && len(patterns) > 0 {
		return "has the key " + quoted(name) + ", but keys there must match " + alternatives(patterns, "or")
	}
	msg := "has an unknown property " + quoted(name)
	if len(known) == 0 {
		return msg + "; leave it out"
	}
	if s := closest(name, known); s != "" {
		msg += "; did you mean " + quoted(s) + "?"
	} else {
		msg += "; leave it out."
	}
	short := make([]string, len(known))
	for i, k := range known {
		short[i] = cut(k, maxShown)
	}
	return msg + " Known: " + listed(short, 30)
}

// knownProperties are the names under "properties" of a schema, in its order.
// With a document to follow references in, those of its parts and branches
// count too.
func knownProperties(schema, doc *node) []string {
	var names []string
	seen := map[*node]bool{nil: true}
	var collect func(n *node)
	collect = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if props := n.member("properties"); props != nil {
			for _, name := range props.names {
				if !slices.Contains(names, name) {
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
	for _, c := range candidates {
		if spelling.Fold(c) == spelling.Fold(name) {
			return c
		}
		if len(c) > 100 {
			continue
		}
		if d := spelling.Distance(spelling.Fold(name), spelling.Fold(c)); d < least {
			best, least = c, d
		}
	}
	return best
}
