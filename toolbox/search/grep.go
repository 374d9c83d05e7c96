package search

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"jig/internal/scan"
	"jig/internal/spelling"
	"jig/tool"
	"jig/workspace"
)

// What grep can answer with.
const (
	content    = "content"
	filesMode  = "files_with_matches"
	countsMode = "count"
)

// grepInput is what grep takes.
type grepInput struct {
	Pattern     string `json:"pattern" doc:"What to look for: a regular expression (RE2 syntax: no look-around, no backreferences), or a plain text with literal" minLength:"1"`
	Path        string `json:"path,omitempty" doc:"The file or folder to search; the main folder of the workspace if not given"`
	Glob        string `json:"glob,omitempty" doc:"Only files that match, such as *.go, src/**/*.{ts,tsx} or !*_test.go; several with commas between them"`
	Type        string `json:"type,omitempty" doc:"Only files of a type: go, py, js, ts, rust, java, c, cpp, md, json, yaml, html, css, sh and so on"`
	OutputMode  string `json:"output_mode" doc:"content: the lines; files_with_matches: only the paths; count: the number of lines for each file" enum:"content,files_with_matches,count" default:"content"`
	Insensitive bool   `json:"case_insensitive,omitempty" doc:"Capitals do not matter"`
	LineNumbers bool   `json:"line_numbers" doc:"Show the number of each line" default:"true"`
	Before      int    `json:"before,omitempty" doc:"How many lines to show before each match" minimum:"0" maximum:"1000"`
	After       int    `json:"after,omitempty" doc:"How many lines to show after each match" minimum:"0" maximum:"1000"`
	Context     int    `json:"context,omitempty" doc:"How many lines to show before and after each match" minimum:"0" maximum:"1000"`
	HeadLimit   int    `json:"head_limit" doc:"How many lines (or files) to show at most; 0 for all" minimum:"0" default:"250"`
	Offset      int    `json:"offset,omitempty" doc:"How many lines (or files) to skip, to go on where the last answer ended" minimum:"0" maximum:"100000000"`
	Multiline   bool   `json:"multiline,omitempty" doc:"A match may span lines, and . matches a line end"`
	Literal     bool   `json:"literal,omitempty" doc:"The pattern is a plain text, not a regular expression"`
	Word        bool   `json:"word,omitempty" doc:"Only whole words"`
	Hidden      bool   `json:"hidden,omitempty" doc:"Also files and folders whose names begin with a dot"`
	NoIgnore    bool   `json:"no_ignore,omitempty" doc:"Also what .gitignore and .ignore exclude"`
	MaxDepth    int    `json:"max_depth,omitempty" doc:"How deep below the folder files may lie; 1 is the folder itself, 0 any depth" minimum:"0"`
	PerFile     int    `json:"max_matches_per_file,omitempty" doc:"After how many matches to leave a file; 0 for no limit" minimum:"0"`
	MaxFiles    int    `json:"max_files,omitempty" doc:"How many files to show matches of; 0 for no limit" minimum:"0"`
}

// Grep is the tool that finds lines by what is in them.
func Grep(sess *workspace.Session) tool.Tool {
	if sess == nil {
		panic("search.Grep: there is no session to search in")
	}
	g := grepper{sess}
	return tool.New(tool.Spec{
		Name:  "grep",
		Title: "Search files",
		Description: "Finds lines that match a regular expression in the files of a folder, or in one file, and shows them as path:line:text. " +
			"Much faster than grep or rg in the shell. What .gitignore excludes, hidden files and binary files are left out unless asked for. " +
			"To find files by name use glob.",
		Help: "Matching is case-sensitive unless case_insensitive is set. Without multiline a match lies within one line, and ^ and $ are its ends. " +
			"The answer is in the order of the paths; its last line says how many matches there are in how many files, and how to see more: repeat " +
			"the call with the offset it names, or narrow pattern, path, glob or type. Lines over 500 characters are cut around the match.",
		Aliases:  []string{"Grep", "grep_search", "search", "search_files", "ripgrep", "GrepTool", "rg", "search_file_content", "content_search"},
		Keywords: []string{"search", "find", "text", "regex", "regular expression", "lines", "content", "occurrences", "usages", "files"},
		Category: tool.Search,
		Access:   tool.ReadOnly,
		// It bounds its answer by itself, and then can say with which offset to go on.
		MaxOutput: -1,
	}, g.run).
		WithSpellings(map[string][]string{
			"pattern":              {"regex", "regexp", "query", "search_pattern", "search_term", "text"},
			"path":                 {"directory", "dir", "folder", "cwd", "file_path", "search_path", "root"},
			"glob":                 {"include", "include_pattern", "file_pattern", "globs"},
			"type":                 {"file_type", "language"},
			"output_mode":          {"mode", "output"},
			"case_insensitive":     {"-i", "i", "ignore_case"},
			"line_numbers":         {"-n", "n", "show_line_numbers"},
			"before":               {"-B", "before_context", "context_before", "lines_before"},
			"after":                {"-A", "after_context", "context_after", "lines_after"},
			"context":              {"-C", "context_lines"},
			"head_limit":           {"max_total_lines", "max_results", "limit"},
			"multiline":            {"-U"},
			"literal":              {"-F", "fixed_strings", "plain_text"},
			"word":                 {"-w", "whole_word", "word_regexp", "words"},
			"hidden":               {"include_hidden"},
			"no_ignore":            {"include_ignored"},
			"max_depth":            {"depth"},
			"max_matches_per_file": {"-m", "max_count"},
		}).
		WithAdapt(adaptGrep).
		WithCheck(func(_ context.Context, in grepInput) error {
			if _, err := in.compile(); err != nil {
				return err
			}
			_, err := in.filter()
			return err
		}).
		WithPlan(g.plan)
}

// adaptGrep understands case_sensitive, the opposite of our own argument. Where phi-core's search says nothing, capitals do not
// matter; for all others they do.
func adaptGrep(name string, args map[string]json.RawMessage) (string, error) {
	for key, value := range args {
		if spelling.Fold(key) != "casesensitive" {
			continue
		}
		delete(args, key)
		var sensitive bool
		switch string(value) {
		case "true", `"true"`:
			sensitive = true
		case "false", `"false"`:
		case "null":
			continue
		default:
			return "", tool.Errorf(tool.CodeInvalidArgs, "case_sensitive is %s: it must be true or false", value)
		}
		opposite := json.RawMessage("true")
		if sensitive {
			opposite = json.RawMessage("false")
		}
		if said, ok := args["case_insensitive"]; ok && string(said) != string(opposite) {
			return "", tool.Errorf(tool.CodeInvalidArgs, "case_sensitive and case_insensitive contradict each other: give one of them")
		}
		args["case_insensitive"] = opposite
	}
	if _, said := args["case_insensitive"]; !said && name == "search" {
		args["case_insensitive"] = json.RawMessage("true")
	}
	return "", nil
}

// compile reads the pattern.
func (in grepInput) compile() (*scan.Pattern, error) {
	p, err := scan.Compile(in.Pattern, scan.Options{IgnoreCase: in.Insensitive, Literal: in.Literal, Word: in.Word, Multiline: in.Multiline})
	if err != nil {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "%w", err)
	}
	return p, nil
}

// grepper finds lines for a session.
type grepper struct{ sess *workspace.Session }

// plan states the file, or the folder and the files in it.
func (g grepper) plan(_ context.Context, in grepInput) (*tool.Intent, error) {
	place, err := g.where(in)
	if err != nil {
		return nil, err
	}
	intent := &tool.Intent{
		Summary: fmt.Sprintf("search for %s in %s", in.Pattern, g.sess.Show(place.Real)),
		Reads:   []string{place.Real},
	}
	if place.Kind == workspace.Dir {
		f, err := in.filter()
		if err != nil {
			return nil, err
		}
		all := "[!.]**"
		if in.Hidden || f.dotted {
			all = "**"
		}
		intent.Follows = []string{filepath.Join(place.Real, all)}
	}
	return intent, nil
}

// where finds what is to be searched.
func (g grepper) where(in grepInput) (workspace.Place, error) {
	path := in.Path
	if path == "" {
		path = "."
	}
	place, err := g.sess.Space().Resolve(path)
	if err != nil {
		return place, tool.Errorf(tool.CodeInvalidArgs, "%w", err)
	}
	if place.Exists && place.Kind != workspace.File && place.Kind != workspace.Dir {
		return place, tool.Errorf(tool.CodeInvalidArgs, "%s is a %s, which cannot be searched: give a file or a folder", g.sess.Show(place.Real), place.Kind)
	}
	return place, nil
}
