package policy

import (
	"fmt"
	"path"
	"strings"

	"jig/workspace"
)

// untouchable says why a place must not be written, whoever allows it.
func (s *scene) untouchable(p *workspace.Place) string {
	switch {
	case p.Odd != "" && imitates(p):
		return fmt.Sprintf("%s is not a name to write to: %s", p.Given, p.Odd)
	case p.Dangling:
		return fmt.Sprintf("%s is a link to %s, which does not exist", p.Given, p.Real)
	case p.Path != p.Real && !p.Inside && s.p.holds(p.Path):
		return fmt.Sprintf("%s leads out of the workspace, to %s; name the real file if that is what is meant", p.Given, p.Real)
	case p.Kind.Special():
		return fmt.Sprintf("%s is a %s", p.Given, p.Kind)
	case s.p.above(p.Real):
		return fmt.Sprintf("%s holds the workspace itself", p.Given)
	}
	if !p.Inside {
		if why, ok := p.Forbidden(); ok {
			return fmt.Sprintf("%s must not be changed: %s", p.Given, why)
		}
		if vital(p.Real) {
			return fmt.Sprintf("%s is not for calls to change: the system depends on it", p.Given)
		}
	}
	if name := s.p.sealed(p); name != "" {
		return fmt.Sprintf("%s is protected: what is in %s is not for calls to change", p.Given, name)
	}
	return ""
}

// sealed names the part of a path that no call may write below: the records of
// version control and what they run, installed packages, and jig's own settings.
// The commands that belong there (git, npm) change it by themselves.
func (p *Policy) sealed(place *workspace.Place) string {
	if name := sealedName(p.below(place.Real)); name != "" {
		return name
	}
	if place.Path != place.Real {
		if name := sealedName(p.below(place.Path)); name != "" {
			return name
		}
	}
	for _, path := range place.Links {
		if name := sealedName(p.below(path)); name != "" {
			return name
		}
	}
	return ""
}

// vital reports whether a path is one that decides who may do what on the machine,
// or is no file at all.
func vital(at string) bool {
	for _, folder := range [...]string{
		"/proc", "/sys", "/boot", "/dev", "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/gshadow", "/etc/sudoers", "/etc/sudoers.d", "/etc/pam.d", "/etc/security",
		"/etc/ssh", "/etc/ld.so.preload", "/etc/ld.so.conf", "/etc/ld.so.conf.d",
	} {
		if within(at, folder) {
			return at != "/dev/null"
		}
	}
	return false
}

// below is the part of a path below the workspace; the names above it are not the
// project's.
func (p *Policy) below(path string) string {
	for _, r := range p.roots {
		if rest, ok := behind(path, r, false); ok {
			return rest
		}
	}
	return path
}

// imitates reports whether a name that is oddly written is another way to write
// a protected one.
func imitates(p *workspace.Place) bool {
	_, ok := p.Protected()
	return ok
}

func sealedName(path string) string {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, "/")
		if len(name) < 3 || name[0] != '.' && name[0] != 'n' && name[0] != 'N' {
			continue
		}
		for _, seal := range [...]string{".git", ".hg", ".svn", ".husky", ".jig"} {
			if strings.EqualFold(name, seal) {
				return seal
			}
		}
		if path != "" && strings.EqualFold(name, "node_modules") {
			return "node_modules" // the folder as a whole can be asked for
		}
	}
	return ""
}

// delicate says why a call is asked about even if a rule would allow it, unless
// a rule names the very file.
func (s *scene) delicate(granted, allowed []*rule) string {
	for i := range s.writes {
		p := &s.writes[i]
		if named(p, true, granted, allowed) {
			continue
		}
		if why, ok := p.Protected(); ok {
			return fmt.Sprintf("%s is protected: %s", p.Given, why)
		}
		if why, ok := p.Secret(); ok && p.Exists {
			return fmt.Sprintf("it changes %s: %s", p.Given, why)
		}
		if p.Odd != "" {
			return fmt.Sprintf("%s may be read as another name elsewhere: %s", p.Given, p.Odd)
		}
		if p.Shared && p.Kind == workspace.File {
			return fmt.Sprintf("%s has other names, which may lie anywhere (hard links)", p.Given)
		}
		if p.Kind == workspace.Dir || !p.Exists && strings.HasPrefix(path.Base(p.Real), ".") {
			if why, ok := s.p.opt.Space.AncestorOfProtected(p.Real); ok {
				return why
			}
		}
	}
	for i := range s.reads {
		p := &s.reads[i]
		if p.Odd != "" && !named(p, false, granted, allowed) {
			return fmt.Sprintf("%s may be read as another name elsewhere: %s", p.Given, p.Odd)
		}
		if why, ok := p.Secret(); ok && !named(p, false, granted, allowed) {
			return fmt.Sprintf("%s: %s", p.Given, why)
		}
	}
	return ""
}

// named reports whether a rule names this very file, without wildcards.
func named(p *workspace.Place, write bool, lists ...[]*rule) bool {
	for _, rules := range lists {
		for _, c := range rules {
			if pr, ok := c.what.(*pathRule); ok && (pr.writes || !write) && pr.names(p) {
				return true
			}
		}
	}
	return false
}
