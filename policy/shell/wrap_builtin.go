package shell

import "strings"

// judgeCommand judges command, which runs a program or builtin, or looks it up.
func judgeCommand(in *invocation) {
	opts, _, _, rest := grammar{flags: "pvV"}.split(in)
	if _, ok := find(opts, "v", "V"); ok {
		for _, a := range rest {
			if a.option() {
				in.doubtf("command looks up %s, which is no name of a program", a.text)
			}
		}
		return
	}
	in.run(innerCommand{args: rest, here: true})
}

func judgeBuiltin(in *invocation) {
	args := in.args
	if len(args) > 0 && args[0].known && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	if !args[0].known {
		in.opaquef("it is not known what builtin runs: %s", args[0].text)
	} else if lookupWrapper(args[0].text) == nil && lookupBuiltin(args[0].text) == nil {
		in.doubtf("%s is not a builtin that is known here", args[0].text)
	}
	in.run(innerCommand{args: args, here: true})
}

// judgeExec judges exec. Without a command it only keeps its redirections.
func judgeExec(in *invocation) {
	_, _, _, rest := grammar{flags: "cl", values: "a"}.split(in)
	for _, a := range in.args {
		if a.known && strings.HasPrefix(a.text, "-") && strings.ContainsAny(a.text, "cla") && a.text != "--" {
			in.doubtf("exec %s changes the environment or the name of what it runs", a.text)
			break
		}
		if !a.option() {
			break
		}
	}
	if len(rest) > 0 {
		in.run(innerCommand{args: rest})
	}
}
