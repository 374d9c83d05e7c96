package cli

import (
	"fmt"
	"log/slog"
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

// Modes are the words for the modes of a gate.
func Modes() []string {
	var words []string
	for _, m := range policy.Modes() {
		words = append(words, string(m))
	}
	return words
}

// Protection is what stands between a call and its tool, by the settings that
// hold in this folder. There is nobody to ask.
type Protection struct {
	Gate  engine.Gate
	Hooks []engine.Hooks
	set   *hook.Set
	rules *policy.Policy // nil when the gate does not look at settings

	settings *config.Settings
	home     string
}

// Protect reads the settings.
func Protect(mode string, tools *tool.Set, logger *slog.Logger) (*Protection, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // then there are no settings of the person
	}
	o, err := ConfigOptions(dir, home)
	if err != nil {
		return nil, err
	}
	p, cfg, err := policy.Load(o, policy.Options{Mode: policy.Mode(mode), Rules: ownRules(dir)})
	if err != nil {
		return nil, err
	}
	for _, w := range cfg.Warnings {
		logger.Warn(w)
	}
	set, err := guard.LoadHooks(cfg, p, hook.Options{})
	if err != nil {
		return nil, err
	}
	for _, w := range set.Warnings() {
		logger.Warn(w)
	}
	tell := func(message string) { logger.Warn(message) }
	merged := cfg.Merged()
	pr := &Protection{set: set, rules: p, settings: &merged, home: home}
	var hooks *guard.Hooks
	if slices.ContainsFunc(hook.Events(), set.Has) {
		hooks = guard.NewHooks(set, tools, guard.HookSession{Cwd: dir, Mode: p.Mode, Tell: tell, Logger: logger})
		pr.Hooks = []engine.Hooks{hooks}
	}
	pr.Gate = guard.New(guard.Options{Policy: p, Hooks: hooks, Timeout: pr.settings.Permissions.AskTimeout, Logger: logger})
	return pr, nil
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

// Open is protection by a gate that does not look at settings. Where an
// administrator manages them, there is none.
func Open(gate engine.Gate) (*Protection, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	cfg, err := config.Load(config.Options{Dir: dir, ManagedDirs: config.Standard(dir, "", os.Getenv).ManagedDirs})
	if err != nil {
		return nil, err
	}
	for _, layer := range cfg.Layers {
		if layer.Level == config.Managed {
			return nil, fmt.Errorf("the settings of this machine are managed (%s), so the gate decides by them: leave --gate out", layer.File)
		}
	}
	return &Protection{Gate: gate}, nil
}

// Close ends what still runs.
func (p *Protection) Close() error {
	if p.rules == nil {
		return nil
	}
	p.set.Close()
	return p.rules.Close()
}
