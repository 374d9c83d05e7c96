package policy

import (
	"strings"

	"jig/config"
	"jig/internal/toolref"
)

// FromAgent fills in the options from an agent of Kiro: the tools it has, those
// that need no question, and what its settings say of paths and commands.
//
// Read-only commands need no question here, whether or not the agent says
// autoAllowReadonly: here they are proved to be that.
func (o *Options) FromAgent(a *config.Agent) error {
	add := func(e Effect, text string, regexp bool) {
		o.Rules = append(o.Rules, Rule{Effect: e, Text: text, Source: a.Source, Regexp: regexp, wild: true})
	}
	paths := func(e Effect, tool string, list []string) {
		for _, p := range list {
			if strings.HasPrefix(p, "/") {
				p = "/" + p // an absolute path, as rules write it
			}
			add(e, tool+"("+escapeParens(p)+")", false)
		}
	}
	o.Only = []toolref.Ref{}
	for _, t := range a.Tools {
		ref, err := toolref.Parse(t)
		if err != nil {
			return err
		}
		o.Only = append(o.Only, ref)
	}
	s := &a.ToolSettings
	for _, read := range []config.PathSettings{s.Read, s.Grep, s.Glob} {
		paths(Deny, "Read", read.Denied)
		paths(Allow, "Read", read.Allowed)
		if read.AllowReadOnly {
			add(Allow, "Read", false)
		}
	}
	paths(Deny, "Edit", s.Write.Denied)
	paths(Allow, "Edit", s.Write.Allowed)
	for _, list := range []struct {
		effect   Effect
		tool     string
		patterns []config.Pattern
	}{
		{Deny, "shell", s.Shell.Denied},
		{Allow, "shell", s.Shell.Allowed},
		{Deny, "web_fetch", s.WebFetch.Blocked},
		{Allow, "web_fetch", s.WebFetch.Trusted},
	} {
		for _, p := range list.patterns {
			add(list.effect, list.tool+"("+escapeParens(p.Text)+")", true)
		}
	}
	for _, service := range s.AWS.Denied {
		add(Deny, "use_aws(service_name:"+service+")", false)
	}
	for _, service := range s.AWS.Allowed {
		add(Allow, "use_aws(service_name:"+service+")", false)
	}
	for _, agent := range s.Subagent.Trusted {
		add(Allow, "subagent("+agent+")", false)
	}
	o.DenyCommands = o.DenyCommands || s.Shell.DenyByDefault
	for _, t := range a.AllowedTools {
		add(Allow, t, false)
	}
	return nil
}
