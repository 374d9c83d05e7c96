package policy

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"jig/internal/glob"
	"jig/workspace"
)

// pathPattern is a pattern for files, written as in a .gitignore: "*" and "?" stay
// within one name, "**" stands for any number of folders, and a pattern that
// matches a folder holds for everything below it. Where it begins:
//
//	//etc/hosts    the root of the file system
//	~/notes        the home folder
//	/src, ./src    the workspace
//	src/*.go       the workspace
//	*.pem          anywhere below the workspace: there is no slash in it
type pathPattern struct {
	text string
	// lead is the part before the first wildcard; exact is set if that is all.
	lead  string
	exact bool
	parts []part // what follows the lead
}

// part is one name of a pattern.
type part struct {
	any     bool // "**": any number of names
	literal bool
	text    string
	folded  string
	// stars and foldedStars are set when there is no other wildcard: they are
	// much faster.
	stars, foldedStars *glob.Glob
}

// absolute makes a path of a pattern or an example absolute.
func (p *Policy) absolute(text string) string {
	switch {
	case strings.HasPrefix(text, "//"):
		return path.Clean(text[1:])
	case text == "~" || strings.HasPrefix(text, "~/"):
		return path.Join(p.opt.Home, text[1:])
	case filepath.IsAbs(text):
		return path.Clean(text)
	}
	return path.Join(p.root(), text)
}

func (p *Policy) pathPattern(text string) (*pathPattern, error) {
	if strings.ContainsAny(text, "\x00\n\r") {
		return nil, errors.New("a path has no line breaks or zero bytes")
	}
	at := strings.TrimRight(text, "/")
	var base string
	switch {
	case strings.HasPrefix(text, "//"):
		base, at = "/", strings.TrimLeft(at, "/")
	case at == "~" || strings.HasPrefix(at, "~/"):
		if p.opt.Home == "" {
			return nil, errors.New("it is about the home folder, and it is not known where that is")
		}
		base, at = p.opt.Home, strings.TrimPrefix(at[1:], "/")
	case strings.HasPrefix(at, "~"):
		return nil, errors.New("only ~/ is understood, not the home folders of others")
	case strings.HasPrefix(text, "/"):
		base, at = p.root(), strings.TrimLeft(at, "/")
	case strings.HasPrefix(at, "./"):
		base, at = p.root(), at[2:]
	case at == "." || at == "..":
		base = p.root()
	case !strings.Contains(at, "/"):
		base, at = p.root(), "**/"+at
	default:
		base = p.root()
	}
	full := path.Clean(base + "/" + at)
	pat := &pathPattern{text: text, exact: true}
	for part := range strings.SplitSeq(strings.Trim(full, "/"), "/") {
		if part == "" {
			continue
		}
		if part != "**" {
			if strings.Contains(part, "**") {
				return nil, fmt.Errorf("%q: ** stands alone between slashes", part)
			}
			if _, err := path.Match(part, ""); err != nil {
				return nil, fmt.Errorf("%q: %w", part, err)
			}
		}
		wild := strings.ContainsAny(part, "*?[\\")
		pat.exact = pat.exact && !wild
		if pat.exact {
			pat.lead += "/" + part
			continue
		}
		pat.add(part, !wild)
	}
	if pat.lead == "" {
		pat.lead = "/"
	}
	return pat, nil
}

func (p *pathPattern) add(text string, literal bool) {
	one := part{any: text == "**", literal: literal, text: text, folded: strings.ToLower(text)}
	if !strings.ContainsAny(text, `?[\`) {
		one.stars, one.foldedStars = glob.Text(text), glob.Fold(text)
	}
	p.parts = append(p.parts, one)
}

// match reports whether the pattern holds for an absolute, clean path, or for a
// folder above it.
func (p *pathPattern) match(at string, fold bool) bool {
	rest, ok := behind(at, p.lead, fold)
	return ok && matchParts(p.parts, rest, fold)
}

// behind is what follows a folder in a path that lies in it.
func behind(at, folder string, fold bool) (rest string, ok bool) {
	if folder == "/" {
		return at[1:], true
	}
	n := len(folder)
	if len(at) < n || at[:n] != folder && (!fold || !strings.EqualFold(at[:n], folder)) {
		return "", false
	}
	if len(at) == n {
		return "", true
	}
	return at[n+1:], at[n] == '/'
}

// matchParts matches the names of a path from the first on. Names that are left
// are below what the pattern names.
func matchParts(pattern []part, names string, fold bool) bool {
	for i := range pattern {
		if pattern[i].any {
			if i == len(pattern)-1 {
				return names != ""
			}
			for names != "" {
				if matchParts(pattern[i+1:], names, fold) {
					return true
				}
				_, names, _ = strings.Cut(names, "/")
			}
			return false
		}
		if names == "" {
			return false
		}
		var name string
		name, names, _ = strings.Cut(names, "/")
		if !pattern[i].match(name, fold) {
			return false
		}
	}
	return true
}

func (p *part) match(name string, fold bool) bool {
	switch {
	case p.literal && fold:
		return strings.EqualFold(p.text, name)
	case p.literal:
		return p.text == name
	case p.stars != nil && fold:
		return p.foldedStars.Match(name)
	case p.stars != nil:
		return p.stars.Match(name)
	}
	text := p.text
	if fold {
		text, name = p.folded, strings.ToLower(name)
	}
	ok, err := path.Match(text, name)
	return ok && err == nil
}

// below reports whether something that the pattern names may lie below a folder.
func (p *pathPattern) below(folder string) bool {
	return within(p.lead, folder)
}

// within reports whether a path is a folder or lies below it, by components.
func within(at, folder string) bool {
	if folder == "/" {
		return true
	}
	rest, ok := strings.CutPrefix(at, folder)
	return ok && (rest == "" || rest[0] == '/')
}

// pathRule is a rule about files that calls read, or write.
type pathRule struct {
	pattern *pathPattern
	writes  bool
}

// covers reports whether an allow rule speaks of the file: of the path as it was
// given and of what it leads to.
func (r *pathRule) covers(p *workspace.Place) bool {
	return r.pattern.match(p.Path, false) && (p.Path == p.Real || r.pattern.match(p.Real, false))
}

func (r *pathRule) touches(s *scene) bool {
	places := s.reads
	if r.writes {
		places = s.writes
	}
	for i := range places {
		p := &places[i]
		if r.pattern.match(p.Real, true) || p.Path != p.Real && r.pattern.match(p.Path, true) {
			return true
		}
		// Whoever changes a folder changes what is in it.
		if r.writes && (r.pattern.below(p.Real) || r.pattern.below(p.Path)) {
			return true
		}
	}
	return false
}
