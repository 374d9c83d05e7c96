package policy

import (
	"fmt"
	"slices"
	"strings"

	"jig/config"
	"jig/internal/toolref"
	"jig/policy/network"
	"jig/tool"
	"jig/workspace"
)

// Decide says whether a call may run. The order of what is looked at is the one
// that the package comment gives.
func (p *Policy) Decide(s *Subject) Verdict {
	sc := p.scene(s)
	mode := p.Mode()
	v := p.decide(sc, mode)
	v.ReadOnly = sc.harmless()
	if v.Effect == Ask {
		v.Offers = sc.offers()
		if p.opt.DenyCommands && len(sc.intent.Commands) > 0 {
			v.Effect = Deny
			v.Reason += "; commands that are not allowed are denied by default"
		}
		if mode == DontAsk {
			v.Effect = Deny
			v.Reason += "; nothing is asked about in this mode"
		}
	}
	if v.Effect != Deny {
		v.bind = sc.binding()
	}
	return v
}

func (p *Policy) decide(s *scene, mode Mode) Verdict {
	if why := s.forbidden(); why != "" {
		return Verdict{Effect: Deny, Reason: why, Hard: true}
	}
	p.mu.RLock()
	session := p.grants
	p.mu.RUnlock()
	if v, ok := session.refuse(s); ok {
		return v
	}
	if p.opt.Only != nil && !slices.ContainsFunc(p.opt.Only, func(r toolref.Ref) bool { return r.Match(s.face.name) || familyRef(r, s) }) {
		return Verdict{Effect: Deny, Reason: "this agent does not have the tool " + s.subject.Spec.Name}
	}
	if s.subject.Advised == Deny {
		return Verdict{Effect: Deny, Reason: orElse(s.subject.Advice, "a hook denied it"), Rule: "hook"}
	}
	ruled := p.bySeverity
	if p.opt.Order == config.FirstMatch {
		ruled = p.byPlace
	}
	v := ruled(s, &session)
	if v.Effect == Deny {
		return v
	}
	if why := s.overCeiling(p.opt.Tier); why != "" {
		return Verdict{Effect: Deny, Reason: why, Rule: "tier " + string(p.opt.Tier)}
	}
	if v.Effect == Ask {
		return v
	}
	if why := s.delicate(session.allow, p.allow); why != "" {
		return Verdict{Effect: Ask, Reason: why}
	}
	if v.Effect == Allow && mode != Plan {
		return v
	}
	if s.subject.Advised == Ask {
		return Verdict{Effect: Ask, Reason: orElse(s.subject.Advice, "a hook wants a person to look at it"), Rule: "hook"}
	}
	return s.byMode(mode, v)
}

// familyRef reports whether a reference means the tool by a name that tools of
// its kind have elsewhere.
func familyRef(r toolref.Ref, s *scene) bool {
	f := familyOf(r)
	return f != noFamily && s.face.families&(1<<f) != 0
}

// bySeverity is deny before ask before allow.
func (p *Policy) bySeverity(s *scene, session *grants) Verdict {
	for _, c := range p.deny {
		if c.touches(s) {
			return c.verdict()
		}
	}
	for _, c := range p.ask {
		if c.touches(s) {
			return c.verdict()
		}
	}
	if v, ok := session.permit(s); ok {
		return v
	}
	if c := s.coveredBy(p.allow); c != nil {
		return c.verdict()
	}
	return Verdict{}
}

// byPlace is the first rule that matches.
func (p *Policy) byPlace(s *scene, session *grants) Verdict {
	for _, c := range p.rules {
		if c.Effect != Allow && c.touches(s) {
			return c.verdict()
		}
		if c.Effect == Allow && s.coveredBy([]*rule{c}) != nil {
			return c.verdict()
		}
	}
	if v, ok := session.permit(s); ok {
		return v
	}
	return Verdict{}
}

func (c *rule) verdict() Verdict {
	reason := c.Reason
	switch {
	case reason != "":
	case c.Effect == Allow:
		reason = "a rule allows it"
	case c.Effect == Ask:
		reason = "a rule wants it to be asked about"
	default:
		reason = "a rule denies it"
	}
	return Verdict{Effect: c.Effect, Reason: reason, Rule: c.name}
}

// byMode is what becomes of a call that no rule keeps from running.
func (s *scene) byMode(mode Mode, ruled Verdict) Verdict {
	class, do := s.class(), conductOf(mode)
	switch {
	case mode == Bypass && s.intent.Opaque != "" && s.p.guardsCommands():
		return Verdict{Effect: Ask, Reason: "there are rules that deny commands, and it cannot be seen what this one runs: " + s.intent.Opaque}
	case do.allows&class != 0:
		if ruled.Effect == Allow {
			return ruled
		}
		return Verdict{Effect: Allow, Reason: s.praise(class), Rule: "mode " + string(mode)}
	case do.denies&class != 0:
		return Verdict{Effect: Deny, Rule: "mode " + string(mode), Reason: "in plan mode nothing is changed: " + s.blame() + ". Describe the change in the plan instead"}
	case s.subject.Advised == Allow && mode != Plan:
		return Verdict{Effect: Allow, Reason: orElse(s.subject.Advice, "a hook allows it"), Rule: "hook"}
	}
	return Verdict{Effect: Ask, Reason: s.blame()} // Decide makes a denial of it where the mode says so
}

// guardsCommands reports whether there are deny rules about commands.
func (p *Policy) guardsCommands() bool {
	for _, c := range p.deny {
		if c.family == shells {
			return true
		}
	}
	return false
}

// forbidden says why no rule may let the call pass.
func (s *scene) forbidden() string {
	in := s.intent
	if len(in.Harm) > 0 {
		return in.Harm[0]
	}
	if s.unclear != nil {
		return s.unclear.Error()
	}
	for i := range s.writes {
		if why := s.untouchable(&s.writes[i]); why != "" {
			return why
		}
	}
	for i := range s.reads {
		if why, ok := s.reads[i].Forbidden(); ok {
			return fmt.Sprintf("%s must not be read: %s", s.reads[i].Given, why)
		}
	}
	for _, h := range in.Hosts {
		if h == "*" {
			continue
		}
		if v := s.p.opt.Network.URL("https://" + h + "/"); v.Effect == network.Deny {
			return v.Reason
		}
	}
	return ""
}

// untouchable says why a place must not be written, whoever allows it.
func (s *scene) untouchable(p *workspace.Place) string {
	switch {
	case p.Odd != "":
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
	if name := sealed(p); name != "" {
		return fmt.Sprintf("%s is protected: what is in %s is not for calls to change", p.Given, name)
	}
	return ""
}

// sealed names the part of a path that no call may write below: the records of
// version control and what they run, installed packages, and jig's own settings.
// The commands that belong there (git, npm) change it by themselves.
func sealed(p *workspace.Place) string {
	if name := sealedName(p.Real); name != "" {
		return name
	}
	if p.Path != p.Real {
		if name := sealedName(p.Path); name != "" {
			return name
		}
	}
	for _, path := range p.Links {
		if name := sealedName(path); name != "" {
			return name
		}
	}
	return ""
}

func sealedName(path string) string {
	for path != "" {
		var name string
		name, path, _ = strings.Cut(path, "/")
		if len(name) < 3 || name[0] != '.' && name[0] != 'n' && name[0] != 'N' {
			continue
		}
		for _, seal := range [...]string{".git", ".hg", ".svn", ".husky", ".jig", "node_modules"} {
			if strings.EqualFold(name, seal) {
				return seal
			}
		}
	}
	return ""
}

// delicate says why a call is asked about even if a rule would allow it, unless
// a rule names the very file.
func (s *scene) delicate(granted, allowed []*rule) string {
	for i := range s.writes {
		p := &s.writes[i]
		if why, ok := p.Protected(); ok && !named(p, true, granted, allowed) {
			return fmt.Sprintf("%s is protected: %s", p.Given, why)
		}
		if p.Kind == workspace.Dir && !named(p, true, granted, allowed) {
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
			pr, ok := c.what.(*pathRule)
			if ok && pr.pattern.exact && (pr.writes || !write) && pr.covers(p) {
				return true
			}
		}
	}
	return false
}

// overCeiling says why the tier does not admit the call.
func (s *scene) overCeiling(t config.Tier) string {
	switch t {
	case config.ReadOnly:
		if !s.harmless() {
			return "the tier read-only admits only what is proved to change nothing: " + s.blame()
		}
	case config.WorkspaceWrite:
		if p := outside(s.writes); p != nil {
			return fmt.Sprintf("the tier workspace-write admits no change outside of the workspace: %s", p.Given)
		}
		if s.anyWrite && s.subject.Spec.Access == tool.FullAccess && s.face.foreign {
			return "the tier workspace-write does not admit a tool that may change anything"
		}
	case config.DangerFullAccess, "":
	}
	return ""
}

// praise says why a call needs no question.
func (s *scene) praise(c class) string {
	switch c {
	case looks:
		return "it only looks, and only at the workspace"
	case edits:
		return "it changes only files of the workspace"
	case tidies:
		return "all that its commands do is known, and stays in the workspace"
	case plans:
		return "it writes the plan"
	case beyond:
	}
	return "the mode allows everything that is not denied"
}

// blame says what about a call needs a question, the most telling first.
func (s *scene) blame() string {
	in := s.intent
	switch {
	case in.Opaque != "":
		return in.Opaque
	case s.face.foreign:
		return "tools of others are asked about: what they say of themselves proves nothing"
	}
	for i := range in.Commands {
		if d := in.Commands[i].Doubt; d != "" && coveringCommand(s.p.allow, &in.Commands[i]) == nil {
			return d
		}
	}
	if s.vague != "" {
		return s.vague
	}
	if len(in.Hosts) > 0 {
		return "it connects to " + strings.Join(in.Hosts, ", ")
	}
	if p := outside(s.writes); p != nil {
		return fmt.Sprintf("it changes %s, outside of the workspace", p.Given)
	}
	if len(s.writes) > 0 {
		return "it changes " + s.writes[0].Given
	}
	if s.anyWrite {
		return "it may change anything"
	}
	if p := outside(s.reads); p != nil {
		return fmt.Sprintf("it reads %s, outside of the workspace", p.Given)
	}
	if len(in.Commands) > 0 && s.p.opt.Untrusted {
		return "it runs commands in a folder that nobody has said can be trusted (jig trust)"
	}
	return "it is not known to be harmless"
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
