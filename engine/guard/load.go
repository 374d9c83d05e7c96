package guard

import (
	"jig/config"
	"jig/hook"
	"jig/policy"
	"jig/tool"
)

// LoadHooks makes the hooks that settings name. Those of a project are among them
// only if the folder is trusted: package config sees to that.
func LoadHooks(cfg *config.Config, p *policy.Policy, opt hook.Options) (*hook.Set, error) {
	var configs []hook.Config
	for _, f := range cfg.Hooks() {
		c, err := hook.ParseClaude(f.Raw, f.Source.File)
		if err != nil {
			return nil, err
		}
		c.Trusted = true
		configs = append(configs, c)
	}
	if opt.ProjectDir == "" {
		opt.ProjectDir = cfg.Dir
	}
	if opt.Rule == nil {
		opt.Rule = func(rule string, in hook.Input) (bool, error) { return condition(p, rule, &in) }
	}
	return hook.New(configs, opt)
}

// condition reports whether a hook's "if", a permission rule, speaks of the call.
func condition(p *policy.Policy, rule string, in *hook.Input) (bool, error) {
	spec, ok := policy.StandIn(in.Tool.Canonical)
	if !ok {
		spec = &tool.Spec{Name: in.Tool.Canonical, Aliases: in.Tool.Aliases}
		if in.Tool.Server != "" {
			spec.Origin = tool.Origin{Kind: tool.MCP, Source: in.Tool.Server}
		}
	}
	return p.Speaks(rule, &policy.Subject{Spec: spec, Args: in.ToolInput, Intent: p.GuessIntent(in.Tool.Canonical, spec, in.ToolInput)})
}
