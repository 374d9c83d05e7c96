package file

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jig/internal/textfile"
	"jig/tool"
	"jig/workspace"
)

// writeInput is what write takes.
type writeInput struct {
	Path    string `json:"path" doc:"The file to write: absolute, or relative to the main folder of the workspace"`
	Content string `json:"content" doc:"The whole new content of the file"`
}

// Write is the tool that makes a file, or replaces all of its content.
func Write(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "write",
		Title: "Write",
		Description: "Writes a whole file: makes it, with the folders it needs, or replaces all of its content. " +
			"To change a part of a file use edit. A file that changed since it was read is not overwritten; read it again first.",
		Help: "An existing file keeps its line ends (LF or CRLF), its encoding with the byte order mark, and its mode.",
		Aliases: []string{
			"Write", "write_file", "FileWrite", "create_file", "fs_write", "save_file", "write_to_file", "WriteFile",
		},
		Keywords: []string{"file", "create", "save", "new", "overwrite", "content"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in writeInput) (*tool.Result, error) {
		c, err := in.change(sess)
		if err != nil {
			return nil, err
		}
		done, err := carryOut(ctx, sess, []change{c})
		if err != nil {
			return nil, err
		}
		m := &done[0]
		lines := lineCount(int64(countLines(in.Content)))
		switch {
		case m.Created:
			return m.answer(fmt.Sprintf("Created %s (%s).", m.shown, lines), "write "+m.shown+" (new)"), nil
		case m.Unchanged:
			return m.answer(m.shown+" has exactly this content already; nothing was written.", "write "+m.shown+" (unchanged)"), nil
		}
		return m.answer(fmt.Sprintf("Updated %s (%s), which has %s now.", m.shown, m.diff.count(), lines), fmt.Sprintf("write %s (%s)", m.shown, m.diff.count())), nil
	}).
		WithSpellings(map[string][]string{
			"path":    {"file_path", "filename", "file", "file_name", "target_file"},
			"content": {"contents", "file_text", "text", "data", "body"},
		}).
		WithAdapt(commandFor("write")).
		WithPlan(func(_ context.Context, in writeInput) (*tool.Intent, error) {
			c, err := in.change(sess)
			if err != nil {
				return nil, err
			}
			what := "write " + sess.Show(c.at.Real) + " (" + lineCount(int64(countLines(in.Content)))
			if !c.at.Exists {
				what += ", new"
			}
			return &tool.Intent{
				Summary: what + ")",
				Writes:  []string{c.at.Real},
				Preview: func(context.Context) (string, error) { return preview(sess, []change{c}) },
			}, nil
		})
}

func (in *writeInput) change(sess *workspace.Session) (change, error) {
	p, err := place(sess, in.Path)
	if err != nil {
		return change{}, err
	}
	return change{at: p, edit: func(old workspace.Old) ([]byte, []string, error) {
		if !old.Exists || len(old.Data) == 0 {
			return []byte(in.Content), nil, nil
		}
		return rewritten(old.Data, in.Content)
	}}, nil
}

// rewritten is a new content with the habits of the old one, as far as it has any.
func rewritten(old []byte, content string) (fresh []byte, notes []string, err error) {
	t := textfile.Decode(old)
	if !t.IsText() {
		return []byte(content), nil, nil
	}
	if t.Encoding != textfile.UTF8 && t.Encoding != textfile.Windows1252 {
		content = strings.TrimPrefix(content, "\ufeff") // the mark comes by itself
	}
	with := t.With(content)
	switch had, has := textfile.EOLOf(content), t.EOL; {
	case has == textfile.CRLF && had != textfile.CRLF && had != textfile.NoEOL:
		notes = append(notes, "Lines end with CRLF, as they did in the file.")
	case has == textfile.LF && had != textfile.LF && had != textfile.NoEOL:
		notes = append(notes, "Lines end with LF, as they did in the file.")
	}
	fresh, err = with.Encode()
	if errors.Is(err, textfile.ErrCannotWrite) {
		notes = append(notes, fmt.Sprintf("The file was %s, which does not have all characters of the new content; it is UTF-8 now.", t.Encoding))
		with.Encoding = textfile.UTF8
		fresh, err = with.Encode()
	}
	return fresh, notes, err
}
