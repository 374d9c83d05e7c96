package jig

import (
	"log/slog"

	"jig/engine"
	"jig/engine/guard"
	"jig/policy"
	"jig/tool"
)

// Options change what [Open] gives. The zero value is what most want: the built-in
// tools behind the gate that the person's settings describe, with nobody to ask.
type Options struct {
	// Tools are offered beside the built-in ones. One of the same name replaces a
	// built-in one.
	Tools []tool.Tool
	// Bare leaves the built-in tools out.
	Bare bool
	// Only, if not nil, names the tools that are offered at all, by any of their names.
	Only []string

	// Mode is the mode of the gate; default the one in the settings.
	Mode policy.Mode
	// Rules go before those of the settings. They cannot lift a denial.
	Rules []policy.Rule
	// Settings are more files of settings, as if named on a command line.
	Settings []string
	// Asker is asked what the gate does not decide alone. Without one that is denied.
	Asker guard.Asker
	// Gate decides instead of the policy, and settings are not read at all. It is for
	// programs that know better, and for nobody else.
	Gate engine.Gate

	// Engine is how calls run. Its Hooks, Keeper and Stash are added to or filled in.
	Engine engine.Options
	// Session is the name under which hooks are told of calls.
	Session string
	// Logger gets what a person should know but nobody asked for; default nowhere.
	Logger *slog.Logger
}
