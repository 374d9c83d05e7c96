package chat

import (
	"encoding/json"

	"jig/wire/internal/answer"
	"jig/wire/internal/few"
)

// slots are the calls of an answer, and how their pieces are known.
type slots struct {
	byID    few.Map[string, *slot]
	byIndex few.Map[int, *slot]
	last    *slot // that has begun
	touched *slot // that got a piece
}

// slot is one of them.
type slot struct {
	*answer.Call
	index *int
	id    string // as the server says it
}

// fragment takes a piece of a call. Those of a whole message are calls of their own.
func (d *decoder) fragment(f *fragment, whole bool) {
	s := d.find(f)
	if s == nil || whole {
		if d.calls.touched != nil {
			d.calls.touched.Next()
		}
		s = &slot{Call: d.Begin(f.ID, f.Function.Name), id: f.ID}
		if f.Index != nil {
			index := *f.Index // the fragment does not last
			s.index = &index
		}
		d.calls.add(s)
	}
	d.calls.touched = s
	s.SetName(f.Function.Name)
	if !answer.Null(f.Extra) {
		if raw, err := json.Marshal(map[string]json.RawMessage{"extra_content": f.Extra}); err == nil {
			s.Piece.Part.Raw = raw
		}
	}
	s.Write(answer.String(f.Function.Arguments))
	if whole {
		s.End()
	}
}

// find gives the call that a piece belongs to, nil if it begins one.
//
// A piece with a name begins a call, unless it is one that is still without arguments or
// a server says the name again with each piece. All other pieces go on with the call of
// their identifier or index, or with the last one.
func (d *decoder) find(f *fragment) *slot {
	if f.ID != "" {
		if s := d.calls.byID.Get(f.ID); s != nil {
			return s
		}
	}
	s := d.calls.at(f.Index)
	switch {
	case s == nil:
		return nil
	case f.Function.Name == "":
		return s
	case f.ID != "" && s.id != "":
		return nil // another call at the same index
	case s.Name == "":
		return s
	case f.Index == nil, s.Ready(), s.Name != f.Function.Name:
		return nil
	}
	return s
}

// add makes a note of a call that begins.
func (c *slots) add(s *slot) {
	if s.id != "" {
		c.byID.Set(s.id, s)
	}
	if s.index != nil {
		c.byIndex.Set(*s.index, s)
	}
	c.last = s
}

// at is the last call with the index. Without one, on either side, it is the last call.
func (c *slots) at(index *int) *slot {
	if index == nil {
		return c.last
	}
	if s := c.byIndex.Get(*index); s != nil {
		return s
	}
	if c.last != nil && c.last.index == nil {
		return c.last
	}
	return nil
}
