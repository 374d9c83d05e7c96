package file

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"jig/tool"
	"jig/toolbox/file/pdf"
	"jig/workspace"
)

// ReadOptions change what read can do.
type ReadOptions struct {
	// PDF opens documents, nil where that is not possible.
	PDF pdf.Reader
	// Brief answers a repeated read of lines that have not changed in one sentence.
	// It is for sessions whose model still sees the first answer.
	Brief bool
}

// readInput is what read takes.
type readInput struct {
	Path    string `json:"path,omitempty" doc:"The file: absolute, or relative to the main folder of the workspace. Also a folder, an image, a PDF or a notebook"`
	Offset  int64  `json:"offset,omitempty" doc:"The first line, counted from 1 unless base is 0 (in a notebook: the first cell)" minimum:"0"`
	Base    int64  `json:"base" doc:"Where offset starts to count, 0 or 1" minimum:"0" maximum:"1" default:"1"`
	Limit   int64  `json:"limit,omitempty" doc:"How many lines at most; 2000 if not given" minimum:"0"`
	Column  int64  `json:"column,omitempty" doc:"The first character of each line, counted from 1: for the rest of very long lines" minimum:"0"`
	Pages   string `json:"pages,omitempty" doc:"Which pages of a PDF, at most 20: \"3\" or \"1-5\" or \"1,4-6\""`
	Numbers *bool  `json:"include_line_numbers,omitempty" doc:"Whether lines are numbered; they are, if not given"`
	// Operations are the form of Kiro, and count from 0 as it does unless they say otherwise.
	Operations []operation `json:"operations,omitempty" doc:"Several reads in one call, instead of path"`
}

// first is the line or cell to begin with, counted from 1 whatever the caller
// counts from.
func (in *readInput) first() int64 { return max(in.Offset-in.Base, 0) + 1 }

// on says how to go on from a line or cell that is counted from 1: by the offset
// that the caller would give.
func (in *readInput) on(next int64) string {
	return fmt.Sprintf("to continue: offset=%d", next-1+in.Base)
}

func (in *readInput) span() span {
	want := span{First: in.first(), Count: in.Limit, Column: max(in.Column, 1)}
	if want.Count == 0 {
		want.Count = defaultLines
	}
	return want
}

// reader is the tool read, and what it remembers of a session.
type reader struct {
	sess  *workspace.Session
	opt   ReadOptions
	marks marks

	mu    sync.Mutex
	shown map[shownKey]workspace.Sum
}

// Read is the tool that shows files: lines of text, folders, images, pages of
// PDFs and notebooks.
func Read(sess *workspace.Session, opt ReadOptions) tool.Tool {
	r := &reader{sess: sess, opt: opt, shown: map[shownKey]workspace.Sum{}}
	spec := tool.Spec{
		Name:  "read",
		Title: "Read",
		Description: "Reads a file of the workspace. Text comes with line numbers, at most 2000 lines at a time; " +
			"offset and limit choose which, and the answer says which lines it shows of how many. " +
			"Also shows folders, images, PDF pages and notebooks. " +
			"Read a file before you change it; to find something in files use grep.",
		Help: "Files of any size can be read by range. A line of more than 2000 characters is cut, and column shows its rest. " +
			"The line numbers and the tab after them are not part of the file. " +
			"operations reads several things in one call: {mode: line|directory|image, path, offset, limit, depth, exclude_patterns, image_paths}, " +
			"with offset counted from 0 unless base is 1; one that fails does not stop the others.",
		Aliases: []string{
			"Read", "fs_read", "fsRead", "read_file", "FileRead", "file_read", "view", "view_file", "open_file", "cat", "imageRead", "image_read",
		},
		Keywords: []string{"file", "show", "open", "content", "lines", "text", "image", "picture", "pdf", "notebook", "folder"},
		Category: tool.FileSystem,
		Access:   tool.ReadOnly,
		// It bounds itself, and says how to go on.
		MaxOutput: -1,
	}
	return tool.New(spec, r.run).
		WithSpellings(map[string][]string{
			"path":                 {"file", "filename", "file_name", "absolute_path", "target_file", "notebook_path"},
			"limit":                {"max_lines", "num_lines", "line_count"},
			"pages":                {"page"},
			"include_line_numbers": {"line_numbers", "show_line_numbers"},
		}).
		WithAdapt(adaptRead).
		WithCheck(func(_ context.Context, in readInput) error {
			switch {
			case in.Path == "" && len(in.Operations) == 0:
				return tool.Errorf(tool.CodeInvalidArgs, "say what to read: path is missing")
			case in.Path != "" && len(in.Operations) > 0:
				return tool.Errorf(tool.CodeInvalidArgs, "give either path or operations, not both")
			case in.Pages != "":
				_, err := parsePages(in.Pages)
				return err
			}
			return nil
		}).
		WithPlan(r.plan)
}

func (r *reader) plan(_ context.Context, in readInput) (*tool.Intent, error) {
	if len(in.Operations) > 0 {
		return r.planBatch(in.Operations)
	}
	p, err := existing(r.sess, in.Path)
	if err != nil {
		return nil, err
	}
	return &tool.Intent{Summary: "read " + r.sess.Show(p.Real) + in.which(), Reads: []string{p.Real}}, nil
}

// which says in a few words what part is asked for.
func (in *readInput) which() string {
	switch {
	case in.Pages != "":
		return " pages " + in.Pages
	case in.Limit > 0:
		return fmt.Sprintf(" lines %d-%d", in.first(), in.first()+in.Limit-1)
	case in.first() > 1:
		return fmt.Sprintf(" from line %d", in.first())
	}
	return ""
}

func (r *reader) run(ctx context.Context, in readInput) (*tool.Result, error) {
	if len(in.Operations) > 0 {
		return r.batch(ctx, in.Operations)
	}
	return r.one(ctx, in)
}

// one reads whatever is at the path.
func (r *reader) one(ctx context.Context, in readInput) (_ *tool.Result, err error) {
	p, err := existing(r.sess, in.Path)
	if err != nil {
		return nil, err
	}
	if err := approved(ctx, p); err != nil {
		return nil, err
	}
	if p.Kind == workspace.Dir && machinery(r.sess, p) == "" {
		return directory(ctx, r.sess, p, listing{Depth: 1, Offset: in.first() - 1, Base: in.Base, Limit: in.Limit, Plain: true})
	}
	if err := needFile(r.sess, p); err != nil {
		return nil, err
	}
	f, err := r.sess.Open(p)
	if err != nil {
		return nil, explain(r.sess, p, err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	head, err := headOf(f)
	if err != nil {
		return nil, explain(r.sess, p, err)
	}
	var res *tool.Result
	switch kindOf(p.Real, head) {
	case imageFile:
		res, err = readImage(f, r.sess.Show(p.Real))
	case pdfFile:
		res, err = r.pdf(ctx, f, p, in.Pages)
	case notebookFile:
		res, err = r.notebook(ctx, f, p, in)
	default:
		res, err = r.text(ctx, f, p, in)
	}
	return res, explain(r.sess, p, err)
}

// approved refuses a place that the call did not say it would read: a link may
// lead elsewhere now than when somebody agreed.
func approved(ctx context.Context, p workspace.Place) error {
	in := tool.IntentFrom(ctx)
	if in == nil {
		return nil
	}
	for _, path := range in.Reads {
		if path == tool.Everything || below(p.Real, path) {
			return nil
		}
	}
	return tool.Errorf(tool.CodePermissionDenied, "%s leads elsewhere now than when the call was checked; make the call again", p.Given)
}
