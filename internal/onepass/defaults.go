package onepass

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"reflect"
)

// standIn is the default of a property. An empty one is doubtful: readers of
// the schema do not agree on it.
type standIn struct {
	text   string // the value as JSON
	raw    []byte // the same
	member string // key, colon and value, as they are spliced in
}

// insert is a piece of JSON that goes into the output before position at of
// the input.
type insert struct {
	at    int
	comma bool
	text  string
}

// newStandIn writes out the default v of the property name. That it
// satisfies its subschema is checked whenever it is used, by decoding it like
// any other value.
func newStandIn(name string, v any) *standIn {
	key, ok1 := encode(name)
	value, ok2 := encode(v)
	if !ok1 || !ok2 {
		return &standIn{}
	}
	return &standIn{
		text:   string(value),
		raw:    value,
		member: string(key) + ":" + string(value),
	}
}

func encode(v any) ([]byte, bool) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, false
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), true
}

// fill stores the defaults of the missing properties of an object whose
// closing brace has just been read, and notes them for splicing. It gives up
// if there is any doubt about one of them, also if one is itself an object
// that lacks defaults.
func (r *run) fill(n *node, missing uint64, count int, dst reflect.Value, into *sink) (filled int, ok bool) {
	if r.strict || r.murky > 0 {
		return 0, false
	}
	// The defaults are documents of their own, read by the same run.
	raw, i, text := r.raw, r.i, r.text
	r.strict = true
	for ; missing != 0; missing &= missing - 1 {
		p := &n.obj.props[bits.TrailingZeros64(missing)]
		if p.def.raw == nil {
			return 0, false
		}
		r.raw, r.i, r.text = p.def.raw, 0, p.def.text
		if !r.member(n, p, p.node, dst, into) {
			return 0, false
		}
		r.inserts = append(r.inserts, insert{at: i - 1, comma: count+filled > 0, text: p.def.member})
		filled++
	}
	r.raw, r.i, r.text = raw, i, text
	r.strict = false
	return filled, true
}

// spliced returns the input with all defaults in their places.
func (r *run) spliced() []byte {
	if len(r.inserts) == 0 {
		return r.raw
	}
	size := len(r.raw)
	for _, in := range r.inserts {
		size += len(in.text) + 1
	}
	out := make([]byte, 0, size)
	from := 0
	for _, in := range r.inserts {
		out = append(out, r.raw[from:in.at]...)
		if in.comma {
			out = append(out, ',')
		}
		out = append(out, in.text...)
		from = in.at
	}
	return append(out, r.raw[from:]...)
}
