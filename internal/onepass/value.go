package onepass

import (
	"bytes"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// value reads the next value, checks it by n and stores it in dst. dst may
// be the zero Value if n stores nothing, an interface (then the value is left
// in r.got) or a string (r.gotStr).
func (r *run) value(n *node, dst reflect.Value) bool {
	if n.elem != nil {
		return r.wrapped(n, dst)
	}
	if !r.count(n) {
		return false
	}
	switch c := r.peek(); c {
	case '"':
		return n.allow&isString != 0 && r.stringValue(n, dst)
	case '{':
		return n.allow&isObject != 0 && r.object(n, dst)
	case '[':
		return n.allow&isArray != 0 && r.array(n, dst)
	case 't':
		return n.allow&isTrue != 0 && r.word("true") && r.storeBool(n, dst, true)
	case 'f':
		return n.allow&isFalse != 0 && r.word("false") && r.storeBool(n, dst, false)
	case 'n':
		return n.allow&isNull != 0 && r.word("null") && r.storeNull(n, dst)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return n.allow&(isInteger|isDecimal) != 0 && r.number(n, dst)
	}
	return false
}

// wrapped handles pointers, raw messages and types that decode themselves.
func (r *run) wrapped(n *node, dst reflect.Value) bool {
	if n.into == intoPointer {
		if r.peek() == 'n' {
			checks := n.elem
			for checks.elem != nil {
				checks = checks.elem
			}
			dst.SetZero()
			return r.count(checks) && checks.allow&isNull != 0 && r.word("null")
		}
		fresh := reflect.New(n.elem.typ)
		dst.Set(fresh)
		return r.value(n.elem, fresh.Elem())
	}
	r.peek()
	start, inserted := r.i, len(r.inserts)
	if !r.value(n.elem, reflect.Value{}) {
		return false
	}
	if len(r.inserts) != inserted {
		// The span lacks defaults, and how they are spliced in would show.
		return false
	}
	raw := r.raw[start:r.i]
	if n.into == intoRaw {
		dst.SetBytes(bytes.Clone(raw))
		return true
	}
	return json.Unmarshal(raw, dst.Addr().Interface(), n.rules) == nil
}

func (r *run) stringValue(n *node, dst reflect.Value) bool {
	s, ok := r.scanString()
	if !ok {
		return false
	}
	if n.str != nil {
		if n.str.pattern != nil {
			r.texts += len(s.chars)
			r.effort += MatchEffort(len(s.chars), n.str.size)
			if !r.affordable() {
				return false
			}
		}
		i, ok := n.str.check(s)
		if !ok {
			return false
		}
		if i >= 0 && n.into != intoNothing {
			return r.storeString(n, dst, n.str.enum[i])
		}
	}
	if n.into == intoNothing {
		return true
	}
	return r.storeString(n, dst, r.str(s))
}

// check reports whether s keeps the rules, and which of the listed values it
// is, -1 if there is no list.
func (rules *stringRules) check(s span) (listed int, ok bool) {
	if rules.min > 0 || rules.max >= 0 {
		count := len(s.chars)
		if s.wide {
			count = utf8.RuneCount(s.chars)
		}
		if count < rules.min || rules.max >= 0 && count > rules.max {
			return -1, false
		}
	}
	if rules.pattern != nil && !rules.pattern.Match(s.chars) {
		return -1, false
	}
	if rules.enum == nil {
		return -1, true
	}
	if rules.listed != nil {
		listed, ok = rules.listed[string(s.chars)]
		return listed, ok
	}
	listed = slices.IndexFunc(rules.enum, func(e string) bool { return e == string(s.chars) })
	return listed, listed >= 0
}

func (r *run) storeString(n *node, dst reflect.Value, s string) bool {
	switch n.into {
	case intoString:
		if dst.IsValid() {
			dst.SetString(s)
		} else {
			r.gotStr = s
		}
	case intoAny:
		r.store(dst, s)
	default:
		return false
	}
	return true
}

func (r *run) storeBool(n *node, dst reflect.Value, v bool) bool {
	switch n.into {
	case intoNothing:
	case intoBool:
		dst.SetBool(v)
	case intoAny:
		r.store(dst, v)
	default:
		return false
	}
	return true
}

// storeNull sets the zero value, as go-json-experiment/json does for every
// kind.
func (r *run) storeNull(n *node, dst reflect.Value) bool {
	switch {
	case dst.IsValid():
		dst.SetZero()
	case n.into == intoString:
		r.gotStr = ""
	}
	r.got = nil
	return true
}

// store puts v into the interface dst, or leaves it in r.got if there is
// none.
func (r *run) store(dst reflect.Value, v any) {
	r.got = v
	if p, ok := r.place(dst); ok {
		*p = v
	}
}

func (r *run) place(dst reflect.Value) (*any, bool) {
	if !dst.IsValid() {
		return nil, false
	}
	return reflect.TypeAssert[*any](dst.Addr())
}
