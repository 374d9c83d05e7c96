package onepass

import "reflect"

// sink is where the members of one object gather on their way into a map.
type sink struct {
	name  string         // key of the member at hand, if it is no property
	plain map[string]any // for interfaces and map[string]any
	key   reflect.Value  // for other maps: room for one key
	elem  reflect.Value  // and for one element
}

// open makes the map that dst is to hold, and room for its members.
func (s *sink) open(t reflect.Type, dst reflect.Value) {
	dst.Set(reflect.MakeMap(t))
	s.key = reflect.New(t.Key()).Elem()
	s.elem = reflect.New(t.Elem()).Elem()
}

// member reads the value of one member and stores it where it belongs. p is
// nil if the key is no property; then into.name has it.
func (r *run) member(n *node, p *property, child *node, dst reflect.Value, into *sink) bool {
	switch n.into {
	case intoStruct:
		if p == nil || p.field < 0 {
			return r.value(child, reflect.Value{})
		}
		return r.value(child, p.in(dst))
	case intoAny, intoMapAny:
		name := into.name
		if p != nil {
			name = p.name
		}
		if !r.value(child, reflect.Value{}) {
			return false
		}
		into.plain[name] = r.got
		return true
	case intoMap:
		name := into.name
		if p != nil {
			name = p.name
		}
		into.elem.SetZero()
		if !r.value(child, into.elem) {
			return false
		}
		into.key.SetString(name)
		dst.SetMapIndex(into.key, into.elem)
		return true
	default:
		return r.value(child, reflect.Value{})
	}
}

// in returns the field of the struct v that p stands for, making embedded
// pointers on the way.
func (p *property) in(v reflect.Value) reflect.Value {
	v = v.Field(p.field)
	for _, i := range p.path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}
