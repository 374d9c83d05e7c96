// Package hook runs what people attach to the life of a session: a script that
// looks at every command before it runs, a formatter after every edit, a
// reminder at the start.
//
// A hook belongs to an [Event]. When the event happens, [Set.Fire] gives the
// [Input] to every hook whose matcher fits, all at once, and puts their answers
// together into one [Result]: the strictest decision wins, deny before ask
// before allow.
//
//	cfg, err := hook.ParseClaude(raw, "settings.json") // or ParseKiro
//	cfg.Trusted = true                                 // somebody has said so
//	set, err := hook.New([]hook.Config{cfg}, hook.Options{ProjectDir: dir})
//	defer set.Close()
//	res, err := set.Fire(ctx, &hook.Input{Event: hook.PreToolUse, …})
//
// A hook is a command, which reads JSON on stdin and answers with its exit code
// and JSON on stdout; an HTTP endpoint with the same JSON; or a Go function
// ([Func]). The JSON is Claude Code's, for hooks from Kiro's files Kiro's.
//
// # What must hold
//
//   - Nothing runs from a source that nobody trusts: [New] refuses it.
//   - PreToolUse, PermissionRequest and UserPromptSubmit hooks are guards. A
//     guard that crashes, hangs, cannot be found or answers something that
//     cannot be understood blocks, unless its onFailure says "continue".
//     Failures of other hooks are warnings.
//   - A hook can tighten what rules decide, never loosen it: an Allow here means
//     that the hook does not mind. Whoever asks evaluates the rules afterwards,
//     on the final input.
//   - Two hooks that change the same input differently block the call: they ran
//     at the same time, so neither has seen what the other made of it.
//   - A command cannot hang a session or outlive it: it has a time limit and an
//     output limit, and it is killed with what it started, as far as that can
//     be found (docs/hooks.md says how far).
package hook
