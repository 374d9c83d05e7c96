package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// reference is the schema of t as part of another: its body, or a reference to
// its definition when it is recursive.
func (r *reflector) reference(t reflect.Type) (twin, error) {
	t = base(t)
	if !r.recursive[t] {
		return r.body(t)
	}
	name, known := r.names[t]
	if !known {
		name = r.freeName(typeName(t))
		r.names[t] = name
		r.queue = append(r.queue, t)
	}
	return newTwin().set("$ref", text("#/$defs/"+name)), nil
}

// freeName makes a name unique among the definitions.
func (r *reflector) freeName(name string) string {
	taken := func(name string) bool {
		for _, n := range r.names {
			if n == name {
				return true
			}
		}
		return slices.ContainsFunc(r.hoisted, func(h hoist) bool { return h.name == name })
	}
	free := name
	for i := 2; taken(free); i++ {
		free = fmt.Sprintf("%s%d", name, i)
	}
	return free
}

// define adds the definitions that root and they themselves refer to.
func (r *reflector) define(root *twin) error {
	defs := newTwin()
	for len(r.queue) > 0 {
		t := r.queue[0]
		r.queue = r.queue[1:]
		body, err := r.body(t)
		if err != nil {
			return err
		}
		defs.put(r.names[t], body)
	}
	for _, h := range r.hoisted {
		defs.put(h.name, h.body)
	}
	if len(defs.doc.names) > 0 {
		root.put("$defs", defs)
	}
	return nil
}

// typeName is a type's name with only letters, digits and underscores: that of
// Page[example.com/shop.Item] is Page_Item.
func typeName(t reflect.Type) string {
	name := t.Name()
	head, params, generic := strings.Cut(name, "[")
	if !generic {
		return clean(name)
	}
	words := []string{head}
	for _, p := range strings.FieldsFunc(params, func(c rune) bool { return strings.ContainsRune("[], ", c) }) {
		words = append(words, p[strings.LastIndexAny(p, "./")+1:])
	}
	return clean(strings.Join(words, "_"))
}

func clean(name string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_':
			return c
		}
		return '_'
	}, name), "_")
}
