package file

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"jig/internal/spelling"
	"jig/tool"
	"jig/workspace"
)

// multiInput is what multi_edit takes.
type multiInput struct {
	Path     string      `json:"path,omitempty" doc:"The file to change: absolute, or relative to the main folder of the workspace"`
	Edits    []multiEdit `json:"edits" doc:"The replacements, made in this order: each is looked for in what those before it left" minItems:"1"`
	Expected string      `json:"expected_content_hash,omitempty" doc:"The content hash that read gave: refuses the change if the file is another by now"`
}

type multiEdit struct {
	Path       string `json:"path,omitempty" doc:"Another file, for this replacement only"`
	OldString  string `json:"old_string" doc:"The text to replace, exactly as it is in the file, there only once"`
	NewString  string `json:"new_string" doc:"The text to put in its place"`
	ReplaceAll bool   `json:"replace_all,omitempty" doc:"Replace every occurrence instead of the only one"`
}

// MultiEdit is the tool that makes several replacements, all or none.
func MultiEdit(sess *workspace.Session) tool.Tool {
	spec := tool.Spec{
		Name:  "multi_edit",
		Title: "Edit in several places",
		Description: "Makes several replacements in a file, or in several files, in order and all together: if one of them cannot be made, nothing changes. " +
			"Each works like edit.",
		Help:     "Later edits see what earlier ones have made. Give each enough of the text around it to be unique, or set replace_all.",
		Aliases:  []string{"MultiEdit", "edit_many", "multi_replace", "multi_replace_string_in_file"},
		Keywords: []string{"file", "change", "replace", "several", "batch", "atomic", "many"},
		Category: tool.FileSystem,
		Access:   tool.WorkspaceWrite,
	}
	return tool.New(spec, func(ctx context.Context, in multiInput) (*tool.Result, error) {
		all, err := in.files(sess)
		if err != nil {
			return nil, err
		}
		if len(all) == 1 {
			return all[0].run(ctx, sess)
		}
		done, err := carryOut(ctx, sess, changesOf(sess, all))
		if err != nil {
			return nil, err
		}
		return together(done, "Edited", func(i int) string {
			if done[i].Created {
				return "created"
			}
			return where(all[i].lines)
		}), nil
	}).
		WithSpellings(map[string][]string{
			"path":                  {"file_path", "filename", "file"},
			"edits":                 {"changes", "replacements", "operations"},
			"expected_content_hash": {"content_hash", "expected_hash"},
		}).
		WithAdapt(adaptMulti).
		WithCheck(func(_ context.Context, in multiInput) error { return in.check() }).
		WithPlan(func(_ context.Context, in multiInput) (*tool.Intent, error) {
			all, err := in.files(sess)
			if err != nil {
				return nil, err
			}
			if len(all) == 1 {
				return all[0].plan(sess, "edit"), nil
			}
			intent := &tool.Intent{
				Summary: fmt.Sprintf("edit %d files (%d edits)", len(all), len(in.Edits)),
				Preview: func(context.Context) (string, error) { return preview(sess, changesOf(sess, all)) },
			}
			for _, e := range all {
				intent.Writes = append(intent.Writes, e.at.Real)
			}
			intent.Reads = intent.Writes
			return intent, nil
		})
}

// adaptMulti gives the arguments inside of edits their own names.
func adaptMulti(_ string, args map[string]json.RawMessage) (string, error) {
	list, ok := tool.Arg[[]map[string]json.RawMessage](args, "edits")
	if !ok {
		return "", nil
	}
	others := editSpellings(map[string][]string{"path": {"file_path", "filename", "file"}})
	for _, e := range list {
		for own, names := range others {
			if _, ok := e[own]; ok {
				continue
			}
			folded := []string{spelling.Fold(own)}
			for _, n := range names {
				folded = append(folded, spelling.Fold(n))
			}
			rename(e, own, folded...)
		}
	}
	raw, err := json.Marshal(list)
	args["edits"] = raw
	return "", err
}

func (in *multiInput) check() error {
	for i, e := range in.Edits {
		if err := (replacement{Old: e.OldString, New: e.NewString}).check(); err != nil {
			return named(err, fmt.Sprintf("edit %d: ", i+1))
		}
		if e.Path == "" && in.Path == "" {
			return tool.Errorf(tool.CodeInvalidArgs, "edit %d: it is not said which file to change; give path", i+1)
		}
	}
	_, err := expected(in.Expected)
	return err
}

// files puts the edits together by file.
func (in *multiInput) files(sess *workspace.Session) ([]*edits, error) {
	sum, err := expected(in.Expected)
	if err != nil {
		return nil, err
	}
	var all []*edits
	for _, m := range in.Edits {
		path := m.Path
		if path == "" {
			path = in.Path
		}
		p, err := existing(sess, path)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(all, func(e *edits) bool { return e.at.Real == p.Real })
		if i < 0 {
			i = len(all)
			all = append(all, newEdits(p, nil))
			if m.Path == "" || m.Path == in.Path {
				all[i].expect = sum
			}
		}
		all[i].list = append(all[i].list, replacement{Old: m.OldString, New: m.NewString, All: m.ReplaceAll})
	}
	return all, nil
}

func changesOf(sess *workspace.Session, all []*edits) []change {
	changes := make([]change, len(all))
	for i, e := range all {
		changes[i] = e.change(sess)
	}
	return changes
}
