package policy

import (
	"strings"

	"jig/workspace"
)

// pathRule is a rule about files that calls read, or write.
type pathRule struct {
	patterns []*pathPattern // the first is what was written
	writes   bool
}

// covers reports whether an allow rule speaks of the file: of the path as it was
// given and of what it leads to.
func (r *pathRule) covers(p *workspace.Place) bool {
	return r.patterns[0].match(p.Path, false) && (p.Path == p.Real || r.patterns[0].match(p.Real, false))
}

// names reports whether the rule names this very file, and not a folder above.
func (r *pathRule) names(p *workspace.Place) bool {
	pat := r.patterns[0]
	return pat.exact && pat.lead != "/" && (pat.lead == p.Path || pat.lead == p.Real) && r.covers(p)
}

// matches reports whether a path is what the rule is about, in any of its
// readings.
func (r *pathRule) matches(at string) bool {
	for _, pat := range r.patterns {
		if pat.match(at, true) {
			return true
		}
	}
	return false
}

func (r *pathRule) touches(s *scene) bool {
	places := s.reads
	if r.writes {
		places = s.writes
	}
	for i := range places {
		p := &places[i]
		if r.matches(p.Real) || p.Path != p.Real && r.matches(p.Path) {
			return true
		}
		for _, at := range p.Links {
			if r.matches(at) {
				return true
			}
		}
		// Whoever changes a folder changes what is in it.
		if r.writes && p.Kind == workspace.Dir && r.holds(s.p, p.Real) {
			return true
		}
		if !r.writes && p.Kind == workspace.Dir && s.searches() && r.holds(s.p, p.Real) {
			return true
		}
	}
	return s.found().denies(r)
}

// searches reports whether the call looks into the files of the folders that it
// reads. Commands say so themselves, by what they follow.
func (s *scene) searches() bool {
	if len(s.intent.Commands) > 0 {
		return false
	}
	for _, name := range append([]string{s.subject.Spec.Name}, s.subject.Spec.Aliases...) {
		if low := strings.ToLower(name); strings.Contains(low, "grep") || strings.Contains(low, "search") {
			return true
		}
	}
	return false
}

// holds reports whether something that the rule names lies below a folder. What
// cannot be looked through in time may.
func (r *pathRule) holds(p *Policy, folder string) bool {
	if !r.mayHold(folder) {
		return false
	}
	hit := false
	whole := p.each(strings.TrimSuffix(folder, "/")+"/**", maxGuarded, func(at string, _ bool) bool {
		hit = r.matches(at)
		return !hit
	})
	return hit || !whole
}

// mayHold reports whether what the rule names can lie below a folder.
func (r *pathRule) mayHold(folder string) bool {
	for _, pat := range r.patterns {
		if pat.mayHold(folder) {
			return true
		}
	}
	return false
}
