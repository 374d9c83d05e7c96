package policy

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"jig/internal/glob"
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

// pathPatterns are the readings of a pattern. An allow rule has one. A rule that
// denies or asks is read generously: in every folder of the workspace, with links
// followed, and as an absolute path if it looks like one.
func (p *Policy) pathPatterns(text string, generous bool) ([]*pathPattern, error) {
	if strings.ContainsAny(text, "\x00\n\r") {
		return nil, errors.New("a path has no line breaks or zero bytes")
	}
	bases, rest, err := p.bases(text, generous)
	if err != nil {
		return nil, err
	}
	var all []*pathPattern
	for _, base := range bases {
		pat, err := newPathPattern(base + "/" + rest)
		if err != nil {
			return nil, err
		}
		all = append(all, pat)
		if generous {
			if place, err := p.opt.Space.Resolve(pat.lead); err == nil && place.Real != pat.lead {
				other := *pat
				other.lead = place.Real
				all = append(all, &other)
			}
		}
	}
	return all, nil
}

// bases are where a pattern begins, and what follows there.
func (p *Policy) bases(text string, generous bool) (bases []string, rest string, err error) {
	at := strings.TrimRight(text, "/")
	roots := p.roots[:1]
	if generous {
		roots = p.roots
	}
	switch {
	case strings.HasPrefix(text, "//"):
		return []string{"/"}, strings.TrimLeft(at, "/"), nil
	case at == "~" || strings.HasPrefix(at, "~/"):
		if p.opt.Home == "" {
			return nil, "", errors.New("it is about the home folder, and it is not known where that is")
		}
		return []string{p.opt.Home}, strings.TrimPrefix(at[1:], "/"), nil
	case strings.HasPrefix(at, "~"):
		return nil, "", errors.New("only ~/ is understood, not the home folders of others")
	case strings.HasPrefix(text, "/"):
		if generous {
			return append([]string{"/"}, roots...), strings.TrimLeft(at, "/"), nil
		}
		return roots, strings.TrimLeft(at, "/"), nil
	case strings.HasPrefix(at, "./"):
		return roots, at[2:], nil
	case at == "" || at == "." || strings.HasPrefix(at, ".."):
		return roots, at, nil
	case !strings.Contains(at, "/"):
		return roots, "**/" + at, nil
	}
	return roots, at, nil
}

func newPathPattern(full string) (*pathPattern, error) {
	pat := &pathPattern{exact: true}
	for name := range strings.SplitSeq(strings.Trim(path.Clean(full), "/"), "/") {
		if name == "" {
			continue
		}
		if name != "**" {
			if strings.Contains(name, "**") {
				return nil, fmt.Errorf("%q: ** stands alone between slashes", name)
			}
			if _, err := path.Match(name, ""); err != nil {
				return nil, fmt.Errorf("%q: %w", name, err)
			}
		}
		wild := strings.ContainsAny(name, "*?[\\")
		pat.exact = pat.exact && !wild
		if pat.exact {
			pat.lead += "/" + name
			continue
		}
		pat.add(name, !wild)
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

// mayHold reports whether something below a folder can be what the pattern names.
func (p *pathPattern) mayHold(folder string) bool {
	if _, ok := behind(p.lead, folder, true); ok {
		return true
	}
	rest, ok := behind(folder, p.lead, true)
	if !ok {
		return false
	}
	for i := range p.parts {
		if rest == "" || p.parts[i].any {
			return true
		}
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		if !p.parts[i].match(name, true) {
			return false
		}
	}
	return true
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
// are below what the pattern names. It goes back only to the last "**", which is
// enough: what one before it could have taken, the last can take too.
func matchParts(pattern []part, names string, fold bool) bool {
	i, again, from := 0, -1, ""
	for i < len(pattern) {
		if pattern[i].any {
			if i == len(pattern)-1 {
				return names != ""
			}
			again, from = i, names
			i++
			continue
		}
		if names != "" {
			name, rest, _ := strings.Cut(names, "/")
			if pattern[i].match(name, fold) {
				names = rest
				i++
				continue
			}
		}
		if again < 0 || from == "" {
			return false
		}
		if _, from, _ = strings.Cut(from, "/"); from == "" {
			return false
		}
		names, i = from, again+1
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

// within reports whether a path is a folder or lies below it, by components.
func within(at, folder string) bool {
	_, ok := behind(at, folder, false)
	return ok
}
