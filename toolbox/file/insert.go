package file

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"jig/internal/textfile"
	"jig/tool"
	"jig/workspace"
)

// insertInput is what insert takes.
type insertInput struct {
	Path    string `json:"path" doc:"The file to change: absolute, or relative to the main folder of the workspace"`
	Line    *int   `json:"line,omitempty" doc:"Insert after this line, counted from 1; 0 inserts before the first. Without it the content comes at the end" minimum:"0"`
	Content string `json:"content" doc:"The lines to insert" minLength:"1"`
}

// Insert is the tool that puts lines into a file.
func Insert(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:        "insert",
		Title:       "Insert lines",
		Description: "Inserts lines into a file, after the line with the given number (0 for the beginning), or at the end if none is given. The file must exist; write makes a new one.",
		Help:        "Whole lines are inserted: where the content does not end its last line, that is done. Line ends are those of the file.",
		Aliases:     []string{"insert_lines", "insert_line", "insert_at_line", "insert_text", "append_file", "append_to_file", "append"},
		Keywords:    []string{"file", "add", "lines", "append", "put"},
		Category:    tool.FileSystem,
		Access:      tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in insertInput) (*tool.Result, error) {
		c, at, err := in.change(sess)
		if err != nil {
			return nil, err
		}
		done, err := carryOut(ctx, sess, []change{c})
		if err != nil {
			return nil, err
		}
		m := &done[0]
		return m.answer(fmt.Sprintf("Inserted %s into %s, from line %d on.", lineCount(int64(m.diff.Added-m.diff.Removed)), m.shown, *at+1),
			fmt.Sprintf("insert into %s (%s)", m.shown, m.diff.count())), nil
	}).
		WithSpellings(map[string][]string{
			"path":    {"file_path", "filename", "file", "target_file"},
			"line":    {"insert_line", "line_number", "after_line", "insert_after"},
			"content": {"text", "new_str", "new_string", "insert_text", "lines", "contents"},
		}).
		WithAdapt(func(name string, args map[string]json.RawMessage) (string, error) {
			if strings.HasPrefix(strings.ToLower(name), "append") {
				delete(args, "line")
			}
			return commandFor("insert")(name, args)
		}).
		WithPlan(func(_ context.Context, in insertInput) (*tool.Intent, error) {
			c, _, err := in.change(sess)
			if err != nil {
				return nil, err
			}
			return &tool.Intent{
				Summary: fmt.Sprintf("insert into %s (+%d)", sess.Show(c.at.Real), countLines(in.Content)),
				Reads:   []string{c.at.Real},
				Writes:  []string{c.at.Real},
				Preview: func(context.Context) (string, error) { return preview(sess, []change{c}) },
			}, nil
		})
}

// change is the insertion, and the line after which it was made once it is.
func (in *insertInput) change(sess *workspace.Session) (change, *int, error) {
	p, err := existing(sess, in.Path)
	at := new(int)
	return change{at: p, ChangeOptions: workspace.ChangeOptions{MustExist: true}, edit: func(old workspace.Old) ([]byte, []string, error) {
		t, err := editable(sess, p, old)
		if err != nil {
			return nil, nil, err
		}
		lines := countLines(t.Content)
		*at = lines
		if in.Line != nil {
			*at = *in.Line
		}
		if *at > lines {
			return nil, nil, tool.Errorf(tool.CodeInvalidArgs, "%s has %s, so nothing can be inserted after line %d; leave line out to insert at the end", sess.Show(p.Real), lineCount(int64(lines)), *at)
		}
		t.Content = inserted(t.Content, *at, in.Content)
		fresh, err := t.Encode()
		if err != nil {
			return nil, nil, tool.Errorf(tool.CodeInvalidArgs, "%s: %w", sess.Show(p.Real), err)
		}
		return fresh, nil, nil
	}}, at, err
}

// inserted puts whole lines after a line. At the end a last line without an end
// gets one, and passes on that it had none.
func inserted(text string, after int, content string) string {
	cut := 0
	for range after {
		i := strings.IndexByte(text[cut:], '\n')
		if i < 0 {
			cut = len(text)
			break
		}
		cut += i + 1
	}
	eol := "\n"
	if i := strings.IndexByte(text[cut:], '\n') + cut; i > cut && text[i-1] == '\r' || i < cut && strings.HasSuffix(text[:cut], "\r\n") {
		eol = "\r\n"
	} else if i < cut && textfile.EOLOf(text) == textfile.CRLF {
		eol = "\r\n"
	} else if !strings.Contains(text, "\n") && textfile.EOLOf(content) == textfile.CRLF {
		eol = "\r\n" // the file has no habit yet
	}
	if content = unixLines(content); eol != "\n" {
		content = strings.ReplaceAll(content, "\n", eol)
	}
	unended := cut == len(text) && cut > 0 && text[cut-1] != '\n'
	switch {
	case unended:
		return text + eol + content
	case !strings.HasSuffix(content, "\n"):
		content += eol
	}
	return text[:cut] + content + text[cut:]
}
