package meta

import (
	"context"
	"fmt"
	"unicode/utf8"

	"jig/engine"
	"jig/tool"
)

// readInput is what read_result takes. Characters are Unicode code points, the unit in which the engine counts what it cuts.
type readInput struct {
	Handle string `json:"handle" doc:"The handle that the shortened result names, such as res_62fe8eda21f93a80993d94fb"`
	Offset int    `json:"offset" doc:"The first character to read, counted from 0" minimum:"0" default:"0"`
	Limit  int    `json:"limit" doc:"How many characters to read at most" minimum:"1" maximum:"100000" default:"8000"`
}

// part tells programs which part of the kept text a result shows.
type part struct {
	Handle string `json:"handle"`
	// Offset is the first character shown, Next the first one that is not.
	Offset int `json:"offset"`
	Next   int `json:"next"`
	// Limit is how many were asked for.
	Limit int `json:"limit"`
	// Total is the length of the whole text in characters.
	Total int `json:"total"`
}

// ReadResult is the tool that reads results which were too long to be shown whole, and were kept in the stash.
func ReadResult(stash engine.Stash) tool.Tool {
	if stash == nil {
		panic("meta.ReadResult: there is no stash to read from")
	}
	spec := tool.Spec{
		Name:  engine.ReadResult,
		Title: "Read a long result",
		Description: "Reads a part of a tool result that was too long to be shown whole. " +
			"Such a result names the handle under which the whole text is kept. " +
			"If only a detail is missing, it is often cheaper to make the original call again, narrowed down.",
		Help: "The text is read by characters: offset 0 is its beginning, and each answer ends with a line that says which " +
			"characters it shows, how many there are, and the arguments for the next part. A result is kept for a limited time; " +
			"when it is gone, make the call that gave it again.",
		Aliases:  []string{"ReadResult", "tool_output"},
		Keywords: []string{"result", "output", "long", "cut", "truncated", "rest", "more", "handle", "continue"},
		Category: tool.Meta,
		Access:   tool.ReadOnly,
		// The limit of the input bounds the output. Cutting it once more would hide what was asked for.
		MaxOutput: -1,
	}
	read := func(ctx context.Context, in readInput) (*tool.Result, error) {
		text, total, err := stash.Get(ctx, in.Handle, in.Offset, in.Limit)
		if err != nil {
			return nil, err
		}
		if in.Offset > 0 && in.Offset >= total {
			return nil, tool.Errorf(tool.CodeInvalidArgs,
				"offset %d is past the end: the result has %d characters; use an offset below that", in.Offset, total)
		}
		shown := part{Handle: in.Handle, Offset: in.Offset, Limit: in.Limit, Next: in.Offset + utf8.RuneCountInString(text), Total: total}
		return &tool.Result{Content: []tool.Block{tool.Text(text), tool.Text(shown.note())}, Details: shown}, nil
	}
	return tool.New(spec, read).WithPlan(func(_ context.Context, in readInput) (*tool.Intent, error) {
		return untouched("read on in " + in.Handle), nil
	})
}

// note is the line below the text.
func (p part) note() string {
	if p.Total == 0 {
		return "[the result is empty]"
	}
	span := fmt.Sprintf("characters %d to %d of %d", p.Offset, p.Next-1, p.Total)
	if p.Next >= p.Total {
		return fmt.Sprintf("[%s: the end]", span)
	}
	return fmt.Sprintf(`[%s; for the next part: {"handle":%q,"offset":%d,"limit":%d}]`, span, p.Handle, p.Next, p.Limit)
}
