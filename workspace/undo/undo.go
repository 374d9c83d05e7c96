package undo

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
)

// Request is what to undo or redo, and how.
type Request struct {
	Selection
	// Force goes on where files are not what the calls have left behind. What is
	// there is saved as part of the undo, so that a redo brings it back. It also
	// goes on without what cannot be taken back.
	Force bool
	// DryRun only says what would be done.
	DryRun bool
}

// Report is what an undo or redo has done, or would do.
type Report struct {
	// Number is that of the record of the undo or redo; redo and undo take it, too.
	// It is zero for a dry run.
	Number int `json:"number,omitempty"`
	// Records are the calls that were undone or redone, the newest first.
	Records []Record `json:"records"`
	// Changes are what was done to files, with what was there before.
	Changes []Change `json:"changes"`
	// Notes say what was left as it is, and why.
	Notes []string `json:"notes,omitempty"`
}

// Undo takes back what calls changed. It is done as a whole or, with a
// [ConflictError], not at all.
func (l *Log) Undo(ctx context.Context, req Request) (*Report, error) {
	return l.act(ctx, lineUndo, req)
}

// Redo brings back what was undone, on the same terms as Undo.
func (l *Log) Redo(ctx context.Context, req Request) (*Report, error) {
	return l.act(ctx, lineRedo, req)
}

func (l *Log) act(ctx context.Context, kind string, req Request) (report *Report, err error) {
	err = l.locked(ctx, func() error {
		if err := l.settleDead(ctx); err != nil {
			return err
		}
		if err := l.settleBackground(ctx, ""); err != nil {
			return err
		}
		records, err := l.choose(kind, req.Selection)
		if err != nil {
			return err
		}
		p, err := l.plan(kind, records, req.Force)
		if err != nil {
			return err
		}
		if len(p.clashes) > 0 {
			return &ConflictError{Verb: kind, Clashes: p.clashes, show: l.Show}
		}
		if len(p.steps) == 0 && len(p.notes) > 0 {
			return fmt.Errorf("nothing of it can be done: %s", strings.Join(p.notes, "; "))
		}
		report = &Report{Changes: p.changes(), Notes: p.notes}
		if !req.DryRun {
			err = l.carryOut(ctx, p, report)
		}
		for i := len(records) - 1; i >= 0; i-- {
			report.Records = append(report.Records, records[i].public())
		}
		return err
	})
	if err != nil && (report == nil || report.Number == 0) {
		return nil, err
	}
	return report, err
}

// carryOut does what is planned, under a record of its own. It is not interrupted:
// from here on the shortest way to a good state is the end.
func (l *Log) carryOut(_ context.Context, p *plan, report *Report) error {
	if err := p.save(); err != nil {
		return err
	}
	begin := &line{
		Kind: p.kind, N: l.next, Owner: l.id, Session: l.opt.Session, Aside: rand.Text(),
		Plan: wireChanges(p.record()),
	}
	for _, r := range p.records {
		begin.Of = append(begin.Of, r.begin.N)
	}
	if err := l.add(begin); err != nil {
		return err
	}
	r := l.byN[begin.N]
	if err := p.stage(begin.Aside, fromWire(begin.Plan)); err != nil {
		return l.failed(r, err)
	}
	if err := p.commit(); err != nil {
		return l.failed(r, err)
	}
	end := &line{Kind: lineEnd, N: begin.N, Notes: p.notes}
	changes, err := l.outcome(r)
	if err != nil {
		return err
	}
	end.Changes = wireChanges(changes)
	if err := l.add(end); err != nil {
		return err
	}
	report.Number, report.Changes, report.Notes = begin.N, changes, p.notes
	return nil
}

// outcome looks at what an undo or redo has really done.
func (l *Log) outcome(r *record) ([]Change, error) {
	var done []Change
	for _, c := range fromWire(r.begin.Plan) {
		now, err := l.imageAt(c.Path)
		if err != nil {
			return nil, err
		}
		if !now.Same(c.Before) {
			done = append(done, Change{Path: c.Path, Before: c.Before, After: now.Image})
		}
	}
	return done, nil
}

// failed closes the record of an undo or redo that could not be finished.
func (l *Log) failed(r *record, cause error) error {
	if err := l.settleAction(r); err != nil {
		return fmt.Errorf("%w; what is left of it will be settled by the next command: %w", cause, err)
	}
	if r.end != nil && r.end.Void {
		return fmt.Errorf("nothing was changed: %w", cause)
	}
	return fmt.Errorf("it was stopped on the way (\"jig undo\" or \"jig redo\" without operands go on or back): %w", cause)
}
