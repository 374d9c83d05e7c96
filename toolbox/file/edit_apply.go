package file

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jig/internal/editmatch"
	"jig/internal/textfile"
	"jig/tool"
	"jig/workspace"
)

// edits are replacements in one file, made one after the other.
type edits struct {
	at     workspace.Place
	list   []replacement
	expect workspace.Sum

	lines   []int // where the last run replaced something
	inexact bool
}

func newEdits(at workspace.Place, list []replacement) *edits { return &edits{at: at, list: list} }

// change is the edits as a change of the file.
func (e *edits) change(sess *workspace.Session) change {
	makes := len(e.list) > 0 && e.list[0].Old == ""
	return change{at: e.at, ChangeOptions: workspace.ChangeOptions{MustExist: !makes, Expect: e.expect}, edit: func(old workspace.Old) ([]byte, []string, error) {
		t, err := editable(sess, e.at, old)
		if err != nil {
			return nil, nil, err
		}
		e.lines, e.inexact = nil, false
		var notes []string
		for i, r := range e.list {
			which := ""
			if len(e.list) > 1 {
				which = fmt.Sprintf("edit %d: ", i+1)
			}
			out, err := r.apply(sess.Show(e.at.Real), t.Content, i)
			if err != nil {
				return nil, nil, named(err, which)
			}
			t.Content = out.Text
			e.lines = append(e.lines, out.Lines...)
			if out.How != editmatch.Exact {
				e.inexact = true
				notes = append(notes, fmt.Sprintf("Note: %sold_string is not in the file exactly; the one place like it, at line %d, was taken: %s.", which, out.Lines[0], out.How))
			}
		}
		fresh, err := t.Encode()
		if err != nil {
			return nil, nil, tool.Errorf(tool.CodeInvalidArgs, "%s: %w", sess.Show(e.at.Real), err)
		}
		return fresh, notes, nil
	}}
}

// editable is the text of a file as it is to be edited: with the line ends that
// it has, for those of an edit are adapted to the place where it is made.
func editable(sess *workspace.Session, p workspace.Place, old workspace.Old) (textfile.Text, error) {
	t := textfile.Decode(old.Data)
	if !t.IsText() {
		return t, tool.Errorf(tool.CodeInvalidArgs, "%s is a binary file, and only text can be edited; use a program that knows its format", sess.Show(p.Real))
	}
	if t.EOL == textfile.CRLF {
		t.Content, t.EOL = strings.ReplaceAll(t.Content, "\n", "\r\n"), textfile.Mixed
	}
	return t, nil
}

// apply makes one replacement.
func (r replacement) apply(path, text string, nth int) (editmatch.Outcome, error) {
	if r.Old == "" && text == "" && nth == 0 {
		return editmatch.Outcome{Text: r.New, Lines: []int{1}}, nil
	}
	out, err := editmatch.Apply(text, editmatch.Edit(r))
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, editmatch.ErrEmpty):
		return out, tool.Errorf(tool.CodeInvalidArgs,
			"old_string is empty, and %s has content (%s): give the text to replace, add lines with insert, or replace the whole file with write", path, lineCount(int64(countLines(text))))
	case errors.Is(err, editmatch.ErrSame):
		return out, tool.Errorf(tool.CodeInvalidArgs, "old_string and new_string are the same, so nothing would change; give the new text in new_string")
	}
	if several, ok := errors.AsType[*editmatch.Ambiguous](err); ok {
		advice := "give more lines around the one that is meant, or set replace_all to change all of them"
		if several.How != editmatch.Exact {
			advice = "read the lines again and give old_string exactly as the file has it, with more lines around"
		}
		return out, &tool.Error{
			Code: tool.CodeAmbiguousEdit, Message: fmt.Sprintf("%s: %s; nothing was changed: %s", path, err, advice), Cause: err,
			Details: map[string]any{"count": len(several.Lines), "lines": several.Lines[:min(len(several.Lines), 1000)]},
		}
	}
	e := &tool.Error{Code: tool.CodeEditTargetNotFound, Cause: err, Message: fmt.Sprintf("%s: %s\nNothing was changed. Read the file again and give old_string exactly as it is there", path, err)}
	if none, ok := errors.AsType[*editmatch.Missing](err); ok && len(none.Near) > 0 {
		e.Details = map[string]any{"nearest": places(none.Near)}
	}
	return out, e
}

// nearPlace tells programs of a place that resembles what was looked for.
type nearPlace struct {
	Line    int    `json:"line"`
	Text    string `json:"text"`
	Differs int    `json:"differs,omitempty"`
}

func places(near []editmatch.Near) []nearPlace {
	list := make([]nearPlace, len(near))
	for i, n := range near {
		list[i] = nearPlace{Line: n.Line, Text: strings.Join(n.Lines, "\n"), Differs: n.Differs}
	}
	return list
}

// named says which of several edits an error is about.
func named(err error, which string) error {
	if e, ok := errors.AsType[*tool.Error](err); ok && which != "" {
		told := *e
		told.Message = which + told.Message
		return &told
	}
	return err
}

// run makes the edits and answers.
func (e *edits) run(ctx context.Context, sess *workspace.Session) (*tool.Result, error) {
	done, err := carryOut(ctx, sess, []change{e.change(sess)})
	if err != nil {
		return nil, err
	}
	m := &done[0]
	title := fmt.Sprintf("edit %s (%s)", m.shown, m.diff.count())
	if m.Created {
		return m.answer(fmt.Sprintf("Created %s (%s).", m.shown, lineCount(int64(m.diff.Added))), title), nil
	}
	return m.answer(e.told(m), title), nil
}

// told is the answer to the model. Where a place was only like what was given,
// it sees what was done there.
func (e *edits) told(m *made) string {
	line := fmt.Sprintf("Edited %s (%s), %s.", m.shown, m.diff.count(), where(e.lines))
	if e.inexact && len(m.diff.Text) < 4000 {
		m.notes = append(m.notes, strings.TrimSuffix(m.diff.Text, "\n"))
	}
	return line
}

// plan states what the edits will do. What they find is known only when they run:
// a call before may change the file.
func (e *edits) plan(sess *workspace.Session, verb string) *tool.Intent {
	what := fmt.Sprintf("%s %s (%d edits)", verb, sess.Show(e.at.Real), len(e.list))
	if len(e.list) == 1 {
		what = fmt.Sprintf("%s %s (%s)", verb, sess.Show(e.at.Real), e.list[0].count())
	}
	return &tool.Intent{
		Summary: what,
		Reads:   []string{e.at.Real},
		Writes:  []string{e.at.Real},
		Preview: func(context.Context) (string, error) { return preview(sess, []change{e.change(sess)}) },
	}
}
