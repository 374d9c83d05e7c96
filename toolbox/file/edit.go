package file

import (
	"context"
	"fmt"
	"strings"

	"jig/internal/editmatch"
	"jig/tool"
	"jig/workspace"
)

// editInput is what edit takes.
type editInput struct {
	Path       string `json:"path" doc:"The file to change: absolute, or relative to the main folder of the workspace"`
	OldString  string `json:"old_string" doc:"The text to replace, exactly as it is in the file, with enough lines around it to be there only once. Empty to make a new file"`
	NewString  string `json:"new_string" doc:"The text to put in its place"`
	ReplaceAll bool   `json:"replace_all,omitempty" doc:"Replace every occurrence instead of the only one"`
	Expected   string `json:"expected_content_hash,omitempty" doc:"The content hash that read gave: refuses the change if the file is another by now"`
}

// Edit is the tool that replaces a text in a file.
func Edit(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "edit",
		Title: "Edit",
		Description: "Replaces a text in a file. old_string must be in the file exactly once, so give enough lines around the change; " +
			"with replace_all every occurrence is replaced. Leave out the line numbers that read shows. " +
			"Several changes of one file are one multi_edit.",
		Help: "If old_string is not there exactly, but in one place only up to white-space at the end of lines, indentation, typographic quotes or line " +
			"numbers, that place is taken and the answer says so. Line ends, encoding and mode of the file stay. An empty old_string makes a new file.",
		Aliases: []string{
			"Edit", "edit_file", "FileEdit", "str_replace", "replace", "str_replace_editor", "str_replace_based_edit_tool",
			"search_replace", "replace_in_file",
		},
		Keywords: []string{"file", "change", "replace", "modify", "string", "text", "update"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in editInput) (*tool.Result, error) {
		e, err := in.edits(sess)
		if err != nil {
			return nil, err
		}
		return e.run(ctx, sess)
	}).
		WithSpellings(editSpellings(map[string][]string{
			"path":                  {"file_path", "filename", "file", "target_file"},
			"expected_content_hash": {"content_hash", "expected_hash"},
		})).
		WithAdapt(commandFor("edit")).
		WithCheck(func(_ context.Context, in editInput) error {
			if err := in.replacement().check(); err != nil {
				return err
			}
			_, err := expected(in.Expected)
			return err
		}).
		WithPlan(func(_ context.Context, in editInput) (*tool.Intent, error) {
			e, err := in.edits(sess)
			if err != nil {
				return nil, err
			}
			return e.plan(sess, "edit"), nil
		})
}

func editSpellings(more map[string][]string) map[string][]string {
	more["old_string"] = []string{"old_str", "old_text", "old", "search", "find", "search_string"}
	more["new_string"] = []string{"new_str", "new_text", "new", "replacement", "replace_with", "replace_string"}
	more["replace_all"] = []string{"all", "replace_all_occurrences", "global"}
	return more
}

func (in *editInput) replacement() replacement {
	return replacement{Old: in.OldString, New: in.NewString, All: in.ReplaceAll}
}

func (in *editInput) edits(sess *workspace.Session) (*edits, error) {
	p, err := existing(sess, in.Path)
	if err != nil {
		return nil, err
	}
	e := newEdits(p, []replacement{in.replacement()})
	e.expect, err = expected(in.Expected)
	return e, err
}

// expected reads the hash that a call expects, if it does.
func expected(hash string) (workspace.Sum, error) {
	if hash == "" {
		return "", nil
	}
	sum, err := workspace.ParseSum(hash)
	if err != nil {
		return "", tool.Errorf(tool.CodeInvalidArgs, "expected_content_hash: %w", err)
	}
	return sum, nil
}

// replacement is one text that takes the place of another.
type replacement editmatch.Edit

// check refuses what cannot be done whatever the file is.
func (r replacement) check() error {
	if r.Old != r.New {
		return nil
	}
	if r.Old == "" {
		return tool.Errorf(tool.CodeInvalidArgs, "old_string and new_string are both empty; say what to replace with what")
	}
	return tool.Errorf(tool.CodeInvalidArgs, "old_string and new_string are the same, so nothing would change; give the new text in new_string")
}

// count is how many lines come and go at each place, judged by the texts alone.
func (r replacement) count() string {
	d := difference{Added: countLines(r.New), Removed: countLines(r.Old)}
	if len(r.Old)+len(r.New) < diffSide {
		if exact, err := compared("", r.Old, r.New, 0); err == nil {
			d = exact
		}
	}
	if r.All {
		return d.count() + ", everywhere"
	}
	return d.count()
}

// where tells in which lines something was replaced.
func where(lines []int) string {
	if len(lines) == 1 {
		return fmt.Sprintf("at line %d", lines[0])
	}
	shown := make([]string, 0, 20)
	for _, n := range lines[:min(len(lines), 20)] {
		shown = append(shown, fmt.Sprint(n))
	}
	text := strings.Join(shown, ", ")
	if more := len(lines) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("in %d places, at lines %s", len(lines), text)
}
