package file

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"jig/internal/patch"
	"jig/tool"
	"jig/workspace"
)

// patchInput is what apply_patch takes.
type patchInput struct {
	Patch string `json:"patch" doc:"The patch: between *** Begin Patch and *** End Patch, or a unified diff"`
}

// ApplyPatch is the tool that changes several files by a patch, all or none.
func ApplyPatch(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "apply_patch",
		Title: "Apply a patch",
		Description: "Changes, adds, deletes and moves files by a patch. All of it is applied, or nothing. The patch is a unified diff, or has this form:\n" +
			"*** Begin Patch\n*** Update File: path/to/file\n@@ line above the change, such as that of the function\n context line\n-old line\n+new line\n context line\n" +
			"*** Add File: path\n+every line of it\n*** Delete File: path\n*** End Patch\n" +
			"Give three lines of context before and after each change. *** Move to: path, below Update File, renames the file.",
		Help: "Places are found by their lines; line numbers only choose among places that fit equally, and counts of lines may be wrong. " +
			"A hunk that fits nowhere or in several places is refused with the places that come closest.",
		Aliases:  []string{"ApplyPatch", "patch", "apply_diff", "git_apply"},
		Keywords: []string{"file", "diff", "change", "several", "unified", "hunk", "rename", "add", "delete"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in patchInput) (*tool.Result, error) {
		w, err := newPatchwork(sess, in.Patch)
		if err != nil {
			return nil, err
		}
		done, err := carryOut(ctx, sess, w.changes)
		if err != nil {
			return nil, err
		}
		return together(done, "Patched", func(i int) string { return w.verbs[i] }), nil
	}).
		WithSpellings(map[string][]string{"patch": {"input", "diff", "patch_text", "text", "content"}}).
		WithCheck(func(_ context.Context, in patchInput) error {
			_, err := parsePatch(in.Patch)
			return err
		}).
		WithPlan(func(_ context.Context, in patchInput) (*tool.Intent, error) {
			w, err := newPatchwork(sess, in.Patch)
			if err != nil {
				return nil, err
			}
			return w.plan(sess), nil
		})
}

func parsePatch(text string) ([]patch.File, error) {
	files, err := patch.Parse(text)
	if err != nil {
		return nil, patchError(err)
	}
	return files, nil
}

// patchError gives an error of a patch its code.
func patchError(err error) error {
	e, ok := errors.AsType[*patch.Error](err)
	if !ok {
		return err
	}
	told := &tool.Error{Code: tool.CodeInvalidArgs, Message: err.Error(), Cause: err}
	details := map[string]any{"path": e.Path, "hunk": e.Hunk, "line": e.Line}
	switch {
	case len(e.Places) > 0:
		told.Code, details["lines"] = tool.CodeAmbiguousEdit, e.Places[:min(len(e.Places), 1000)]
	case e.Apply:
		told.Code, details["nearest"] = tool.CodeEditTargetNotFound, places(e.Near)
	}
	if e.Apply {
		told.Message += "\nNothing was changed, in no file"
	}
	told.Details = details
	return told
}

// patchwork is a patch as changes of files.
type patchwork struct {
	changes []change
	verbs   []string // what happens to each file, empty for an update
	added   int
	removed int
}

func newPatchwork(sess *workspace.Session, text string) (*patchwork, error) {
	files, err := parsePatch(text)
	if err != nil {
		return nil, err
	}
	w := &patchwork{}
	for i := range files {
		if err := w.add(sess, &files[i]); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for _, c := range w.changes {
		if seen[c.at.Real] {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "the patch changes %s in several sections, by different paths; give one section to each file", sess.Show(c.at.Real))
		}
		seen[c.at.Real] = true
	}
	return w, nil
}

func (w *patchwork) put(c change, verb string) {
	w.changes, w.verbs = append(w.changes, c), append(w.verbs, verb)
}

func (w *patchwork) add(sess *workspace.Session, f *patch.File) error {
	w.count(f)
	if f.Op == patch.Add {
		p, err := place(sess, f.Path)
		if err != nil {
			return err
		}
		c := change{at: p, ChangeOptions: workspace.ChangeOptions{MustNotExist: true}, edit: func(workspace.Old) ([]byte, []string, error) { return []byte(f.Content), nil, nil }}
		if f.Exec {
			c.Perm = 0o777
		}
		w.put(c, "added")
		return nil
	}
	p, err := existing(sess, f.Path)
	if err != nil {
		return err
	}
	if f.Op == patch.Delete || f.To != "" {
		if link, err := entry(sess, f.Path); err == nil && link.Kind == workspace.Link {
			return tool.Errorf(tool.CodeInvalidArgs, "%s is a link: a patch deletes and moves files only; use delete or move", sess.Show(link.Real))
		}
	}
	c := change{at: p, ChangeOptions: workspace.ChangeOptions{MustExist: true}, edit: patched(sess, p, f)}
	switch {
	case f.Op == patch.Delete:
		c.remove = true
		w.put(c, "deleted")
	case f.To != "":
		return w.move(sess, c, f.To)
	default:
		w.put(c, "")
	}
	return nil
}

// move makes two changes of one that also moves the file: the old one goes, and
// the new one gets what became of it.
func (w *patchwork) move(sess *workspace.Session, c change, path string) error {
	to, err := place(sess, path)
	if err != nil {
		return err
	}
	if to.Real == c.at.Real {
		w.put(c, "")
		return nil
	}
	// The new file comes before the old one goes: there is always one of them.
	edit, source := c.edit, &workspace.Old{}
	at := len(w.changes)
	w.put(change{at: to, moved: source, ChangeOptions: workspace.ChangeOptions{MustNotExist: true}, edit: func(workspace.Old) (_ []byte, _ []string, err error) {
		if *source, err = current(sess, c.at, workspace.ChangeLimit); err != nil {
			return nil, nil, explain(sess, c.at, err)
		}
		if !source.Exists {
			return nil, nil, missing(sess, c.at)
		}
		w.changes[at].Perm, w.changes[at].Exact = source.Mode.Perm(), true
		return edit(*source)
	}}, "moved here from "+sess.Show(c.at.Real))
	c.remove, c.moved = true, source
	c.edit = func(old workspace.Old) ([]byte, []string, error) {
		if !bytes.Equal(old.Data, source.Data) {
			return nil, nil, workspace.ErrChanged
		}
		return nil, nil, nil
	}
	w.put(c, "moved to "+sess.Show(to.Real))
	return nil
}

// patched applies the hunks to what is there.
func patched(sess *workspace.Session, p workspace.Place, f *patch.File) func(workspace.Old) ([]byte, []string, error) {
	return func(old workspace.Old) ([]byte, []string, error) {
		if len(f.Hunks) == 0 {
			if f.Op == patch.Delete {
				return nil, nil, nil
			}
			return old.Data, nil, nil
		}
		t, err := editable(sess, p, old)
		if err != nil {
			return nil, nil, err
		}
		applied, err := f.Apply(t.Content)
		if err != nil {
			return nil, nil, patchError(err)
		}
		if f.Op == patch.Delete {
			if applied.Text != "" {
				return nil, nil, tool.Errorf(tool.CodeStaleFile, "%s has more content than the patch deletes; nothing was changed. Read it again, or delete it with a section *** Delete File", sess.Show(p.Real))
			}
			return nil, nil, nil
		}
		t.Content = applied.Text
		fresh, err := t.Encode()
		if err != nil {
			return nil, nil, tool.Errorf(tool.CodeInvalidArgs, "%s: %w", sess.Show(p.Real), err)
		}
		for i, n := range applied.Notes {
			applied.Notes[i] = "Note: " + n + "."
		}
		return fresh, applied.Notes, nil
	}
}

func (w *patchwork) count(f *patch.File) {
	w.added += countLines(f.Content)
	for _, h := range f.Hunks {
		for _, l := range h.Lines {
			switch l.Op {
			case '+':
				w.added++
			case '-':
				w.removed++
			}
		}
	}
}

func (w *patchwork) plan(sess *workspace.Session) *tool.Intent {
	in := &tool.Intent{Preview: func(context.Context) (string, error) { return preview(sess, w.changes) }}
	var names []string
	for _, c := range w.changes {
		in.Writes = append(in.Writes, c.at.Real)
		if !c.MustNotExist {
			in.Reads = append(in.Reads, c.at.Real)
		}
		names = append(names, sess.Show(c.at.Real))
	}
	if len(names) > 5 {
		names = append(names[:4], fmt.Sprintf("%d more", len(names)-4))
	}
	in.Summary = fmt.Sprintf("patch %s (%s)", strings.Join(names, ", "), difference{Added: w.added, Removed: w.removed}.count())
	return in
}
