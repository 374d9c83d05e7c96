package jig

import (
	"os"
	"path/filepath"
	"slices"

	"jig/config"
	"jig/engine"
	"jig/engine/guard"
	"jig/hook"
	"jig/policy"
	"jig/tool"
)

// protection is what stands between a call and its tool: what the settings say that
// hold in a folder, or a gate of the program's own.
type protection struct {
	dir   string
	gate  engine.Gate
	hooks []engine.Hooks
	set   *hook.Set
	rules *policy.Policy // nil when the gate does not look at settings

	settings *config.Settings
	home     string
}

// protect reads the settings.
func protect(dir string, opt *Options, tools *tool.Set) (*protection, error) {
	if opt.Gate != nil {
		return &protection{dir: dir, gate: opt.Gate}, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // then there are no settings of the person
	}
	o, err := SettingsOf(dir, home)
	if err != nil {
		return nil, err
	}
	o.FlagFiles = opt.Settings
	more := policy.Options{Mode: opt.Mode, Rules: append(ownRules(dir), opt.Rules...)}
	p, cfg, err := policy.Load(o, more)
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Warnings {
		opt.Logger.Warn(w)
	}
	set, err := guard.LoadHooks(cfg, p, hook.Options{})
	if err != nil {
		return nil, err
	}
	for _, w := range set.Warnings() {
		opt.Logger.Warn(w)
	}
	tell := func(message string) { opt.Logger.Warn(message) }
	merged := cfg.Merged()
	pr := &protection{dir: dir, set: set, rules: p, settings: &merged, home: home}
	var hooks *guard.Hooks
	if slices.ContainsFunc(hook.Events(), set.Has) {
		hooks = guard.NewHooks(set, tools, guard.HookSession{ID: opt.Session, Cwd: dir, Mode: p.Mode, Tell: tell, Logger: opt.Logger})
		pr.hooks = []engine.Hooks{hooks}
	}
	save, err := saveTo(o)
	if err != nil {
		return nil, err
	}
	pr.gate = guard.New(guard.Options{Policy: p, Hooks: hooks, Asker: opt.Asker, Save: save, Timeout: pr.settings.Permissions.AskTimeout, Logger: opt.Logger})
	return pr, nil
}

// saveTo keeps answers that shall hold for good where they concern this folder alone.
func saveTo(o config.Options) (func(policy.Effect, []string) error, error) {
	file, err := o.LocalFile()
	if err != nil || file == "" {
		return nil, err
	}
	return guard.SaveTo(file), nil
}

// ownRules let calls read the long outputs of commands, which jig itself has put
// outside of the workspace.
func ownRules(dir string) []policy.Rule {
	state, err := StateFolder()
	if err != nil {
		return nil
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil
	}
	return []policy.Rule{{
		Effect: policy.Allow, Text: "Read(/" + filepath.ToSlash(outputs(state, dir)) + "/**)", Source: "jig itself",
		Reason: "it is the output of a command that was run here",
	}}
}

// shut ends what still runs.
func (p *protection) shut() error {
	if p.rules == nil {
		return nil
	}
	p.set.Close()
	return p.rules.Close()
}
