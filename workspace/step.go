package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"jig/tool"
)

// Old is a file as it is before it is changed.
type Old struct {
	// Exists is false for a file that is about to be made; then the rest is empty.
	Exists bool
	Data   []byte
	Mode   fs.FileMode
	Sum    Sum
}

// ChangeOptions say on what terms a file may be changed.
type ChangeOptions struct {
	// MustExist refuses to make the file, MustNotExist to change one that is there.
	MustExist, MustNotExist bool
	// Expect refuses to change a file whose content is not this.
	Expect Sum
	// Unread lets a file be changed that is not what the session saw last.
	Unread bool
	// Perm is the mode of a file that is made; zero means the usual one. Exact gives
	// it that mode whatever the user's mask is, as for a file that moves.
	Perm  fs.FileMode
	Exact bool
}

// Written is what a change has done.
type Written struct {
	Path          string
	Created       bool
	Unchanged     bool // the new content was the old one, and nothing was written
	Removed       bool
	Before, After Sum
	Size          int64
}

// Step is one change of several that are made together.
type Step struct {
	// At is the file.
	At Place
	ChangeOptions
	// Edit makes the new content of the old. The old one must not be changed.
	Edit func(old Old) ([]byte, error)
	// Remove deletes the file instead; Edit, if it is there, is asked first and may
	// refuse.
	Remove bool
}

// Change makes a new content of the old one of a file, as one step: no other
// session changes the file in between, a file that is not what this session saw
// last is refused, and on disk there is the old content or the new one, whatever
// happens. Mode and owner of the file stay.
func (s *Session) Change(ctx context.Context, p Place, o ChangeOptions, edit func(old Old) ([]byte, error)) (Written, error) {
	done, err := s.ChangeAll(ctx, []Step{{At: p, ChangeOptions: o, Edit: edit}})
	if err != nil {
		return Written{}, err
	}
	return done[0], nil
}

// ChangeAll makes several changes, or none: everything is checked and written
// aside before the first file is replaced, and if one cannot be, those before it
// are put back.
func (s *Session) ChangeAll(ctx context.Context, steps []Step) (_ []Written, err error) {
	paths := make([]string, len(steps))
	for i := range steps {
		paths[i] = steps[i].At.Real
		if err := stated(ctx, paths[i]); err != nil {
			return nil, err
		}
	}
	unlock, err := s.locks.lock(ctx, paths...)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	work := make([]*staged, 0, len(steps))
	defer func() {
		for _, w := range work {
			err = errors.Join(err, w.discard())
		}
		if err != nil {
			for _, w := range slices.Backward(work) {
				s.space.unmake(w.in.made, s.opt.Outside)
			}
		}
	}()
	for i := range steps {
		w, err := s.stage(&steps[i])
		if err != nil {
			return nil, err
		}
		work = append(work, w)
	}
	for i, w := range work {
		if err := w.commit(); err != nil {
			return nil, rollBack(s, work[:i], fmt.Errorf("%s: %w", w.place.Real, err))
		}
	}
	done := make([]Written, len(work))
	for i, w := range work {
		done[i] = w.written
		if w.written.Removed {
			s.forget(w.place.Real)
		} else {
			s.know(w.place.Real, w.written.After)
		}
	}
	return done, nil
}

// stage checks one step and writes the new content beside the file.
func (s *Session) stage(step *Step) (*staged, error) {
	// Resolved anew: a call before this one may have made or replaced the file.
	p, err := s.space.again(step.At)
	if err != nil {
		return nil, err
	}
	if p.Real != step.At.Real {
		return nil, fmt.Errorf("%s leads to %s now: %w", step.At.Given, p.Real, ErrChanged)
	}
	var old Old
	var info fs.FileInfo
	if p.Exists {
		if old.Data, info, err = s.read(p, ChangeLimit); err != nil {
			return nil, err
		}
		old.Exists, old.Mode, old.Sum = true, info.Mode(), SumOf(old.Data)
	}
	if err := s.acceptable(p, step, old, info); err != nil {
		return nil, err
	}
	var fresh []byte
	if step.Edit != nil {
		if fresh, err = step.Edit(old); err != nil {
			return nil, err
		}
	}
	w := &staged{space: s.space, outside: s.opt.Outside, place: p, old: old, info: info, like: info, remove: step.Remove}
	w.written = Written{Path: p.Real, Before: old.Sum}
	switch {
	case step.Remove:
		w.written.Removed = true
	case old.Exists && bytes.Equal(old.Data, fresh):
		w.written.Unchanged, w.written.After, w.written.Size = true, old.Sum, int64(len(fresh))
		return w, nil
	default:
		w.written.Created, w.written.After, w.written.Size = !old.Exists, SumOf(fresh), int64(len(fresh))
	}
	return w, w.prepare(fresh, step.Perm, step.Exact)
}

// acceptable checks the terms of a step.
func (s *Session) acceptable(p Place, step *Step, old Old, info fs.FileInfo) error {
	known := s.Seen(p)
	if !old.Exists {
		// It is said once that the file is gone. It cannot be read again, so to
		// insist would mean that it can never be made again.
		s.know(p.Real, "")
	}
	switch {
	case !old.Exists && (step.MustExist || step.Remove):
		return &fs.PathError{Op: "change", Path: p.Real, Err: fs.ErrNotExist}
	case old.Exists && step.MustNotExist:
		return &fs.PathError{Op: "create", Path: p.Real, Err: fs.ErrExist}
	}
	if step.Expect != "" && (!old.Exists || !step.Expect.holds(old.Data, info)) {
		return stale(s.Show(p.Real), "is not the content that the call expected")
	}
	if known == "" || step.Unread {
		return nil
	}
	if !old.Exists {
		return tool.Errorf(tool.CodeStaleFile, "%s was deleted since it was read; nothing was written. If it is to be there again, repeat the call, with the whole content", s.Show(p.Real))
	}
	if !known.holds(old.Data, info) {
		return stale(s.Show(p.Real), "changed since it was read")
	}
	return nil
}

func stale(path, what string) error {
	return tool.Errorf(tool.CodeStaleFile, "%s %s; nothing was written. Read it again, then repeat the change on what it is now", path, what)
}

// HalfError is the error for changes of which some were made and could not be
// taken back.
type HalfError struct {
	// Paths are the files that stay changed.
	Paths []string
	// Cause is why the changes were given up, Back why they could not be taken back.
	Cause, Back error
}

// Error says which files stay changed, and why.
func (e *HalfError) Error() string {
	return fmt.Sprintf("%v; %s could not be put back: %v", e.Cause, strings.Join(e.Paths, ", "), e.Back)
}

// Unwrap gives both reasons.
func (e *HalfError) Unwrap() []error { return []error{e.Cause, e.Back} }

// rollBack puts files back that were replaced already, because of an error that it
// returns.
func rollBack(s *Session, done []*staged, cause error) error {
	half := &HalfError{Cause: cause}
	for _, w := range slices.Backward(done) {
		if err := w.revert(s); err != nil {
			half.Paths = append(half.Paths, w.place.Real)
			half.Back = errors.Join(half.Back, err)
		}
	}
	if half.Back == nil {
		return cause
	}
	return half
}
