package undo

import (
	"context"
	"fmt"
)

// Settle closes the record of a call that went on in the background, by the handle
// its result gave. A handle that is not known is settled already.
func (l *Log) Settle(ctx context.Context, handle string) error {
	if handle == "" {
		return nil
	}
	return l.locked(ctx, func() error { return l.settleBackground(ctx, handle) })
}

// settleBackground closes records of what runs in the background: of one handle,
// or of all for an empty one. What those do later is not theirs any more.
func (l *Log) settleBackground(ctx context.Context, handle string) error {
	for _, r := range l.openRecords() {
		if r.background != "" && (handle == "" || r.background == handle) {
			if err := l.settle(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleDead closes the records of processes that are gone, by what they have left
// on disk. An undo or redo holds the lock while it runs, so that one which is open
// now was killed.
func (l *Log) settleDead(ctx context.Context) error {
	for _, r := range l.openRecords() {
		var err error
		switch {
		case !r.isCall():
			err = l.settleAction(r)
		case !l.alive(r.begin.Owner):
			if err = l.sweepCall(r); err == nil {
				err = l.settle(ctx, r)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) openRecords() []*record {
	var open []*record
	for _, r := range l.records {
		if r.end == nil {
			open = append(open, r)
		}
	}
	return open
}

// settle closes the record of a call from its snapshot on disk.
func (l *Log) settle(ctx context.Context, r *record) error {
	before, err := l.before(r)
	if err != nil {
		return l.add(&line{
			Kind: lineEnd, N: r.begin.N, Cut: true,
			Notes: []string{fmt.Sprintf("what it changed is not known: %v", err)},
		})
	}
	return l.close(ctx, r, before, r.background == "")
}

// settleAction closes the record of an undo or redo that was killed: each path is
// as it was before, or as it was meant to be.
func (l *Log) settleAction(r *record) error {
	if err := l.sweepAside(r); err != nil {
		return err
	}
	plan := fromWire(r.begin.Plan)
	end := &line{Kind: lineEnd, N: r.begin.N, Cut: true}
	var done []Change
	for _, c := range plan {
		now, err := l.imageAt(c.Path)
		if err != nil {
			return err
		}
		switch {
		case now.Same(c.Before):
		case now.Same(c.After):
			done = append(done, c)
		default:
			// Somebody changed it since, or the mode was not set yet: it was begun.
			done = append(done, Change{Path: c.Path, Before: c.Before, After: now.Image})
			end.Half = true
		}
	}
	end.Changes = wireChanges(done)
	end.Void = len(done) == 0
	end.Half = end.Half || len(done) > 0 && len(done) < len(plan)
	return l.add(end)
}
