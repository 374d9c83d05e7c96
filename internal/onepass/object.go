package onepass

import (
	"bytes"
	"reflect"
)

// manyKeys is how many unknown keys of one object are compared one by one
// before a map takes over, so that no input costs quadratic time.
const manyKeys = 32

// object reads, checks and stores the object at r.i.
func (r *run) object(n *node, dst reflect.Value) bool {
	if r.depth++; r.depth > maxDepth {
		return false
	}
	if n.murky {
		r.murky++
	}
	r.i++
	o := n.obj
	var into *sink // structs need none
	switch n.into {
	case intoAny, intoMapAny:
		into = &sink{plain: make(map[string]any)}
	case intoMap:
		into = new(sink)
		into.open(n.typ, dst)
	}
	var (
		seen    uint64
		known   = -1
		count   int
		unknown = names{base: len(r.keys)}
	)
	for more := r.begin('}'); more; count++ {
		if r.peek() != '"' {
			return false
		}
		p := (*property)(nil)
		child := o.additional
		var key span
		at, ok := r.key(o, known+1, &key)
		if !ok {
			return false
		}
		if at >= 0 {
			bit := uint64(1) << at
			if seen&bit != 0 {
				return false
			}
			seen |= bit
			known = at
			p = &o.props[at]
			child = p.node
		} else if !r.unseen(&unknown, key) {
			return false
		}
		if child == nil || r.peek() != ':' {
			return false
		}
		if at < 0 && into != nil {
			into.name = r.str(key)
		}
		r.i++
		if !r.member(n, p, child, dst, into) {
			return false
		}
		if more, ok = r.after('}'); !ok {
			return false
		}
	}
	r.keys = r.keys[:unknown.base]
	if !r.finish(n, seen, count, dst, into) {
		return false
	}
	if n.murky {
		r.murky--
	}
	r.depth--
	return true
}

// finish checks an object as a whole, once its closing brace is read, fills
// in its defaults and stores it. Rules on the number of members must hold
// with and without the defaults.
func (r *run) finish(n *node, seen uint64, count int, dst reflect.Value, into *sink) bool {
	o := n.obj
	if seen&o.required != o.required || count < o.min {
		return false
	}
	if missing := o.fallback &^ seen; missing != 0 {
		filled, ok := r.fill(n, missing, count, dst, into)
		if !ok {
			return false
		}
		count += filled
	}
	if o.max >= 0 && count > o.max {
		return false
	}
	r.countMembers(n, count)
	switch n.into {
	case intoAny:
		r.store(dst, into.plain)
	case intoMapAny:
		dst.Set(reflect.ValueOf(into.plain))
	}
	return true
}

// key reads the key at r.i. If it is a property, at is its index; if not, at
// is -1 and unknown is the key. The property expected next is compared in
// place, which is all that happens to most keys.
func (r *run) key(o *objectRules, expected int, unknown *span) (at int, ok bool) {
	if expected < len(o.props) {
		quoted := o.props[expected].quoted
		from := r.i + 1
		to := from + len(quoted)
		if quoted != "" && to <= len(r.raw) && string(r.raw[from:to]) == quoted {
			r.i = to
			return expected, true
		}
	}
	s, ok := r.scanString()
	if !ok {
		return 0, false
	}
	if o.byName != nil {
		if at, ok := o.byName[string(s.chars)]; ok {
			return at, true
		}
	} else {
		for i := range o.props {
			if o.props[i].name == string(s.chars) {
				return i, true
			}
		}
	}
	*unknown = s
	return -1, true
}

// names are the unknown keys of one object: a stretch of run.keys, and once
// there are many, a map of them.
type names struct {
	base int
	many map[string]struct{}
}

// unseen remembers a key and reports whether it is new to its object.
func (r *run) unseen(in *names, key span) bool {
	if in.many != nil {
		before := len(in.many)
		in.many[string(key.chars)] = struct{}{}
		return len(in.many) > before
	}
	for _, k := range r.keys[in.base:] {
		if bytes.Equal(k, key.chars) {
			return false
		}
	}
	chars := key.chars
	if key.from < 0 {
		chars = bytes.Clone(chars)
	}
	r.keys = append(r.keys, chars)
	if seen := r.keys[in.base:]; len(seen) == manyKeys {
		in.many = make(map[string]struct{}, 2*manyKeys)
		for _, k := range seen {
			in.many[string(k)] = struct{}{}
		}
	}
	return true
}
