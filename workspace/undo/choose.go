package undo

import (
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

// owns reports whether a record is of the session that is asked for.
func (sel Selection) owns(r *record) bool {
	return sel.Session == "" || r.begin.Session == sel.Session
}

// choose finds the records to undo or redo, the oldest first.
func (l *Log) choose(kind string, sel Selection) ([]*record, error) {
	fits, missing, err := l.wanted(kind, sel)
	if err != nil {
		return nil, err
	}
	var found []*record
	var refused error
	for _, r := range l.records {
		if !r.isCall() || !sel.owns(r) || !fits(r) {
			continue
		}
		if why := r.unfit(kind); why != "" {
			refused = &NothingError{Verb: kind, Why: fmt.Sprintf("record %d %s", r.begin.N, why)}
			continue
		}
		found = append(found, r)
	}
	switch x := l.byN[sel.Number]; {
	case len(found) > 0:
		return l.whole(found), nil
	case missing == nil: // nothing was named
		return nil, l.nothing(kind)
	case refused == nil:
		return nil, missing
	case x != nil && x.begin.Kind == kind && x.end != nil && !x.end.Void:
		return nil, x.same()
	}
	return nil, refused
}

// wanted gives the question whether a selection means a call and, where it names
// something, the error for the case that there is no such thing.
func (l *Log) wanted(kind string, sel Selection) (fits func(*record) bool, missing, err error) {
	switch {
	case sel.Number != 0:
		missing := unknown(kind, "there is no record %d", sel.Number)
		r := l.byN[sel.Number]
		switch {
		case r == nil:
			return nil, nil, missing
		case r.isCall():
			return func(o *record) bool { return o == r }, missing, nil
		}
		of := r.begin.Of
		missing = unknown(kind, "%d is the %s of calls that are not remembered any more", r.begin.N, r.begin.Kind)
		return func(r *record) bool { return slices.Contains(of, r.begin.N) }, missing, nil
	case sel.Call != "":
		return l.called(kind, sel), unknown(kind, "there is no call %s", sel.Call), nil
	case sel.Turn != "":
		return func(r *record) bool { return r.begin.Turn == sel.Turn }, unknown(kind, "there is no turn %s", sel.Turn), nil
	case sel.To != nil:
		upTo, err := l.point(kind, *sel.To)
		return func(r *record) bool { return upTo(r) == (kind == lineRedo) }, nil, err
	}
	fits, err = l.last(kind, sel)
	return fits, nil, err
}

// called is the call of that name: the last one that can be taken back or brought again, since models use their names anew.
func (l *Log) called(kind string, sel Selection) func(*record) bool {
	var newest *record
	for _, r := range l.records {
		if r.isCall() && r.begin.Call == sel.Call && sel.owns(r) && (newest == nil || r.unfit(kind) == "") {
			newest = r
		}
	}
	return func(r *record) bool { return r.begin.Call == sel.Call && r.begin.Turn == newest.begin.Turn }
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
func (l *Log) last(kind string, sel Selection) (func(*record) bool, error) {
	var newest *record
	for _, r := range l.records {
		if !r.isCall() || r.unfit(kind) != "" || !sel.owns(r) {
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
	if newest == nil || kind == lineUndo {
		return func(r *record) bool { return r == newest }, nil
	}
	if x := l.byN[newest.by]; x != nil && newest.state != Half {
		if err := l.overtaken(x, sel); err != nil {
			return nil, err
		}
	}
	return func(r *record) bool { return r.by == newest.by }, nil
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
func (l *Log) point(kind string, p Point) (func(*record) bool, error) {
	switch {
	case p.Call != "":
		found := 0
		for _, r := range l.records {
			if r.isCall() && r.begin.Call == p.Call {
				found = r.begin.N
			}
		}
		if found == 0 {
			return nil, unknown(kind, "there is no call %s", p.Call)
		}
		p.Number = found
	case p.Number == 0 && !p.Time.IsZero():
		return func(r *record) bool { return !r.begin.Time.After(p.Time) }, nil
	case p.Number >= l.next || p.Number < 0:
		return nil, unknown(kind, "there is no record %d", p.Number)
	}
	return func(r *record) bool { return r.begin.N <= p.Number }, nil
}
