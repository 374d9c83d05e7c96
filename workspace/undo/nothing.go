package undo

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ErrNothing is the error for a selection in which there is nothing to do. A
// [NothingError] says why.
var ErrNothing = errors.New("there is nothing to do")

// NothingError says why a selection leaves nothing to undo or redo. Nothing was
// changed.
type NothingError struct {
	// Verb is undo or redo.
	Verb string
	// Why is the reason, for people.
	Why string
	// Unknown says that what was named is not in the log.
	Unknown bool
	// Empty says that the log remembers no change at all.
	Empty bool
	// Undo or Redo is the number with which the opposite, or the same by its number,
	// would do what was probably meant; zero if there is none.
	Undo, Redo int
}

// Error is the reason.
func (e *NothingError) Error() string { return e.Why }

// Is makes it an [ErrNothing].
func (e *NothingError) Is(target error) bool { return target == ErrNothing }

// unknown is the error for something that was named and is not in the log.
func unknown(kind, format string, args ...any) error {
	return &NothingError{Verb: kind, Why: fmt.Sprintf(format, args...), Unknown: true}
}

// nothing is the error where nothing was named, or what was named has nothing left.
func (l *Log) nothing(kind string) error {
	changed := slices.ContainsFunc(l.records, func(r *record) bool { return r.isCall() && len(r.changes) > 0 })
	return &NothingError{Verb: kind, Why: "there is nothing to " + kind, Empty: !changed}
}

// same says that to undo an undo means to redo, and the other way round.
func (r *record) same() error {
	e := &NothingError{Verb: r.begin.Kind, Why: fmt.Sprintf("%d is the %s of %s", r.begin.N, r.begin.Kind, numbers(r.begin.Of))}
	if r.begin.Kind == lineUndo {
		e.Redo = r.begin.N
	} else {
		e.Undo = r.begin.N
	}
	return e
}

// overtaken is the error for a redo that names nothing, if calls have changed
// something since the last undo: as in an editor, new work ends the way forward. What
// was undone may still be brought back by its number.
func (l *Log) overtaken(x *record, sel Selection) error {
	var since []int
	for _, r := range l.records {
		if r.isCall() && r.begin.N > x.begin.N && len(r.changes) > 0 && sel.owns(r) {
			since = append(since, r.begin.N)
		}
	}
	if len(since) == 0 {
		return nil
	}
	var what []string
	for _, n := range x.begin.Of {
		name := strconv.Itoa(n)
		if r := l.byN[n]; r != nil && r.title() != "" {
			name += " (" + r.title() + ")"
		}
		what = append(what, name)
	}
	return &NothingError{
		Verb: lineRedo, Redo: x.begin.N,
		Why: fmt.Sprintf("the last undo, %d, took back %s, and calls have changed files since: %s", x.begin.N, few(what), numbers(since)),
	}
}

// title is what a call did, in a few words.
func (r *record) title() string {
	if r.begin.Summary != "" {
		return r.begin.Summary
	}
	return r.begin.Tool
}

func numbers(all []int) string {
	names := make([]string, len(all))
	for i, n := range all {
		names[i] = strconv.Itoa(n)
	}
	return few(names)
}

// few is a list that stays short.
func few(names []string) string {
	const shown = 5
	if len(names) > shown+1 {
		return strings.Join(names[:shown], ", ") + fmt.Sprintf(" and %d more", len(names)-shown)
	}
	return strings.Join(names, ", ")
}
