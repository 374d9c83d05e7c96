package policy

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"

	"jig/workspace"
)

// grants are what a person has allowed and denied for the session. A grants
// value is never changed once others can see it.
type grants struct {
	allow, deny []*rule
	// calls are decisions about exact calls, by their fingerprint.
	calls map[fingerprint]Effect
}

type fingerprint [sha256.Size]byte

func (g *grants) refuse(s *scene) (Verdict, bool) {
	if len(g.calls) > 0 && g.calls[s.fingerprint()] == Deny {
		return Verdict{Effect: Deny, Reason: "a person denied this call for the session", Rule: "session"}, true
	}
	for _, c := range g.deny {
		if c.touches(s) {
			return Verdict{Effect: Deny, Reason: "a person denied this for the session", Rule: c.name}, true
		}
	}
	return Verdict{}, false
}

func (g *grants) permit(s *scene) (Verdict, bool) {
	if len(g.calls) > 0 && g.calls[s.fingerprint()] == Allow {
		return Verdict{Effect: Allow, Reason: "a person allowed this call for the session", Rule: "session"}, true
	}
	if c := s.coveredBy(g.allow); c != nil {
		return Verdict{Effect: Allow, Reason: "a person allowed this for the session", Rule: c.name}, true
	}
	return Verdict{}, false
}

// fingerprint identifies the call with what its paths lead to.
func (s *scene) fingerprint() fingerprint {
	h := sha256.New()
	from := s.subject.Spec.Origin
	fmt.Fprintf(h, "%q %q %q %q", from.Kind, from.Source, s.subject.Spec.Name, s.subject.Args)
	for _, list := range [][]workspace.Place{s.reads, s.writes} {
		for i := range list {
			fmt.Fprintf(h, " %q", list[i].Real)
		}
	}
	for i := range s.intent.Commands {
		fmt.Fprintf(h, " %q in %q", s.intent.Commands[i].Text, s.intent.Commands[i].Dir)
	}
	return fingerprint(h.Sum(nil))
}

// Grant remembers a rule for the session, as the answer of a person.
func (p *Policy) Grant(effect Effect, rules ...string) error {
	compiled, err := p.sessionRules(effect, rules)
	if err != nil {
		return err
	}
	if effect != Allow && effect != Deny {
		return errors.New("a person allows or denies")
	}
	p.change(func(s *state) {
		g := &s.grants
		if effect == Allow {
			g.allow = append(g.allow[:len(g.allow):len(g.allow)], compiled...)
		} else {
			g.deny = append(g.deny[:len(g.deny):len(g.deny)], compiled...)
		}
	})
	return nil
}

// sessionRules reads rules that are to hold for the session.
func (p *Policy) sessionRules(effect Effect, texts []string) ([]*rule, error) {
	var compiled []*rule
	for _, text := range texts {
		c, err := p.compile(Rule{Effect: effect, Text: text, Source: "session"})
		if err != nil {
			return nil, err
		}
		compiled = append(compiled, c)
	}
	return compiled, nil
}

// GrantCall remembers a decision about this very call: the tool, its arguments
// and what its paths lead to.
func (p *Policy) GrantCall(effect Effect, s *Subject) {
	key := p.scene(s).fingerprint()
	p.change(func(st *state) {
		calls := make(map[fingerprint]Effect, len(st.grants.calls)+1)
		maps.Copy(calls, st.grants.calls)
		calls[key] = effect
		st.grants.calls = calls
	})
}

// Granted lists what holds for the session, for people to read.
func (p *Policy) Granted() (allowed, denied []string) {
	g := &p.now.Load().grants
	for _, c := range g.allow {
		allowed = append(allowed, c.Text)
	}
	for _, c := range g.deny {
		denied = append(denied, c.Text)
	}
	return allowed, denied
}

// binding is what a decision was made about: a decision holds only as long as
// paths lead where they led.
type binding struct {
	subject *Subject
	places  []workspace.Place
}

func (s *scene) binding() binding {
	switch {
	case len(s.reads) == 0:
		return binding{s.subject, s.writes}
	case len(s.writes) == 0:
		return binding{s.subject, s.reads}
	}
	return binding{s.subject, append(s.reads[:len(s.reads):len(s.reads)], s.writes...)}
}

// Bound reports whether there is anything to check again when the call starts.
func (v *Verdict) Bound() bool { return len(v.bind.places) > 0 }

// Recheck tells whether what was decided about is still the same: it is called
// right before the call starts, which may be long after.
func (p *Policy) Recheck(_ context.Context, v *Verdict) error {
	for i := range v.bind.places {
		was := &v.bind.places[i]
		now, err := p.opt.Space.Resolve(was.Path)
		if err != nil {
			return err
		}
		if now.Real != was.Real {
			return fmt.Errorf("%s led to %s when it was decided, and leads to %s now", was.Given, was.Real, now.Real)
		}
		if was.Exists && now.Exists && now.Kind != was.Kind {
			return fmt.Errorf("%s was a %s when it was decided, and is a %s now", was.Given, was.Kind, now.Kind)
		}
	}
	if v.bind.subject == nil {
		return nil
	}
	// The mode may have changed, and a person may have said no to such calls.
	if now := p.Decide(v.bind.subject); now.Effect == Deny {
		return errors.New(now.Reason)
	}
	return nil
}
