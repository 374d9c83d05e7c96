package policy

import (
	"fmt"
	"slices"
	"strings"

	"jig/config"
	"jig/internal/toolref"
	"jig/policy/network"
)

// Decide says whether a call may run. The order of what is looked at is the one
// that the package comment gives.
func (p *Policy) Decide(s *Subject) Verdict {
	sc := p.scene(s)
	now := p.now.Load()
	mode := now.mode
	v := p.decide(sc, now)
	v.ReadOnly = sc.harmless()
	if v.Effect == Ask {
		if !v.insists {
			v.Offers = sc.helpful(now, sc.offers())
		}
		if p.opt.DenyCommands && sc.face.families&(1<<shells) != 0 {
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

func (p *Policy) decide(s *scene, now *state) Verdict {
	mode := now.mode
	if why := s.forbidden(); why != "" {
		return Verdict{Effect: Deny, Reason: why, Hard: true}
	}
	session := &now.grants
	if v, ok := session.refuse(s); ok {
		return v
	}
	if p.opt.Only != nil && !slices.ContainsFunc(p.opt.Only, func(r toolref.Ref) bool { return r.Match(s.face.name) || familyRef(r, s) }) {
		return Verdict{Effect: Deny, Reason: "this agent does not have the tool " + s.subject.Spec.Name}
	}
	if s.subject.Advised == Deny {
		return Verdict{Effect: Deny, Reason: orElse(s.subject.Advice, "a hook denied it"), Rule: "hook"}
	}
	var v Verdict
	if p.opt.Order == config.FirstMatch {
		v = p.byPlace(s, session)
	} else {
		v = p.bySeverity(s, session)
	}
	if v.Effect == Deny {
		return v
	}
	if why := s.overCeiling(p.opt.Tier); why != "" {
		return Verdict{Effect: Deny, Reason: why, Rule: "tier " + string(p.opt.Tier)}
	}
	class, do := s.class(), conductOf(mode)
	if do.denies&class != 0 && s.trustHelps(mode) {
		return Verdict{Effect: Deny, Rule: "mode " + string(mode), Reason: "in plan mode commands may only look, and " + notTrusted}
	}
	if do.denies&class != 0 {
		return Verdict{Effect: Deny, Rule: "mode " + string(mode), Reason: "in plan mode nothing is changed: " + s.blame() + ". Describe the change in the plan instead"}
	}
	if v.Effect == Ask {
		v.insists = true
		return v
	}
	if s.subject.Advised == Ask {
		return Verdict{Effect: Ask, Reason: orElse(s.subject.Advice, "a hook wants a person to look at it"), Rule: "hook", insists: true}
	}
	if why := s.delicate(session.allow, p.allow); why != "" {
		return Verdict{Effect: Ask, Reason: why}
	}
	if s.intent.Unconfined && mode != Bypass {
		return Verdict{Effect: Ask, Reason: "it asks to run outside of the sandbox, which no rule allows; without asking for that it would run confined"}
	}
	if why := s.evasive(); why != "" && (v.Effect == Allow || mode == Bypass) {
		return Verdict{Effect: Ask, Reason: "there are rules that deny, and it cannot be seen whether they speak of this: " + why}
	}
	if v.Effect == Allow {
		return v
	}
	return s.byMode(mode, class)
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

// byPlace is the first rule that matches. Rules of the plain lists hold over
// those that stand in an order: a project's question cannot come before a denial.
func (p *Policy) byPlace(s *scene, session *grants) Verdict {
	for _, c := range p.deny {
		if c.listed && c.touches(s) {
			return c.verdict()
		}
	}
	first := p.firstMatch(s)
	if first.Effect == Deny {
		return first
	}
	for _, c := range p.ask {
		if c.listed && c.touches(s) {
			return c.verdict()
		}
	}
	if first.Effect != None {
		return first
	}
	if v, ok := session.permit(s); ok {
		return v
	}
	var listed []*rule
	for _, c := range p.allow {
		if c.listed {
			listed = append(listed, c)
		}
	}
	if c := s.coveredBy(listed); c != nil {
		return c.verdict()
	}
	return Verdict{}
}

// firstMatch is what the first of the ordered rules says. A line of commands is
// allowed when each of them has met an allow rule before any other: one that is
// allowed does not open the rest.
func (p *Policy) firstMatch(s *scene) Verdict {
	var passed []*rule
	for _, c := range p.rules {
		switch {
		case c.listed:
		case c.Effect != Allow && c.touches(s):
			return c.verdict()
		case c.Effect == Allow:
			passed = append(passed, c)
			if s.namedBy(passed) && s.coveredBy(passed) != nil {
				return c.verdict()
			}
		}
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

// byMode is what becomes of a call that no rule speaks of.
func (s *scene) byMode(mode Mode, class class) Verdict {
	switch {
	case conductOf(mode).allows&class != 0:
		return Verdict{Effect: Allow, Reason: s.praise(class), Rule: "mode " + string(mode)}
	case s.subject.Advised == Allow && (!s.p.opt.DenyCommands || s.face.families&(1<<shells) == 0):
		return Verdict{Effect: Allow, Reason: orElse(s.subject.Advice, "a hook allows it"), Rule: "hook"}
	}
	why := s.blame()
	if s.trustHelps(mode) {
		why = notTrusted
	}
	return Verdict{Effect: Ask, Reason: why} // Decide makes a denial of it where the mode says so
}

// evasive says why it cannot be seen whether a rule that denies a command, a file
// or a host speaks of the call. Without such a rule there is nothing to evade.
func (s *scene) evasive() string {
	if !s.p.specific {
		return ""
	}
	if s.intent.Opaque != "" {
		return s.intent.Opaque
	}
	if slices.Contains(s.intent.Hosts, "*") && slices.ContainsFunc(s.p.deny, func(c *rule) bool { return c.family == fetchers }) {
		return "it is not known where it connects"
	}
	for i := range s.intent.Commands {
		cmd := &s.intent.Commands[i]
		if cmd.ReadOnly {
			continue
		}
		unknown := slices.ContainsFunc(cmd.Redirects, func(to string) bool { return !strings.HasPrefix(to, "/") })
		if !cmd.Literal || unknown {
			return orElse(cmd.Doubt, "what it names is not known: "+cmd.Text)
		}
	}
	return ""
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
		if v := s.p.reaching(h); v.Effect == network.Deny {
			return v.Reason
		}
	}
	return ""
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
		if s.face.foreign {
			return "the tier workspace-write does not admit tools of others: what they change is not known"
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
	case fenced:
		return "the sandbox holds it in the workspace"
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
		if d := in.Commands[i].Doubt; d != "" && s.p.coveringCommand(s.p.allow, &in.Commands[i]) == nil {
			return d
		}
	}
	if why := s.vague(); why != "" {
		return why
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
	return "it is not known to be harmless"
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}
