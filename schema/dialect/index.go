package dialect

import (
	"net/url"
	"strconv"
	"strings"
)

// index finds what references point to: JSON pointers, anchors, and the $id of schemas embedded in the document.
type index struct {
	old       bool // draft 7 or before: $ref hides its siblings, "$id": "#name" is an anchor
	base      map[*node]*url.URL
	resources map[string]*node
	anchors   map[string]*node
	members   map[*node]map[string]*node // of large objects, for following pointers
}

func newIndex(root *node) *index {
	x := &index{base: map[*node]*url.URL{}, resources: map[string]*node{}, anchors: map[string]*node{}, members: map[*node]map[string]*node{}}
	for _, draft := range []string{"draft-03", "draft-04", "draft-06", "draft-07"} {
		x.old = x.old || strings.Contains(root.text("$schema"), draft)
	}
	x.resources[""] = root
	x.add(root, &url.URL{})
	return x
}

// add registers a schema and everything in it.
func (x *index) add(n *node, base *url.URL) {
	if _, done := x.base[n]; done {
		return
	}
	hidden := x.old && n.has("$ref")
	if id := n.text("$id"); id != "" && !hidden {
		if u, err := url.Parse(id); err == nil {
			if x.old && strings.HasPrefix(id, "#") {
				x.anchors[resourceKey(base)+id] = n
			} else {
				base = base.ResolveReference(u)
				x.resources[resourceKey(base)] = n
			}
		}
	}
	x.base[n] = base
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if name := n.text(keyword); name != "" && !hidden {
			x.anchors[resourceKey(base)+"#"+name] = n
		}
	}
	eachRaw(n, true, func(child *node) { x.add(child, base) })
}

func resourceKey(u *url.URL) string {
	bare := *u
	bare.Fragment, bare.RawFragment = "", ""
	return bare.String()
}

// resolve returns the schema that a reference inside from points to, or nil.
func (x *index) resolve(from *node, ref string) *node {
	u, err := url.Parse(ref)
	if err != nil {
		return nil
	}
	base := x.base[from]
	if base == nil {
		return nil
	}
	base = base.ResolveReference(u)
	key := resourceKey(base)
	target := x.resources[key]
	switch {
	case target == nil:
		return nil
	case strings.HasPrefix(base.Fragment, "/"):
		target = x.pointer(target, base.Fragment)
	case base.Fragment != "":
		target = x.anchors[key+"#"+base.Fragment]
	}
	if target == nil || target.kind != object && target.kind != boolean {
		return nil
	}
	x.add(target, x.base[x.resources[key]]) // a pointer can lead to a place that is no schema position
	return target
}

// pointer follows a JSON pointer.
func (x *index) pointer(n *node, p string) *node {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for token := range strings.SplitSeq(p[1:], "/") {
		token = unescape.Replace(token)
		if n.kind == array {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(n.list) {
				return nil
			}
			n = n.list[i]
		} else if n = x.member(n, token); n == nil {
			return nil
		}
	}
	return n
}

func (x *index) member(n *node, name string) *node {
	if len(n.members) < 32 {
		return n.get(name)
	}
	if x.members[n] == nil {
		x.members[n] = n.byName()
	}
	return x.members[n][name]
}

// eachRaw visits the schemas directly inside a schema as it was written, in either draft. Definitions are only visited
// on request: they matter when something refers to them.
func eachRaw(n *node, definitions bool, visit func(*node)) {
	schema := func(v *node) {
		if v.kind == object || v.kind == boolean {
			visit(v)
		}
	}
	for _, m := range n.members {
		switch kind := shapeOf(m.name); {
		case m.name == "$defs" || m.name == "definitions":
			if definitions {
				for _, c := range m.value.members {
					schema(c.value)
				}
			}
		case kind == shapeSchemaMap || m.name == "dependencies":
			for _, c := range m.value.members {
				schema(c.value)
			}
		case kind == shapeSchemas || m.name == "items" && m.value.kind == array:
			for _, c := range m.value.list {
				schema(c)
			}
		case kind == shapeSchema || m.name == "additionalItems":
			schema(m.value)
		}
	}
}
