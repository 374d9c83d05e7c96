package shell

import "strings"

// judgePlainWrapper judges the wrappers that only change how a command runs.
func judgePlainWrapper(in *invocation) {
	var g grammar
	switch in.name {
	case "timeout", "gtimeout":
		g = grammar{flags: "vfp", values: "ks", longs: []string{"foreground", "preserve-status", "verbose", "kill-after=", "signal="}, operands: 1}
	case "time":
		g = grammar{flags: "pvqa", values: "fo", longs: []string{"portability", "verbose", "quiet", "append", "format=", "output="}}
	case "nice":
		g = grammar{flags: "0123456789", values: "n", longs: []string{"adjustment="}}
	case "ionice":
		g = grammar{flags: "t", values: "cn", longs: []string{"class=", "classdata=", "ignore"}}
	case "stdbuf":
		g = grammar{values: "ioe", longs: []string{"input=", "output=", "error="}}
	case "chrt":
		g = grammar{flags: "bfiorR", longs: []string{"batch", "fifo", "idle", "other", "rr"}, operands: 1}
	case "taskset":
		g = grammar{flags: "c", longs: []string{"cpu-list"}, operands: 1}
	case "nohup":
		in.doubtf("nohup lets a command go on after the line has ended")
	case "setsid":
		g = grammar{flags: "cfw", longs: []string{"ctty", "fork", "wait"}}
		in.doubtf("setsid lets a command go on after the line has ended")
	}
	if answers(in) {
		return
	}
	opts, _, _, rest := g.split(in)
	if at, ok := find(opts, "o", "output"); ok && in.name == "time" {
		in.output(at)
	}
	if len(rest) == 0 {
		return
	}
	in.run(innerCommand{args: rest})
}

// answers reports whether the program is only asked for its version or its help.
func answers(in *invocation) bool {
	if len(in.args) != 1 || !in.args[0].known {
		return false
	}
	return in.args[0].text == "--version" || in.args[0].text == "--help"
}

// judgeEnv judges env, which sets variables and can change the folder.
func judgeEnv(in *invocation) {
	if answers(in) {
		return
	}
	g := grammar{
		flags: "i0v", values: "uCS", assigns: true,
		longs: []string{"ignore-environment", "null", "debug", "unset=", "chdir=", "split-string="},
	}
	if len(in.args) > 0 && in.args[0].known && in.args[0].text == "-" {
		in.args = in.args[1:]
		in.doubtf("env takes variables away that keep programs safe")
	}
	opts, _, env, rest := g.split(in)
	c := innerCommand{args: rest, env: env}
	if _, ok := find(opts, "i", "ignore-environment", "u", "unset"); ok {
		in.doubtf("env takes variables away that keep programs safe")
	}
	if text, ok := find(opts, "S", "split-string"); ok {
		in.opaquef("env -S takes a text apart in its own way")
		in.run(innerCommand{args: append([]word{text}, rest...), script: true})
	}
	if dir, ok := find(opts, "C", "chdir"); ok {
		c.dir, c.lost = dir.text, !dir.known
	}
	if len(rest) == 0 {
		in.doubtf("env shows the environment, which may hold secrets")
		return
	}
	in.run(c)
}

// judgeOtherUser judges sudo and its like. What they run is never read-only.
func judgeOtherUser(in *invocation) {
	in.doubtf("%s runs a command as another user", in.name)
	var g grammar
	switch in.name {
	case "sudo":
		g = grammar{
			flags: "AbEeHKklnPSsVvi", values: "aCcDghpRrTtUu", assigns: true,
			longs: []string{
				"askpass", "background", "preserve-env?", "edit", "set-home", "remove-timestamp", "reset-timestamp", "list",
				"non-interactive", "preserve-groups", "stdin", "shell", "version", "validate", "login", "close-from=",
				"chdir=", "group=", "host=", "prompt=", "chroot=", "command-timeout=", "other-user=", "user=", "role=", "type=",
			},
		}
	case "doas":
		g = grammar{flags: "nsL", values: "auC"}
	case "pkexec":
		g = grammar{longs: []string{"disable-internal-agent", "keep-cwd", "user="}}
	default: // su and runuser, where the user may stand before or after options
		judgeSu(in)
		return
	}
	opts, _, env, rest := g.split(in)
	c := innerCommand{args: rest, env: env}
	if dir, ok := find(opts, "D", "chdir"); ok && in.name == "sudo" {
		c.dir, c.lost = dir.text, !dir.known
	}
	if _, ok := find(opts, "i", "login"); ok {
		c.lost = true
	}
	in.run(c)
}

func judgeSu(in *invocation) {
	for i, a := range in.args {
		if i+1 < len(in.args) && a.known && (a.text == "--command" || strings.HasPrefix(a.text, "-") && strings.HasSuffix(a.text, "c")) {
			in.run(innerCommand{args: in.args[i+1 : i+2], script: true})
		}
		if text, ok := strings.CutPrefix(a.text, "--command="); ok {
			in.run(innerCommand{args: []word{{text: text, known: a.known}}, script: true})
		}
		if a.text == "--" && i+1 < len(in.args) {
			in.run(innerCommand{args: in.args[i+1:]})
		}
	}
	in.opaquef("%s runs a shell of another user", in.name)
}

// judgeGuess judges wrappers whose options are not written down. It never proves
// anything; it looks at what could be a command among the arguments, so that
// rules that forbid one see it.
func judgeGuess(in *invocation) {
	in.doubtf("%s runs other programs", in.name)
	for i, a := range in.args {
		if i > 8 {
			break
		}
		if !a.known || a.option() || strings.Contains(a.text, "=") {
			continue
		}
		name := a.text[strings.LastIndexByte(a.text, '/')+1:]
		if lookupWrapper(name) != nil || lookupBuiltin(name) != nil || lookupProgram(name) != nil {
			in.run(innerCommand{args: in.args[i:]})
			return
		}
	}
	in.opaquef("it is not known what %s runs", in.name)
}

// judgeBusybox judges one program that is many. Its versions are not those of
// the table, so nothing is proved of them.
func judgeBusybox(in *invocation) {
	if len(in.args) == 0 || answers(in) {
		return
	}
	in.doubtf("the programs in %s are not the ones that are known here", in.name)
	in.run(innerCommand{args: in.args})
}
