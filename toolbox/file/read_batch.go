package file

import (
	"context"
	"fmt"
	"strings"

	"jig/tool"
)

// operation is one read of several, in the form of Kiro: what it counts, it
// counts from 0 unless it says otherwise.
type operation struct {
	Mode    string   `json:"mode,omitempty" doc:"What to read: line (a file, also the default), directory or image" enum:"line,directory,image"`
	Path    string   `json:"path,omitempty" doc:"The file or folder"`
	Offset  int64    `json:"offset,omitempty" doc:"line: the first line, counted from 0; directory: the first entry" minimum:"0"`
	Base    int64    `json:"base,omitempty" doc:"1 if offset counts from 1" minimum:"0" maximum:"1"`
	Limit   int64    `json:"limit,omitempty" doc:"How many lines or entries at most" minimum:"0"`
	Depth   int      `json:"depth,omitempty" doc:"directory: how many levels of folders below it to enter; 0 if not given" minimum:"0"`
	Exclude []string `json:"exclude_patterns,omitempty" doc:"directory: names or paths to leave out, such as *.log"`
	Images  []string `json:"image_paths,omitempty" doc:"image: the files"`
}

const modeDirectory = "directory"

// paths are the files and folders that an operation reads.
func (o *operation) paths() []string {
	if o.Path == "" {
		return o.Images
	}
	return append([]string{o.Path}, o.Images...)
}

func (r *reader) planBatch(ops []operation) (*tool.Intent, error) {
	in := &tool.Intent{}
	var shown []string
	for i := range ops {
		for _, path := range ops[i].paths() {
			p, err := existing(r.sess, path)
			if err != nil {
				continue // the answer to this operation will say so
			}
			in.Reads = append(in.Reads, p.Real)
			shown = append(shown, r.sess.Show(p.Real))
		}
	}
	in.Summary = "read " + strings.Join(shown, ", ")
	if len(shown) > 3 {
		in.Summary = fmt.Sprintf("read %s and %d more", strings.Join(shown[:3], ", "), len(shown)-3)
	}
	return in, nil
}

// batch answers the operations in order. One that fails says so in its place; the
// call fails only if all do.
func (r *reader) batch(ctx context.Context, ops []operation) (*tool.Result, error) {
	all := &tool.Result{}
	var details []any
	var failed error
	good := 0
	for i := range ops {
		paths := ops[i].paths()
		if len(paths) == 0 {
			paths = []string{""}
		}
		for _, path := range paths {
			if err := context.Cause(ctx); err != nil {
				return all, err
			}
			res, err := r.operate(ctx, &ops[i], path)
			if len(ops) > 1 || len(paths) > 1 {
				all.Content = append(all.Content, tool.Text("=== "+path+" ==="))
			}
			if err != nil {
				failed = err
				told := tool.AsError(err)
				all.Content = append(all.Content, tool.Text("Error: "+told.Error()))
				details = append(details, map[string]any{"path": path, "error": told})
				continue
			}
			good++
			all.Content = append(all.Content, res.Content...)
			details = append(details, res.Details)
		}
	}
	all.Details = map[string]any{"operations": details}
	if good == 0 && len(details) == 1 {
		return nil, failed
	}
	all.IsError = good == 0
	return all, nil
}

// operate does one operation for one path.
func (r *reader) operate(ctx context.Context, o *operation, path string) (*tool.Result, error) {
	if path == "" {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "the operation does not say what to read: path is missing (for images: image_paths)")
	}
	if o.Mode != modeDirectory {
		return r.one(ctx, readInput{Path: path, Offset: o.Offset, Base: o.Base, Limit: o.Limit})
	}
	p, err := existing(r.sess, path)
	if err != nil {
		return nil, err
	}
	if err := approved(ctx, p); err != nil {
		return nil, err
	}
	return directory(ctx, r.sess, p, listing{
		Depth: o.Depth + 1, Offset: max(o.Offset-o.Base, 0), Base: o.Base, Limit: o.Limit, Exclude: o.Exclude, Newest: true, Plain: true,
	})
}
