package dialect

import (
	"strconv"
	"strings"
)

// document is a schema in its clean form: JSON Schema 2020-12, every keyword of the right shape, every definition at
// "#/$defs/name" and every reference to one of those or to the root, "#". It has no definitions that nothing uses.
type document struct {
	root *node
	defs map[string]*node // by reference: "#/$defs/name", and "#" for the root
	refs []string         // the keys of defs except "#", in order

	ahead    map[string]bool // the root keywords that stood before $defs
	hadDefs  bool
	openAPI  bool // the input is already in Gemini's OpenAPI form
	size     int
	sizeMemo map[string]int
}

const defsPrefix = "#/$defs/"

// newDocument brings a parsed schema into the clean form.
func newDocument(root *node, d Dialect, say *report) *document {
	doc := &document{defs: map[string]*node{}, ahead: map[string]bool{}, sizeMemo: map[string]int{}}
	doc.openAPI = d == GeminiOpenAPI && root.text("type") == "OBJECT"
	for _, m := range root.members {
		if m.name == "$defs" || m.name == "definitions" {
			doc.hadDefs = true
			break
		}
		doc.ahead[m.name] = true
	}
	r := &reader{index: newIndex(root), say: say, openAPI: doc.openAPI, refs: map[*node]string{}}
	r.findTargets(root)
	r.nameTargets(root)
	doc.root = r.schema(root, true)
	for _, target := range r.targets {
		ref := r.refs[target]
		doc.defs[ref] = doc.root
		if target != root {
			doc.defs[ref] = r.schema(target, true)
		}
		if ref != "#" {
			doc.refs = append(doc.refs, ref)
		}
	}
	doc.breakLoops(say)
	doc.size = doc.root.size()
	return doc
}

// sizeOf is the size of a definition.
func (doc *document) sizeOf(ref string) int {
	size, ok := doc.sizeMemo[ref]
	if !ok {
		size = doc.defs[ref].size()
		doc.sizeMemo[ref] = size
	}
	return size
}

// place puts the definitions back where the input had them.
func (doc *document) place(root, defs *node) *node {
	if len(defs.members) == 0 {
		return root
	}
	at := len(root.members)
	if doc.hadDefs {
		for at > 0 && !doc.ahead[root.members[at-1].name] {
			at--
		}
		if at == 0 && len(doc.ahead) > 0 { // all that stood before them is gone
			at = len(root.members)
		}
	}
	out := newObject(root.at)
	out.members = append(out.members, root.members[:at]...)
	out.members = append(out.members, member{"$defs", defs})
	out.members = append(out.members, root.members[at:]...)
	return out
}

// findTargets lists the schemas that references reachable from the root point to.
func (r *reader) findTargets(root *node) {
	seen := map[*node]bool{}
	var visit func(n *node)
	work := []*node{root}
	visit = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, keyword := range []string{"$ref", "$dynamicRef", "$recursiveRef"} {
			if ref := n.get(keyword); ref != nil && ref.kind == text {
				if target := r.index.resolve(n, ref.str); target != nil {
					if _, known := r.refs[target]; !known {
						r.refs[target] = ""
						r.targets = append(r.targets, target)
						work = append(work, target)
					}
				}
			}
		}
		if !r.hides(n) {
			eachRaw(n, false, visit)
		}
	}
	for len(work) > 0 {
		n := work[0]
		work = work[1:]
		visit(n)
	}
}

// nameTargets gives every target its reference. Definitions keep their names as far as every provider can read them.
func (r *reader) nameTargets(root *node) {
	used := map[string]int{}
	ordered := make([]*node, 0, len(r.targets))
	name := func(target *node, wish string) {
		wish = safeName(wish)
		used[wish]++
		unique := wish
		for n := used[wish]; n > 1; n++ {
			unique = wish + "_" + strconv.Itoa(n)
			if used[unique] == 0 {
				used[wish], used[unique] = n, 1
				break
			}
		}
		r.refs[target] = defsPrefix + unique
		ordered = append(ordered, target)
	}
	for _, keyword := range []string{"$defs", "definitions"} {
		if defs := root.get(keyword); defs != nil {
			for _, m := range defs.members {
				if ref, ok := r.refs[m.value]; ok && ref == "" {
					name(m.value, m.name)
				}
			}
		}
	}
	for _, target := range r.targets {
		switch {
		case r.refs[target] != "":
		case target == root && plainObject(root):
			r.refs[target] = "#"
			ordered = append(ordered, target)
		case target == root:
			name(target, "root")
		default:
			name(target, target.at.token)
		}
	}
	r.targets = ordered
}

// plainObject reports whether a root can stay the root in every dialect, so that "#" may go on pointing to it.
func plainObject(root *node) bool {
	for _, m := range root.members {
		switch m.name {
		case "$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "enum", "const", "not":
			return false
		}
	}
	return strings.EqualFold(root.text("type"), "object")
}

// safeName keeps the characters of a definition's name that need no escaping in a reference.
func safeName(name string) string {
	safe := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '.':
			return c
		default:
			return '_'
		}
	}, name)
	if safe == "" {
		return "def"
	}
	return safe[:min(len(safe), 64)]
}
