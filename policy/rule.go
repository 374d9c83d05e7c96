package policy

import (
	"errors"
	"fmt"
	"strings"

	"jig/internal/toolref"
	"jig/tool"
)

// Rule says what happens to calls of a tool, or to some of them:
//
//	Bash                        every call of the shell
//	Bash(git status)            this command
//	Bash(npm run test:*)        commands that begin so
//	Read(~/.ssh/**)             reading these files, whichever call does so
//	Edit(src/**)                writing these files
//	WebFetch(domain:x.org)      connecting to this host
//	mcp__github__*, @github/*   tools of an MCP server
//	Agent(model:opus)           calls with this argument
type Rule struct {
	Effect Effect
	Text   string
	// Match and NotMatch are examples that the rule must and must not match,
	// checked when the policy is made: a command, a path or a host.
	Match, NotMatch []string
	// Reason is told to those whose call it decides.
	Reason string
	// Source says where the rule stands, for messages.
	Source string
	// Regexp says that the specifier is a regular expression over the whole
	// command or URL, as Kiro writes them.
	Regexp bool

	wild   bool // an allow rule may have wildcards in its name
	listed bool // it stands in a plain list, which holds over ordered rules
}

func (r Rule) String() string {
	if r.Source == "" {
		return r.Text
	}
	return r.Text + " (" + r.Source + ")"
}

// rule is a compiled Rule.
type rule struct {
	Rule
	name   string // as it is told: text and source
	ref    toolref.Ref
	family family
	what   specifier // nil: the whole tool
	number int       // in the policy, from 1; 0 for others
}

// specifier is the part of a rule between parentheses.
type specifier interface {
	// touches reports whether the call does anything that the specifier names.
	touches(s *scene) bool
}

// compile reads a rule. The error says where it stands and what is wrong.
func (p *Policy) compile(r Rule) (*rule, error) {
	fail := func(err error) (*rule, error) {
		where := ""
		if r.Source != "" {
			where = r.Source + ": "
		}
		return nil, fmt.Errorf("%s%s rule %q: %w", where, r.Effect, r.Text, err)
	}
	if r.Effect == None {
		return fail(errors.New("it has no effect; use allow, ask or deny"))
	}
	head, inside, has, err := toolref.SplitRule(r.Text)
	if err != nil {
		return fail(err)
	}
	ref, err := toolref.Parse(head)
	if err != nil {
		return fail(err)
	}
	c := &rule{Rule: r, name: r.String(), ref: ref, family: familyOf(ref)}
	inside = strings.TrimSpace(inside)
	if has && inside == "" {
		return fail(errors.New("there is nothing between the parentheses; write the tool's name alone to mean all its calls"))
	}
	if has && inside != "*" {
		if c.what, err = p.specifier(c, inside); err != nil {
			return fail(err)
		}
	}
	if r.Effect == Allow && !ref.Exact() && !ownTools(head) && !r.wild {
		return fail(errors.New("an allow rule may have wildcards only after the name of a server (mcp__server__*, @server/*): list the tools by name"))
	}
	if err := p.checkExamples(c); err != nil {
		return fail(err)
	}
	return c, nil
}

// ownTools reports whether a reference with wildcards stays within one server.
func ownTools(head string) bool {
	if rest, ok := strings.CutPrefix(head, "mcp__"); ok {
		server, _, _ := strings.Cut(rest, "__")
		return server != "" && !strings.ContainsAny(server, "*?")
	}
	if rest, ok := strings.CutPrefix(head, "@"); ok {
		server, _, _ := strings.Cut(rest, "/")
		return server != "" && !strings.ContainsAny(server, "*?")
	}
	return false
}

func (p *Policy) specifier(c *rule, inside string) (specifier, error) {
	switch c.family {
	case shells:
		if c.Regexp {
			return commandRegexp(inside)
		}
		return commandPattern(inside)
	case readers, writers:
		patterns, err := p.pathPatterns(inside, c.Effect != Allow)
		if err != nil {
			return nil, err
		}
		return &pathRule{patterns: patterns, writes: c.family == writers}, nil
	case fetchers:
		if c.Regexp {
			return paramRegexp("url", inside)
		}
		return hostPattern(inside)
	case noFamily:
	}
	return paramPattern(inside)
}

// about reports whether the call is one of the tool that the rule names.
func (c *rule) about(s *scene) bool {
	if n := c.number; n > 0 && n <= len(s.face.about) {
		return s.face.about[n-1]
	}
	return c.names(s.face)
}

func (c *rule) names(f *face) bool {
	if f.foreign && c.family != noFamily && c.Effect == Allow {
		return false // a tool of others does not become ours by its name
	}
	return c.ref.Match(f.name) || c.family != noFamily && f.families&(1<<c.family) != 0
}

// touches reports whether a deny or ask rule applies: generously, to whatever
// part of the call it speaks of. Rules about files, commands and hosts hold for
// every call that touches them, not only for those of the tool they name.
func (c *rule) touches(s *scene) bool {
	if c.what == nil {
		return c.about(s)
	}
	if _, ok := c.what.(*param); ok && !c.about(s) {
		return false
	}
	return c.what.touches(s)
}

// checkExamples holds a rule against the examples that it brings.
func (p *Policy) checkExamples(c *rule) error {
	for _, e := range c.Match {
		hit, err := p.example(c, e)
		if err != nil {
			return fmt.Errorf("its example %q: %w", e, err)
		}
		if !hit {
			return fmt.Errorf("it does not match its own example %q", e)
		}
	}
	for _, e := range c.NotMatch {
		hit, err := p.example(c, e)
		if err != nil {
			return fmt.Errorf("its example %q: %w", e, err)
		}
		if hit {
			return fmt.Errorf("it matches %q, which it says it must not", e)
		}
	}
	return nil
}

// example reports whether the rule decides about a call that does what the
// example says.
func (p *Policy) example(c *rule, text string) (bool, error) {
	var in *tool.Intent
	switch c.family {
	case shells:
		in = p.ShellIntent(text)
	case readers:
		in = &tool.Intent{Reads: []string{p.absolute(text)}}
	case writers:
		in = &tool.Intent{Writes: []string{p.absolute(text)}}
	case fetchers:
		in = &tool.Intent{Hosts: []string{text}}
	case noFamily:
		return false, errors.New("examples are for rules about commands, files and hosts")
	}
	s := p.scene(&Subject{Spec: kin(c.family), Intent: in})
	if c.Effect == Allow {
		return s.coveredBy([]*rule{c}) != nil, nil
	}
	return c.touches(s), nil
}
