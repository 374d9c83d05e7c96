// Package config reads the settings that decide what jig may do, and remembers
// which folders a person trusts.
//
// Settings come in layers, strongest first:
//
//	Managed  the machine's administrator: /etc/jig/settings.json, settings.d/*.json,
//	         and Claude Code's managed-settings.json
//	Flags    this command line
//	User     the person: settings.json under the configuration home
//	Local    the person, for one folder; kept on the person's side, so that a
//	         repository cannot bring it along
//	Project  the folder: .jig/settings.json, .claude/settings.json,
//	         .claude/settings.local.json, .mcp.json, .kiro/settings/mcp.json
//
// Deny and ask rules of all layers add up. Allow rules add up over all layers but
// the project. Of a single value the strongest layer that sets it decides.
//
// # A project tightens, it never loosens
//
// What lies in a folder was perhaps written by a stranger. So of a project file
// only that counts which makes jig stricter: deny and ask rules, a stricter mode
// or tier, denied hosts, a tighter sandbox. All else is kept in [Layer.Refused],
// to be shown. What would run something (hooks, MCP servers) waits in
// [Layer.Executable] until the folder is trusted; [Trust] binds that trust to a
// hash of what would run, so that a change asks again. Until then
// [Config.Withheld] and [Config.Warnings] tell what does not run.
//
// Folders above, up to the root of the repository, tighten too. They run nothing.
//
// # A mistake stops the start
//
// A settings file that cannot be read, has an unknown key, a wrong type or a key
// twice is an error with its line and column: to go on without it would be to go
// on without its deny rules. Only a file that is not there counts as empty.
// Files may hold comments and trailing commas.
//
// One decoder reads jig's and Claude Code's settings, because keys that mean the
// same have the same name. [ParseKiro] reads Kiro's agent files, and [ParseAny]
// finds out which of the two a file is.
package config
