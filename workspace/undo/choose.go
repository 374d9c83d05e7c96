package undo

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Selection says which calls to undo or redo. The zero value means the last one.
type Selection struct {
	// Number is that of a record, or of an undo or redo: then all it was about.
	Number int
	// Call is the identifier of a call, Turn of a turn: then all its calls.
	Call, Turn string
	// To means everything after a point for undo, and for redo everything that was
	// undone, up to that point and with it.
	To *Point
	// Session leaves out the records of all other sessions.
	Session string
}

// Point is a moment between calls. The zero value is the beginning.
type Point struct {
	// Number or Call name a record: the point is right after it.
	Number int
	Call   string
	// Time is used when neither is set.
	Time time.Time
}

// ErrNothing is the error for a selection in which there is nothing to do.
var ErrNothing = errors.New("there is nothing to do")

// choose finds the records to undo or redo, the oldest first.
func (l *Log) choose(kind string, sel Selection) ([]*record, error) {
	var fits func(*record) bool
	switch {
	case sel.Number != 0:
		r := l.byN[sel.Number]
		if r == nil {
			return nil, fmt.Errorf("there is no record %d; \"jig undo --list\" shows those that are kept: %w", sel.Number, ErrNothing)
		}
		if !r.isCall() {
			of := r.begin.Of
			fits = func(r *record) bool { return slices.Contains(of, r.begin.N) }
			break
		}
		fits = func(o *record) bool { return o == r }
	case sel.Call != "":
		fits = func(r *record) bool { return r.begin.Call == sel.Call }
	case sel.Turn != "":
		fits = func(r *record) bool { return r.begin.Turn == sel.Turn }
	case sel.To != nil:
		upTo, err := l.point(*sel.To)
		if err != nil {
			return nil, err
		}
		fits = func(r *record) bool { return upTo(r) == (kind == lineRedo) }
	}
	last := fits == nil
	if last {
		fits = l.last(kind, sel)
	}
	var found []*record
	var refused error
	for _, r := range l.records {
		if !r.isCall() || sel.Session != "" && r.begin.Session != sel.Session || !fits(r) {
			continue
		}
		if why := r.unfit(kind); why != "" {
			refused = fmt.Errorf("record %d %s: %w", r.begin.N, why, ErrNothing)
			continue
		}
		found = append(found, r)
	}
	if len(found) > 0 {
		return l.whole(found), nil
	}
	if refused != nil && !last && sel.To == nil {
		return nil, refused
	}
	return nil, fmt.Errorf("there is nothing to %s: %w", kind, ErrNothing)
}

// unfit says why a record cannot be undone or redone, empty if it can.
func (r *record) unfit(kind string) string {
	switch {
	case r.end == nil:
		return "belongs to a call that still runs"
	case len(r.changes) == 0:
		return "has changed nothing"
	case kind == lineUndo && r.state == Undone:
		return "is undone already"
	case kind == lineRedo && r.state == Done:
		return "has not been undone"
	}
	return ""
}

// last is the last call that can be undone, or the last undo that can be redone.
// One that was stopped on the way goes before all others.
func (l *Log) last(kind string, sel Selection) func(*record) bool {
	var newest *record
	for _, r := range l.records {
		if !r.isCall() || r.unfit(kind) != "" || sel.Session != "" && r.begin.Session != sel.Session {
			continue
		}
		switch {
		case newest == nil, r.state == Half && newest.state != Half:
			newest = r
		case newest.state == Half && r.state != Half:
		case kind == lineUndo || r.by >= newest.by:
			newest = r
		}
	}
	if newest != nil && kind == lineRedo {
		return func(r *record) bool { return r.by == newest.by }
	}
	return func(r *record) bool { return r == newest }
}

// whole adds to records that were half undone those of the same undo: where it
// stopped, only all of them together make sense.
func (l *Log) whole(found []*record) []*record {
	all := map[int]bool{}
	for _, r := range found {
		all[r.begin.N] = true
		if r.state == Half {
			for _, n := range l.byN[r.by].begin.Of {
				all[n] = true
			}
		}
	}
	var out []*record
	for _, r := range l.records {
		if all[r.begin.N] {
			out = append(out, r)
		}
	}
	return out
}

// point gives the question whether a record lies before a point.
func (l *Log) point(p Point) (func(*record) bool, error) {
	switch {
	case p.Call != "":
		found := 0
		for _, r := range l.records {
			if r.isCall() && r.begin.Call == p.Call {
				found = r.begin.N
			}
		}
		if found == 0 {
			return nil, fmt.Errorf("there is no record of a call %q; \"jig undo --list\" shows those that are kept: %w", p.Call, ErrNothing)
		}
		p.Number = found
	case p.Number == 0 && !p.Time.IsZero():
		return func(r *record) bool { return !r.begin.Time.After(p.Time) }, nil
	case p.Number >= l.next || p.Number < 0:
		return nil, fmt.Errorf("there is no record %d; \"jig undo --list\" shows those that are kept: %w", p.Number, ErrNothing)
	}
	return func(r *record) bool { return r.begin.N <= p.Number }, nil
}
