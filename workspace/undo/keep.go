package undo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jig/tool"
)

// inline is how many paths a snapshot may have to be written into the log itself.
const inline = 200

// patience is how long the end of a call waits for others to finish with the log.
// The call has been cancelled, perhaps, but what it did must be known.
const patience = 30 * time.Second

// Keep saves what a call is about to change. It is called right before the call
// runs; an error keeps it from running. The function it returns must be called
// when the call has ended, however it did, with its result: what cannot be taken
// back is added to that.
func (l *Log) Keep(ctx context.Context, c tool.Change) (end func(res *tool.Result), err error) {
	if c.Intent != nil && c.Intent.ReadOnly() {
		return func(*tool.Result) {}, nil
	}
	var r *record
	var before *snapshot
	err = l.locked(ctx, func() error {
		if err := l.pruneDaily(); err != nil {
			return err
		}
		if err := l.settleDead(ctx); err != nil {
			return err
		}
		sc := l.scopeOf(c.Intent)
		if len(sc.Roots) > 0 {
			// What runs in the background has its changes up to here.
			if err := l.settleBackground(ctx, ""); err != nil {
				return err
			}
		}
		var err error
		r, before, err = l.open(ctx, sc, c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("what the call changes could not be saved for undo, so it was not run: %w", err)
	}
	return func(res *tool.Result) { l.ended(ctx, r, before, res) }, nil
}

// open takes the snapshot of a call and opens its record.
func (l *Log) open(ctx context.Context, sc scope, c tool.Change) (*record, *snapshot, error) {
	var old map[string]entry
	if len(sc.Roots) > 0 {
		old = l.index()
	}
	before, err := l.look(ctx, sc, old, true)
	if err != nil {
		return nil, nil, err
	}
	if err := l.blobs.flush(); err != nil {
		return nil, nil, err
	}
	n := &line{
		Kind: lineCall, N: l.next, Owner: l.id, Session: l.opt.Session, Turn: c.Turn, Tool: c.Tool,
		Paths: texts(sc.Paths), Roots: texts(sc.Roots),
	}
	if c.Call != nil {
		n.Call = c.Call.ID
	}
	if c.Intent != nil {
		n.Summary = c.Intent.Summary
	}
	if len(before.entries) > inline {
		if n.Tree, err = l.saveTree(before); err != nil {
			return nil, nil, err
		}
	} else {
		n.Before = before.wire()
		n.Left = texts(slices.Sorted(maps.Keys(before.left)))
	}
	if err := l.add(n); err != nil {
		return nil, nil, err
	}
	if len(sc.Roots) > 0 {
		l.known = before.entries
	}
	return l.byN[n.N], before, nil
}

func (s *snapshot) wire() []wireChange {
	out := make([]wireChange, 0, len(s.entries))
	for _, path := range slices.Sorted(maps.Keys(s.entries)) {
		out = append(out, wireChange{Path: text(path), Before: s.entries[path].wire()})
	}
	return out
}

// before is the snapshot with which a record was opened.
func (l *Log) before(r *record) (*snapshot, error) {
	if r.begin.Tree != "" {
		return l.loadTree(r.begin.Tree)
	}
	s := &snapshot{entries: map[string]entry{}, left: map[string]string{}}
	for _, w := range r.begin.Before {
		s.entries[string(w.Path)] = entry{Image: w.Before.image()}
	}
	for _, path := range r.begin.Left {
		s.left[string(path)] = "left out"
	}
	return s, nil
}

// ended closes the record of a call, or notes that what it started goes on.
func (l *Log) ended(ctx context.Context, r *record, before *snapshot, res *tool.Result) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := l.locked(ctx, func() error {
		r := l.byN[r.begin.N] // the log may have been read anew
		switch {
		case r == nil || r.end != nil:
			return nil
		case res != nil && res.Control.Background != "":
			return l.add(&line{Kind: lineBackground, N: r.begin.N, Handle: res.Control.Background})
		}
		if err := l.close(ctx, r, before, false); err != nil {
			return err
		}
		l.tell(r, before, res)
		return nil
	})
	if err != nil && !errors.Is(err, errClosed) {
		note(res, fmt.Sprintf("What this call changed is not recorded yet: %v.", err))
	}
}

// close looks at what a call has changed and ends its record.
func (l *Log) close(ctx context.Context, r *record, before *snapshot, cut bool) error {
	sc := scope{Paths: plain(r.begin.Paths), Roots: plain(r.begin.Roots)}
	after, err := l.look(ctx, sc, before.entries, false)
	if err != nil {
		return err
	}
	changes, err := l.compare(before, after)
	if err != nil {
		return err
	}
	changes = l.withoutStandIns(changes, before)
	end := &line{
		Kind: lineEnd, N: r.begin.N, Cut: cut,
		Changes: wireChanges(l.claim(r, changes)), Notes: before.notes(l.roots()),
	}
	if err := l.add(end); err != nil {
		return err
	}
	if len(sc.Roots) > 0 {
		l.known = after.entries
		return l.sweepTrees()
	}
	return nil
}

// tell adds to a result what cannot be taken back.
func (l *Log) tell(r *record, before *snapshot, res *tool.Result) {
	var lost []string
	for _, c := range r.changes {
		if why := c.Lost(); why != "" {
			lost = append(lost, fmt.Sprintf("%s (%s)", l.Show(c.Path), why))
		}
	}
	if len(lost) > 0 {
		more := ""
		if len(lost) > 5 {
			lost, more = lost[:5], fmt.Sprintf(" and %d more", len(lost)-5)
		}
		note(res, "This cannot be undone: "+strings.Join(lost, ", ")+more+".")
	}
	for _, path := range r.begin.Paths {
		if why, ok := before.left[string(path)]; ok {
			note(res, fmt.Sprintf("What this call did to %s cannot be undone (%s).", l.Show(string(path)), why))
		}
	}
	for _, root := range r.begin.Roots {
		if why, ok := before.left[string(root)]; ok && !l.told {
			l.told = true
			note(res, fmt.Sprintf("What commands change in %s cannot be undone: it has %s.", root, why))
		}
	}
}

func note(res *tool.Result, message string) {
	if res != nil {
		res.Content = append(res.Content, tool.Text(message))
	}
}
