package search

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"jig/internal/glob"
	"jig/internal/walk"
	"jig/tool"
)

// globPattern is a pattern for paths, divided into the folder that it names in so
// many words, where the walk begins, and the rest.
type globPattern struct {
	base string // may be absolute; "." for the folder that is searched
	rest string
	// steps are the elements of the rest up to the first that crosses folders,
	// which tell what need not be entered; deep tells whether there is such a one.
	steps []string
	deep  bool
	// dotted tells that the rest names hidden files.
	dotted bool
}

// parseGlob reads a pattern as a model wrote it.
func parseGlob(text string) (*globPattern, error) {
	pattern := filepath.ToSlash(strings.TrimSpace(text))
	if !doublestar.ValidatePattern(pattern) {
		return nil, tool.Errorf(tool.CodeInvalidArgs,
			"the pattern %q is not complete: every [ needs a ] and every { a }, and nothing may follow a \\ at the end. Put a \\ before a character that stands for itself", text)
	}
	if glob.Alternatives(pattern) > glob.MaxAlternatives {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "the braces of the pattern %q stand for more than %d patterns: write fewer, or call once for each", text, glob.MaxAlternatives)
	}
	if strings.HasSuffix(pattern, "/") {
		pattern += "**" // a folder is meant with what is in it
	}
	if !strings.Contains(pattern, "/") {
		pattern = "**/" + pattern
	}
	p := &globPattern{}
	p.base, p.rest = doublestar.SplitPattern(pattern)
	if p.rest == "." || p.rest == ".." {
		p.base, p.rest = path.Join(p.base, p.rest), "**"
	}
	p.rest = path.Clean(p.rest)
	p.dotted = strings.HasPrefix(p.rest, ".") || strings.Contains(p.rest, "/.") || strings.Contains(p.rest, "{.") || strings.Contains(p.rest, ",.")
	for step := range strings.SplitSeq(p.rest, "/") {
		// What stands in braces may hold slashes; it is not worth looking into.
		if p.deep = strings.Contains(step, "**") || strings.ContainsAny(step, `{\`); p.deep {
			break
		}
		p.steps = append(p.steps, step)
	}
	return p, nil
}

// from is the folder where the walk begins if the pattern is for this one.
func (p *globPattern) from(dir string) string {
	base := filepath.FromSlash(p.base)
	if filepath.IsAbs(base) {
		return base
	}
	return filepath.Join(dir, base)
}

// options are those of a walk that comes to the matches and to little else.
func (p *globPattern) options(in globInput) walk.Options {
	opt := walk.Options{
		Hidden: in.Hidden || p.dotted, NoIgnore: in.NoIgnore, MaxDepth: in.MaxDepth,
		Accept: p.matcher(),
	}
	if !p.deep && (opt.MaxDepth == 0 || opt.MaxDepth > len(p.steps)) {
		opt.MaxDepth = len(p.steps)
	}
	if len(p.steps) > 0 {
		opt.Enter = p.enters
	}
	return opt
}

// matcher tells whether a path matches. The commonest patterns of all, **/*.x and
// **/name, need no more than a look at its end.
func (p *globPattern) matcher() func(rel []byte) bool {
	if name, ok := strings.CutPrefix(p.rest, "**/"); ok && !strings.ContainsAny(name, `/?[{\`) {
		end, star := strings.CutPrefix(name, "*")
		switch {
		case name == "**" || name == "*":
			return func([]byte) bool { return true }
		case strings.Contains(end, "*"):
		case star:
			return func(rel []byte) bool { return len(rel) >= len(end) && string(rel[len(rel)-len(end):]) == end }
		default:
			return func(rel []byte) bool {
				at := len(rel) - len(end)
				return at >= 0 && string(rel[at:]) == end && (at == 0 || rel[at-1] == '/')
			}
		}
	}
	return func(rel []byte) bool { return doublestar.MatchUnvalidated(p.rest, string(rel)) }
}

// enters tells whether matches can lie in a folder.
func (p *globPattern) enters(rel []byte) bool {
	folder := string(rel)
	for _, step := range p.steps {
		name, below, more := strings.Cut(folder, "/")
		if !doublestar.MatchUnvalidated(step, name) {
			return false
		}
		if !more {
			return true
		}
		folder = below
	}
	return true
}
