package undo

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// State is what became of a record.
type State string

// The states of a record.
const (
	Running State = "running" // the call has not ended, or goes on in the background
	Done    State = "done"
	Undone  State = "undone"
	Half    State = "half undone" // an undo or redo of it was stopped on the way
)

// Record is what one call changed.
type Record struct {
	// Number counts the records of a log.
	Number  int       `json:"number"`
	Time    time.Time `json:"time"`
	Session string    `json:"session,omitempty"`
	Turn    string    `json:"turn,omitempty"`
	Call    string    `json:"call,omitempty"`
	Tool    string    `json:"tool,omitempty"`
	Summary string    `json:"summary,omitempty"`
	State   State     `json:"state"`
	// By is the number of the undo or redo that brought the record into its state.
	By int `json:"by,omitempty"`
	// Interrupted says that the process was gone before the call had ended.
	Interrupted bool `json:"interrupted,omitempty"`
	// Background is the handle of what the call started and left running.
	Background string   `json:"background,omitempty"`
	Changes    []Change `json:"changes"`
	// Lost are the paths of changes that cannot be taken back, and why.
	Lost map[string]string `json:"lost,omitempty"`
	// Notes say what the record does not cover.
	Notes []string `json:"notes,omitempty"`
}

// record is a record as it is built from lines.
type record struct {
	begin      *line
	end        *line
	background string
	opened     int64 // where in the order of lines it was opened and closed
	closed     int64
	changes    []Change

	// Of a call: what the last undo or redo of it has done.
	state State
	by    int
}

func (r *record) isCall() bool { return r.begin.Kind == lineCall }

// change is what the record says about a path. Changes are sorted by it.
func (r *record) change(path string) (Change, bool) {
	i, ok := slices.BinarySearchFunc(r.changes, path, func(c Change, path string) int { return strings.Compare(c.Path, path) })
	if !ok {
		return Change{}, false
	}
	return r.changes[i], true
}

// replay takes a line up. Lines whose record is not known were damaged or belong
// to records that were removed.
func (l *Log) replay(n *line) {
	switch n.Kind {
	case lineHead:
		l.next = max(l.next, n.N)
		return
	case lineCall, lineUndo, lineRedo:
		r := &record{begin: n, opened: l.read, state: Done}
		l.records = append(l.records, r)
		l.byN[n.N] = r
		l.next = max(l.next, n.N+1)
		return
	}
	r := l.byN[n.N]
	if r == nil || r.end != nil {
		return
	}
	switch n.Kind {
	case lineBackground:
		r.background = n.Handle
	case lineEnd:
		r.end, r.closed, r.changes = n, l.read, fromWire(n.Changes)
		l.turnTo(r)
	}
}

// turnTo brings the calls of an undo or redo that has ended into their state.
func (l *Log) turnTo(r *record) {
	var state State
	switch {
	case r.isCall() || r.end.Void:
		return
	case r.end.Half:
		state = Half
	case r.begin.Kind == lineUndo:
		state = Undone
	default:
		state = Done
	}
	for _, n := range r.begin.Of {
		if of := l.byN[n]; of != nil {
			of.state, of.by = state, r.begin.N
		}
	}
}

// public is the record for others to see.
func (r *record) public() Record {
	b := r.begin
	out := Record{
		Number: b.N, Time: b.Time, Session: b.Session, Turn: b.Turn, Call: b.Call, Tool: b.Tool, Summary: b.Summary,
		State: r.state, By: r.by, Background: r.background, Changes: slices.Clone(r.changes),
	}
	if out.Changes == nil {
		out.Changes = []Change{}
	}
	if r.end == nil {
		out.State = Running
		return out
	}
	out.Interrupted, out.Notes = r.end.Cut, r.end.Notes
	for _, c := range r.changes {
		if why := c.Lost(); why != "" {
			if out.Lost == nil {
				out.Lost = map[string]string{}
			}
			out.Lost[c.Path] = why
		}
	}
	return out
}

// List gives the records of calls that changed something or still run, the newest
// first. Calls of processes that are gone are settled on the way.
func (l *Log) List(ctx context.Context) ([]Record, error) {
	var out []Record
	err := l.locked(ctx, func() error {
		if err := l.settleDead(ctx); err != nil {
			return err
		}
		for _, r := range slices.Backward(l.records) {
			if r.isCall() && (r.end == nil || len(r.changes) > 0) {
				out = append(out, r.public())
			}
		}
		return nil
	})
	return out, err
}

// Damaged is how many lines of the log could not be read. The records they
// belonged to are missing, all others count.
func (l *Log) Damaged(ctx context.Context) (n int, err error) {
	err = l.locked(ctx, func() error { n = l.damaged; return nil })
	return n, err
}

// Show is a path as people like to read it: relative to a root it is below.
func (l *Log) Show(path string) string {
	if r := l.ground.root(path); r != nil && path != r.path && r.path == l.ground.roots[0].path {
		if rel, err := filepath.Rel(r.path, path); err == nil {
			return rel
		}
	}
	return path
}
