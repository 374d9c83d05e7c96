package policy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"jig/workspace"
)

const (
	// maxFollowed is how many files are looked at to see whether a link among
	// them leads elsewhere, or one is a secret.
	maxFollowed = 5_000
	// maxGuarded is how many are looked at where a rule denies some of them.
	maxGuarded = 50_000
)

// finds is what a look at the files showed that a call names only by patterns:
// "cat *", or everything below a folder.
type finds struct {
	// astray says why what it finds is not what it seems: a link that leads out
	// of the workspace, or a secret. A repository can bring such links along.
	astray string
	// ruled are the rules about files that speak of something it finds.
	ruled map[*pathRule]bool
}

func (f *finds) denies(r *pathRule) bool { return f != nil && f.ruled[r] }

// found looks at what the call finds, once.
func (s *scene) found() *finds {
	if s.looked || len(s.intent.Follows) == 0 {
		return s.finds
	}
	s.looked = true
	s.finds = &finds{ruled: make(map[*pathRule]bool)}
	all := s.p.guards(len(s.writes) > 0)
	for _, pattern := range s.intent.Follows {
		folder := fixed(pattern)
		var guards []*pathRule
		for _, g := range all {
			if g.mayHold(folder) {
				guards = append(guards, g)
			}
		}
		limit := maxGuarded
		if len(guards) == 0 {
			if s.finds.glance(pattern, folder) {
				continue
			}
			limit = maxFollowed
		}
		whole := s.p.each(pattern, limit, func(at string, link bool) bool {
			s.finds.look(s.p, at, link, guards)
			return s.finds.astray == "" || len(guards) > 0
		})
		if !whole && (len(guards) > 0 || !strings.HasSuffix(pattern, "**")) && s.finds.astray == "" {
			s.finds.astray = fmt.Sprintf("there are too many files in %s to see what is among them", pattern)
		}
	}
	return s.finds
}

// glance looks at a tree without going through it: programs that go through it
// follow no links, and where no rule guards a file it is enough to see the secrets
// that lie where secrets mostly lie. It returns false if that is not enough.
func (f *finds) glance(pattern, folder string) bool {
	switch {
	case strings.HasSuffix(pattern, "/[!.]**"):
		return true
	case strings.HasSuffix(pattern, "/***") || !strings.HasSuffix(pattern, "/**"):
		return false
	}
	if at := folder + "/.env"; exists(at) {
		f.astray = fmt.Sprintf("%s would be found: it may hold secrets", at)
	}
	return true
}

// fixed is the folder that a pattern begins with.
func fixed(pattern string) string {
	if i := strings.IndexAny(pattern, `*?[\`); i >= 0 {
		pattern = pattern[:strings.LastIndexByte(pattern[:i], '/')]
	}
	if pattern == "" {
		return "/"
	}
	return pattern
}

// guards are the rules about files that deny or ask.
func (p *Policy) guards(writes bool) []*pathRule {
	var all []*pathRule
	for _, list := range [][]*rule{p.deny, p.ask} {
		for _, c := range list {
			if pr, ok := c.what.(*pathRule); ok && (!pr.writes || writes) {
				all = append(all, pr)
			}
		}
	}
	return all
}

// look looks at one file that was found.
func (f *finds) look(p *Policy, at string, link bool, guards []*pathRule) {
	for _, g := range guards {
		if !f.ruled[g] && g.matches(at) {
			f.ruled[g] = true
		}
	}
	if f.astray != "" {
		return
	}
	if strings.HasPrefix(path.Base(at), "-") {
		f.astray = fmt.Sprintf("%s would be found, and a program may take its name for an option", at)
		return
	}
	if why, ok := workspace.Secret(at); ok {
		f.astray = fmt.Sprintf("%s would be found: %s", at, why)
		return
	}
	if !link {
		return
	}
	place, err := p.opt.Space.Resolve(at)
	switch {
	case err != nil:
		f.astray = err.Error()
	case !place.Inside:
		f.astray = fmt.Sprintf("%s is a link out of the workspace, to %s", at, place.Real)
	default:
		if why, ok := place.Secret(); ok {
			f.astray = fmt.Sprintf("%s: %s", at, why)
		}
		for _, g := range guards {
			f.ruled[g] = f.ruled[g] || g.matches(place.Real)
		}
	}
}

// each visits the files that a pattern finds, until visit says no or limit files
// were looked at; it returns false in the latter case. Stars stay within one name
// and do not find hidden files, as in a shell; "**" at the end stands for
// everything below, "[!.]**" for everything that is not hidden.
func (p *Policy) each(pattern string, limit int, visit func(at string, link bool) bool) (whole bool) {
	w := &sweep{left: limit, visit: visit}
	parts := strings.Split(strings.Trim(path.Clean(pattern), "/"), "/")
	at := "/"
	for len(parts) > 0 && !strings.ContainsAny(parts[0], `*?[\`) {
		at = path.Join(at, parts[0])
		parts = parts[1:]
	}
	if !p.holds(at) {
		return true // outside it is asked about anyway
	}
	err := w.step(at, parts)
	return !errors.Is(err, errTooMany)
}

// sweep is a walk over what a pattern finds.
type sweep struct {
	left  int
	visit func(at string, link bool) bool
}

var (
	errTooMany = errors.New("there are too many files")
	errEnough  = errors.New("enough was seen")
)

func (w *sweep) step(folder string, parts []string) error {
	if len(parts) == 0 {
		return nil
	}
	if name := parts[0]; name == "**" || name == "***" || name == "[!.]**" {
		return w.tree(folder, name != "[!.]**")
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil //nolint:nilerr // what is not there, or is no folder, holds nothing
	}
	for _, e := range entries {
		if w.left--; w.left < 0 {
			return errTooMany
		}
		hidden := strings.HasPrefix(e.Name(), ".")
		// A shell writes [!x] for what path.Match writes [^x].
		name := strings.ReplaceAll(parts[0], "[!", "[^")
		if ok, err := path.Match(name, e.Name()); err == nil && (!ok || hidden && parts[0][0] != '.') {
			continue
		}
		at := filepath.Join(folder, e.Name())
		if !w.visit(at, e.Type()&fs.ModeSymlink != 0) {
			return errEnough
		}
		if len(parts) > 1 {
			if err := w.step(at, parts[1:]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *sweep) tree(folder string, hidden bool) error {
	return filepath.WalkDir(folder, func(at string, e fs.DirEntry, err error) error {
		if err != nil || at == folder {
			return nil //nolint:nilerr // what cannot be read is not found either
		}
		if w.left--; w.left < 0 {
			return errTooMany
		}
		if !hidden && strings.HasPrefix(e.Name(), ".") || e.Name() == ".git" {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !w.visit(at, e.Type()&fs.ModeSymlink != 0) {
			return errEnough
		}
		return nil
	})
}

func exists(at string) bool {
	_, err := os.Lstat(at)
	return err == nil
}
