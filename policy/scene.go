package policy

import (
	"path"
	"slices"
	"strings"

	"jig/policy/network"
	"jig/tool"
	"jig/workspace"
)

// scene is one decision at work: the call with its paths resolved.
type scene struct {
	p       *Policy
	subject *Subject
	intent  *tool.Intent
	face    *face
	args    map[string]any

	reads, writes []workspace.Place
	spelled       []string
	anyRead       bool // it may read everything
	anyWrite      bool // it may write everything
	unclear       error
	supposed      bool // the folder is taken for a trusted one, to see what then

	looked bool
	finds  *finds
	room   [1]workspace.Place // most calls touch one file
}

// vague says why what the call finds may not be what it says.
func (s *scene) vague() string {
	if f := s.found(); f != nil {
		return f.astray
	}
	return ""
}

func (p *Policy) scene(s *Subject) *scene {
	in := s.Intent
	if in == nil {
		in = s.Spec.DefaultIntent()
	}
	sc := &scene{p: p, subject: s, intent: in, face: p.face(s.Spec)}
	sc.reads, sc.anyRead = sc.resolve(in.Reads)
	sc.writes, sc.anyWrite = sc.resolve(in.Writes)
	return sc
}

func (s *scene) resolve(paths []string) (places []workspace.Place, all bool) {
	if len(paths) == 0 {
		return nil, false
	}
	if len(paths) == 1 && s.reads == nil {
		places = s.room[:0:1]
	} else {
		places = make([]workspace.Place, 0, len(paths))
	}
	for _, at := range paths {
		if at == tool.Everything {
			all = true
			continue
		}
		place, err := s.p.opt.Space.Resolve(at)
		if err != nil {
			s.unclear = err
			continue
		}
		places = append(places, place)
	}
	return places, all
}

// harmless reports whether it is proved that the call changes nothing.
func (s *scene) harmless() bool {
	in := s.intent
	if len(s.writes)+len(in.Harm)+len(in.Hosts) > 0 || s.anyWrite || in.Opaque != "" || s.unclear != nil || s.face.foreign {
		return false
	}
	// A line may have no commands at all: a test, or an assignment.
	analysed := len(in.Commands) > 0 || s.face.families&(1<<shells) != 0 && s.subject.Intent != nil
	return s.commandsLook() && (analysed || s.subject.Spec.Access == tool.ReadOnly)
}

func (s *scene) commandsLook() bool {
	for i := range s.intent.Commands {
		if !s.intent.Commands[i].ReadOnly {
			return false
		}
	}
	return true
}

// understood reports whether all that the commands do is known.
func (s *scene) understood() bool {
	for i := range s.intent.Commands {
		if s.intent.Commands[i].Doubt != "" {
			return false
		}
	}
	return s.intent.Opaque == ""
}

// inside reports whether all places lie in the workspace.
func inside(places []workspace.Place) bool { return outside(places) == nil }

func outside(places []workspace.Place) *workspace.Place {
	for i := range places {
		if !places[i].Inside {
			return &places[i]
		}
	}
	return nil
}

// class is what kind of call it is.
func (s *scene) class() class {
	c := s.plainClass()
	if (c == beyond || c == tidies) && s.held() {
		return fenced
	}
	return c
}

// held reports whether the sandbox keeps the call from doing what a person would
// be asked about. A sandbox knows nothing of rules that deny.
func (s *scene) held() bool {
	return s.p.opt.Confined && !s.p.now.Load().unconfined && !s.untrusted() && !s.intent.Unconfined && s.unclear == nil &&
		len(s.intent.Commands) > 0 && s.face.families&(1<<shells) != 0 && (!s.p.specific || s.understood())
}

func (s *scene) plainClass() class {
	in := s.intent
	commands := len(in.Commands) > 0
	switch {
	case s.face.foreign || s.unclear != nil || s.vague() != "" || len(in.Hosts) > 0 || in.Opaque != "":
		return beyond
	case commands && s.untrusted():
		return beyond
	case !inside(s.reads) || s.anyRead && s.subject.Spec.Access != tool.ReadOnly:
		return beyond
	case s.harmless():
		return looks
	case s.anyWrite || !inside(s.writes) || len(s.writes) == 0 || slices.Contains(s.p.roots, "/"):
		return beyond // the whole disk is no workspace to edit freely
	case !commands && s.onlyPlan():
		return plans
	case !commands:
		return edits
	case s.understood():
		return tidies
	}
	return beyond
}

// onlyPlan reports whether the call writes the plan file and nothing else.
func (s *scene) onlyPlan() bool {
	if s.p.opt.PlanFile == "" || len(s.writes) == 0 {
		return false
	}
	plan, err := s.p.opt.Space.Resolve(s.p.opt.PlanFile)
	if err != nil || plan.Path != plan.Real {
		return false // a link would make another file the plan
	}
	for i := range s.writes {
		if s.writes[i].Real != plan.Real {
			return false
		}
	}
	return true
}

// coveredBy gives the rule because of which a call is allowed, if the rules
// together cover everything that it does.
func (s *scene) coveredBy(rules []*rule) *rule {
	var last *rule
	for _, c := range rules {
		if c.what == nil && c.about(s) {
			return c
		}
		if pr, ok := c.what.(*param); ok && c.about(s) && pr.covers(s) {
			return c
		}
	}
	if s.face.foreign {
		return nil // what it says it does proves nothing
	}
	if s.unclear != nil || s.vague() != "" || s.intent.Opaque != "" || s.anyWrite && len(s.intent.Commands) == 0 || s.anyRead && !s.harmless() {
		return nil
	}
	cover := func(c *rule) *rule {
		if c != nil {
			last = c
		}
		return c
	}
	for i := range s.intent.Commands {
		cmd := &s.intent.Commands[i]
		if !cmd.ReadOnly && !carries(s.intent.Commands, i) && cover(s.p.coveringCommand(rules, cmd)) == nil {
			return nil
		}
		for _, to := range cmd.Redirects {
			place, err := s.p.opt.Space.Resolve(to)
			if err != nil || cover(coveringPath(rules, &place, true)) == nil {
				return nil
			}
		}
	}
	if len(s.intent.Commands) == 0 {
		// What commands write and where they connect is their rule's business.
		for i := range s.writes {
			if cover(coveringPath(rules, &s.writes[i], true)) == nil {
				return nil
			}
		}
		for _, h := range s.intent.Hosts {
			if cover(s.p.coveringHost(rules, h)) == nil {
				return nil
			}
		}
	}
	for i := range s.reads {
		if place := &s.reads[i]; !place.Inside && cover(coveringPath(rules, place, false)) == nil {
			return nil
		} else if place.Inside {
			if c := coveringPath(rules, place, false); c != nil && last == nil {
				last = c
			}
		}
	}
	return last
}

// carries reports whether a command does nothing but run the one behind it, which
// is judged by itself.
func carries(commands []tool.Command, i int) bool {
	cmd := &commands[i]
	if cmd.Doubt != "" || !cmd.Literal || len(cmd.Argv) == 0 || len(cmd.Env) > 0 || i+1 == len(commands) {
		return false
	}
	name, via := path.Base(cmd.Argv[0]), commands[i+1].Via
	if len(via) <= len(cmd.Via) || via[len(cmd.Via)] != name {
		return false
	}
	switch name {
	case "time":
		return !strings.HasPrefix(cmd.Argv[1], "-") // it can write a file
	case "timeout", "nice", "ionice", "nohup", "setsid", "stdbuf", "command", "builtin":
		return true
	}
	return false
}

// namedBy reports whether every command of the call, also those that only look,
// is one that an allow rule names.
func (s *scene) namedBy(rules []*rule) bool {
	for i := range s.intent.Commands {
		if !carries(s.intent.Commands, i) && s.p.coveringCommand(rules, &s.intent.Commands[i]) == nil && !s.bare(rules) {
			return false
		}
	}
	return true
}

// bare reports whether a rule names the tool as a whole.
func (s *scene) bare(rules []*rule) bool {
	return slices.ContainsFunc(rules, func(c *rule) bool { return c.what == nil && c.about(s) })
}

// coveringCommand finds a rule for a command. A rule is written for the workspace:
// elsewhere the same words mean another program and other files.
func (p *Policy) coveringCommand(rules []*rule, cmd *tool.Command) *rule {
	if cmd.Dir != p.root() && (!p.holds(cmd.Dir) || relative(cmd)) {
		return nil
	}
	for _, c := range rules {
		if pat, ok := c.what.(*command); ok && pat.covers(cmd) {
			return c
		}
	}
	return nil
}

// coveringPath finds a rule for a file. What may be written may be read.
func coveringPath(rules []*rule, place *workspace.Place, write bool) *rule {
	for _, c := range rules {
		if pr, ok := c.what.(*pathRule); ok && (pr.writes || !write) && pr.covers(place) {
			return c
		}
	}
	return nil
}

// coveringHost finds a rule for a host, or the list of hosts in the settings.
func (p *Policy) coveringHost(rules []*rule, host string) *rule {
	if v := p.reaching(host); v.Effect == network.Allow {
		return &rule{Rule: Rule{Effect: Allow, Reason: "the host is on the list of those that may be reached"}, name: "network.allow " + v.Rule}
	}
	for _, c := range rules {
		if hr, ok := c.what.(*hostRule); ok && hr.covers(host) {
			return c
		}
	}
	return nil
}

// relative reports whether a command names a program or a file by a path that
// depends on where it runs.
func relative(cmd *tool.Command) bool {
	return slices.ContainsFunc(cmd.Argv, func(a string) bool {
		return strings.Contains(a, "/") && !strings.HasPrefix(a, "/") && !strings.Contains(a, "://")
	})
}
