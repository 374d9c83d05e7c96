package search

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jig/internal/glob"
	"jig/tool"
)

// grepFilter says which files of a folder are searched.
type grepFilter struct {
	only   []func(rel []byte) bool // one of these must hold, if there are any
	not    []func(rel []byte) bool // and none of these
	types  map[string]bool         // and the extension or the name must be one of these, if there are any
	dotted bool                    // hidden files are asked for by name
}

// filter reads the arguments that choose files.
func (in grepInput) filter() (*grepFilter, error) {
	f := &grepFilter{}
	for _, given := range splitGlobs(in.Glob) {
		pattern, negated := strings.CutPrefix(filepath.ToSlash(given), "!")
		if !doublestar.ValidatePattern(pattern) || pattern == "" {
			return nil, tool.Errorf(tool.CodeInvalidArgs,
				"the glob %q is not complete: every [ needs a ] and every { a }. Examples: *.go, src/**/*.{ts,tsx}, !*_test.go", given)
		}
		if glob.Alternatives(pattern) > glob.MaxAlternatives {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "the braces of the glob %q stand for more than %d patterns: write fewer", given, glob.MaxAlternatives)
		}
		pattern = strings.TrimPrefix(path.Clean(pattern+strings.Repeat("**", endsInSlash(pattern))), "/")
		if !strings.Contains(pattern, "/") {
			pattern = "**/" + pattern
		}
		match := (&globPattern{rest: pattern}).matcher()
		if negated {
			f.not = append(f.not, match)
			continue
		}
		f.only = append(f.only, match)
		f.dotted = f.dotted || strings.HasPrefix(pattern, ".") || strings.Contains(pattern, "/.")
	}
	if in.Type != "" {
		f.types = map[string]bool{}
		for name := range strings.SplitSeq(in.Type, ",") {
			name = strings.ToLower(strings.TrimLeft(strings.TrimSpace(name), "."))
			if name == "" || strings.ContainsAny(name, "*?/\\[]{}") {
				return nil, tool.Errorf(tool.CodeInvalidArgs, "%q is no type of file: give one such as go, py or ts, or use glob", in.Type)
			}
			for _, ending := range endingsOf(name) {
				f.types[ending] = true
			}
		}
	}
	return f, nil
}

func endsInSlash(pattern string) int {
	if strings.HasSuffix(pattern, "/") {
		return 1 // a folder is meant with what is in it
	}
	return 0
}

// splitGlobs takes a list apart at the commas and spaces that are not in braces.
func splitGlobs(list string) []string {
	var all []string
	depth, from := 0, 0
	for i := 0; i <= len(list); i++ {
		switch {
		case i == len(list) || depth == 0 && (list[i] == ',' || list[i] == ' '):
			if from < i {
				all = append(all, list[from:i])
			}
			from = i + 1
		case list[i] == '\\':
			i++
		case list[i] == '{':
			depth++
		case list[i] == '}':
			depth--
		}
	}
	return all
}

// accept is the filter in the form that a walk takes, nil if all files are wanted.
func (f *grepFilter) accept() func(rel []byte) bool {
	if len(f.only) == 0 && len(f.not) == 0 && f.types == nil {
		return nil
	}
	return f.wants
}

func (f *grepFilter) wants(rel []byte) bool {
	if f.types != nil && !f.typed(rel) {
		return false
	}
	wanted := len(f.only) == 0
	for _, match := range f.only {
		if wanted = match(rel); wanted {
			break
		}
	}
	for _, match := range f.not {
		if match(rel) {
			return false
		}
	}
	return wanted
}

// typed looks for each ending of the name ("tar.gz", "gz") and for the whole name.
func (f *grepFilter) typed(rel []byte) bool {
	name := rel
	for i := len(rel) - 1; i >= 0; i-- {
		if rel[i] == '/' {
			name = rel[i+1:]
			break
		}
	}
	if f.types[string(name)] {
		return true
	}
	for i, c := range name {
		if c == '.' && f.types["."+string(name[i+1:])] {
			return true
		}
	}
	return false
}
