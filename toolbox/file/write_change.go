package file

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"jig/tool"
	"jig/workspace"
)

// change is what a tool makes of one file. Every tool that changes contents says
// what it does in this form; running, previewing and answering are the same for
// all of them.
type change struct {
	at workspace.Place
	workspace.ChangeOptions
	// remove deletes the file, if edit has nothing against it.
	remove bool
	// moved is the file that this change and another move: one removes it, and the
	// other puts it elsewhere. Nil for all others.
	moved *workspace.Old
	// edit makes the new content. The notes tell the model what it should know.
	edit func(old workspace.Old) (fresh []byte, notes []string, err error)
}

// compare gives the difference that a change makes. Where a file moves, it is
// told of at its new place: what it has in common with the old one is no change.
func (c *change) compare(shown string, old, fresh []byte) (difference, error) {
	switch {
	case c.moved == nil:
		return differ(shown, old, fresh)
	case c.remove:
		return difference{}, nil
	}
	return differ(shown, c.moved.Data, fresh)
}

// made is what became of one file.
type made struct {
	workspace.Written
	shown string
	diff  difference
	notes []string
}

// changeDetails tell programs what became of a file.
type changeDetails struct {
	Path    string        `json:"path"`
	Created bool          `json:"created"`
	Deleted bool          `json:"deleted,omitempty"`
	Before  workspace.Sum `json:"before,omitempty"`
	After   workspace.Sum `json:"after,omitempty"`
	Added   int           `json:"added"`
	Removed int           `json:"removed"`
	Patch   string        `json:"patch,omitempty"`
}

func (m *made) details() changeDetails {
	return changeDetails{
		Path: m.Path, Created: m.Created, Deleted: m.Removed, Before: m.Before, After: m.After,
		Added: m.diff.Added, Removed: m.diff.Removed, Patch: m.diff.Text,
	}
}

// carryOut makes all changes, or none.
func carryOut(ctx context.Context, sess *workspace.Session, changes []change) ([]made, error) {
	results := make([]made, len(changes))
	before, after := make([][]byte, len(changes)), make([][]byte, len(changes))
	steps := make([]workspace.Step, len(changes))
	for i := range changes {
		c := &changes[i]
		if c.at.Exists {
			if err := needFile(sess, c.at); err != nil {
				return nil, err
			}
		}
		steps[i] = workspace.Step{At: c.at, ChangeOptions: c.ChangeOptions, Remove: c.remove, Edit: func(old workspace.Old) ([]byte, error) {
			fresh, notes, err := c.edit(old)
			if err != nil {
				return nil, explain(sess, c.at, err)
			}
			before[i], after[i], results[i].notes = old.Data, fresh, notes
			steps[i].Perm, steps[i].Exact = c.Perm, c.Exact // the edit of a file that moves sets that of its new place
			return fresh, nil
		}}
	}
	done, err := sess.ChangeAll(ctx, steps)
	if err != nil {
		return nil, refusal(sess, changes, err)
	}
	for i := range results {
		m := &results[i]
		m.Written, m.shown = done[i], sess.Show(done[i].Path)
		if changes[i].at.Shared && !m.Unchanged {
			m.notes = append(m.notes, "Note: the file had other names too (hard links); these keep the old content.")
		}
		if m.diff, err = changes[i].compare(m.shown, before[i], after[i]); err != nil {
			m.notes = append(m.notes, fmt.Sprintf("The change was made, but it cannot be shown: %v.", err))
		}
	}
	return results, nil
}

// refusal words an error of the session for the file that it is about.
func refusal(sess *workspace.Session, changes []change, err error) error {
	if half, ok := errors.AsType[*workspace.HalfError](err); ok {
		return &tool.Error{Code: tool.CodeFailed, Cause: err, Message: half.Error() + ". Read these files before anything else: they are not what they were"}
	}
	at := changes[0].at
	if about, ok := errors.AsType[*fs.PathError](err); ok {
		// New contents are written beside the file first, under a name of their own.
		aside, _ := workspace.Aside(filepath.Base(about.Path))
		if i := slices.IndexFunc(changes, func(c change) bool { return c.at.Real == about.Path || filepath.Base(c.at.Real) == aside }); i >= 0 {
			at = changes[i].at
		}
	}
	if told, ok := errors.AsType[*tool.Error](err); ok {
		return told
	}
	if _, system := errors.AsType[*fs.PathError](err); !system && errors.Is(err, fs.ErrPermission) {
		// A refusal of the session itself, which is in words already.
		return &tool.Error{Code: tool.CodePermissionDenied, Message: err.Error() + "; nothing was changed", Cause: err}
	}
	if errors.Is(err, fs.ErrExist) {
		return &tool.Error{Code: tool.CodeFailed, Cause: err, Message: sess.Show(at.Real) + " exists already; nothing was changed. Update it instead, or delete it first"}
	}
	return explain(sess, at, err)
}

// maxPreview is the size in bytes up to which files are read to preview a change.
const maxPreview = 32 << 20

// preview is the diff that the changes would make now.
func preview(sess *workspace.Session, changes []change) (string, error) {
	var b strings.Builder
	for i := range changes {
		c := &changes[i]
		old, err := current(sess, c.at, maxPreview)
		if err != nil {
			return "", explain(sess, c.at, err)
		}
		fresh, _, err := c.edit(old)
		if err != nil {
			return "", err
		}
		d, err := c.compare(sess.Show(c.at.Real), old.Data, fresh)
		if err != nil {
			return "", err
		}
		if d.Text == "" {
			fmt.Fprintf(&b, "%s (%s)\n", sess.Show(c.at.Real), d.count())
		}
		b.WriteString(d.Text)
	}
	return b.String(), nil
}

// current is a file as it is now, if it is not longer than a limit; 0 is none.
func current(sess *workspace.Session, p workspace.Place, limit int64) (old workspace.Old, err error) {
	p, err = sess.Space().Resolve(p.Path)
	if err != nil || !p.Exists {
		return old, err
	}
	f, err := sess.Open(p)
	if err != nil {
		return old, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return old, err
	}
	if limit > 0 && info.Size() > limit {
		return old, tool.Errorf(tool.CodeFailed, "%s is too large for this (%d bytes): use a command", sess.Show(p.Real), info.Size())
	}
	data, err := io.ReadAll(f)
	return workspace.Old{Exists: true, Data: data, Mode: info.Mode()}, err
}

// answer is the result for one file: a line for the model, the diff for people.
func (m *made) answer(line, title string) *tool.Result {
	res := tool.TextResult(strings.Join(append([]string{line}, m.notes...), "\n"))
	res.Details = m.details()
	res.Display = &tool.Display{Title: title, Text: m.diff.short(), Format: "diff"}
	if m.diff.Text == "" {
		res.Display.Text, res.Display.Format = line, ""
	}
	return res
}
