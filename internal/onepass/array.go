package onepass

import "reflect"

// fewItems is how many elements are gathered on the stack before the slice
// for them is made, in its final size.
const fewItems = 8

// firstRoom is for how many elements room is made at first in other slices.
const firstRoom = 4

// array reads, checks and stores the array at r.i.
func (r *run) array(n *node, dst reflect.Value) bool {
	if r.depth++; r.depth > maxDepth {
		return false
	}
	if n.murky {
		r.murky++
	}
	r.i++
	var count int
	var ok bool
	switch n.into {
	case intoNothing:
		count, ok = r.uncollected(n)
	case intoStrings:
		count, ok = r.strings(n, dst)
	case intoAny:
		count, ok = r.anySlice(n, dst)
	case intoSlice:
		count, ok = r.slice(n, dst)
	case intoArray:
		count, ok = r.goArray(n, dst)
	}
	if n.murky {
		r.murky--
	}
	r.depth--
	r.countMembers(n, count)
	return ok && count >= n.arr.min && (n.arr.max < 0 || count <= n.arr.max)
}

// begin reports whether the container that has just been opened has a first
// member, and steps over its end if not.
func (r *run) begin(end byte) (more bool) {
	if r.peek() != end {
		return true
	}
	r.i++
	return false
}

// after steps over what follows a member: a comma, then there is more, or
// the end of the container.
func (r *run) after(end byte) (more, ok bool) {
	switch r.peek() {
	case ',':
		r.i++
		return true, true
	case end:
		r.i++
		return false, true
	}
	return false, false
}

func (r *run) uncollected(n *node) (count int, ok bool) {
	for more := r.begin(']'); more; count++ {
		if !r.value(n.arr.items, reflect.Value{}) {
			return 0, false
		}
		if more, ok = r.after(']'); !ok {
			return 0, false
		}
	}
	return count, true
}

func (r *run) strings(n *node, dst reflect.Value) (count int, ok bool) {
	var few [fewItems]string
	list := few[:0]
	for more := r.begin(']'); more; {
		if !r.value(n.arr.items, reflect.Value{}) {
			return 0, false
		}
		list = append(list, r.gotStr)
		if more, ok = r.after(']'); !ok {
			return 0, false
		}
	}
	place, ok := reflect.TypeAssert[*[]string](dst.Addr())
	if ok {
		*place = append(make([]string, 0, len(list)), list...)
	}
	return len(list), ok
}

func (r *run) anySlice(n *node, dst reflect.Value) (count int, ok bool) {
	var few [fewItems]any
	list := few[:0]
	for more := r.begin(']'); more; {
		if !r.value(n.arr.items, reflect.Value{}) {
			return 0, false
		}
		list = append(list, r.got)
		if more, ok = r.after(']'); !ok {
			return 0, false
		}
	}
	r.store(dst, append(make([]any, 0, len(list)), list...))
	return len(list), true
}

func (r *run) slice(n *node, dst reflect.Value) (count int, ok bool) {
	room := 0
	for more := r.begin(']'); more; count++ {
		if count == room {
			dst.Grow(firstRoom)
			room = dst.Cap()
			dst.SetLen(room)
		}
		if !r.value(n.arr.items, dst.Index(count)) {
			return 0, false
		}
		if more, ok = r.after(']'); !ok {
			return 0, false
		}
	}
	if count == 0 {
		dst.Set(reflect.MakeSlice(n.typ, 0, 0))
	} else {
		dst.SetLen(count)
	}
	return count, true
}

func (r *run) goArray(n *node, dst reflect.Value) (count int, ok bool) {
	for more := r.begin(']'); more; count++ {
		if count == n.typ.Len() || !r.value(n.arr.items, dst.Index(count)) {
			return 0, false
		}
		if more, ok = r.after(']'); !ok {
			return 0, false
		}
	}
	return count, count == n.typ.Len()
}
