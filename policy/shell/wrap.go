package shell

import "strings"

// lookupWrapper finds the judge of a program or builtin that runs what its
// arguments say; nil if it is none.
func lookupWrapper(name string) judge {
	switch name {
	case "sh", "bash", "dash", "ash", "rbash", "zsh", "ksh", "mksh", "fish", "csh", "tcsh":
		return judgeShell
	case "eval":
		return judgeEval
	case "source", ".":
		return judgeSource
	case "trap":
		return judgeTrap
	case "env":
		return judgeEnv
	case "command":
		return judgeCommand
	case "builtin":
		return judgeBuiltin
	case "exec":
		return judgeExec
	case "sudo", "doas", "su", "pkexec", "runuser":
		return judgeOtherUser
	case "xargs", "gxargs":
		return judgeXargs
	case "parallel":
		return judgeParallel
	case "watch":
		return judgeWatch
	case "flock":
		return judgeFlock
	case "script":
		return judgeScript
	case "busybox", "toybox":
		return judgeBusybox
	case "timeout", "gtimeout", "time", "nice", "ionice", "stdbuf", "chrt", "taskset", "nohup", "setsid":
		return judgePlainWrapper
	case "strace", "ltrace", "chroot", "nsenter", "unshare", "gosu", "caffeinate", "unbuffer", "chronic",
		"systemd-run", "setarch", "linux32", "linux64", "proot", "fakeroot", "firejail", "bwrap", "torsocks",
		"proxychains", "proxychains4", "cgexec", "numactl", "prlimit", "tsp", "faketime", "dbus-run-session", "rlwrap",
		"expect", "valgrind", "gdb", "perf", "hyperfine", "entr", "start-stop-daemon":
		return judgeGuess
	}
	return nil
}

// grammar is what a wrapper takes before the command that it runs.
type grammar struct {
	// flags and values are short options without and with a value.
	flags, values string
	// longs are long options; those that end in = have a value.
	longs []string
	// operands is the number of words between the options and the command.
	operands int
	// assigns is set if NAME=value may stand before the command.
	assigns bool
}

// setting is an option as it was given.
type setting struct {
	name  string // "n" or "adjustment"
	value word
}

// split divides the arguments into options, operands, assignments and the
// command. A word that is not known before the command makes it unknown what
// runs; an option that is not known may or may not take the next word.
func (g grammar) split(in *invocation) (opts []setting, operands []word, env []string, rest []word) {
	rest = in.args
	for len(rest) > 0 && rest[0].option() {
		w := rest[0]
		if !w.known || w.many {
			in.opaquef("it is not known what %s runs: %s", in.name, w.text)
			rest = rest[1:]
			continue
		}
		rest = rest[1:]
		if w.text == "--" {
			break
		}
		var more []setting
		more, rest = g.options(in, w.text, rest)
		opts = append(opts, more...)
	}
	for range g.operands {
		if len(rest) == 0 {
			break
		}
		if rest[0].many {
			in.opaquef("it is not known what %s runs: %s", in.name, rest[0].text)
		}
		operands, rest = append(operands, rest[0]), rest[1:]
	}
	for g.assigns && len(rest) > 0 && strings.Contains(rest[0].text, "=") && !strings.HasPrefix(rest[0].text, "=") {
		if !rest[0].known {
			in.opaquef("%s sets a variable that is not known: %s", in.name, rest[0].text)
		}
		env, rest = append(env, rest[0].text), rest[1:]
	}
	return opts, operands, env, rest
}

// options reads one word of options.
func (g grammar) options(in *invocation, text string, rest []word) ([]setting, []word) {
	next := func() word {
		if len(rest) == 0 {
			return word{known: true}
		}
		v := rest[0]
		if v.many {
			in.opaquef("it is not known what %s runs: %s", in.name, v.text)
		}
		rest = rest[1:]
		return v
	}
	if name, ok := strings.CutPrefix(text, "--"); ok {
		name, value, has := strings.Cut(name, "=")
		for _, l := range g.longs {
			switch {
			case l == name && !has:
				return []setting{{name: name}}, rest
			case l == name+"=" && has, l == name+"?" && has:
				return []setting{{name, word{text: value, known: true}}}, rest
			case l == name+"?":
				return []setting{{name: name}}, rest
			case l == name+"=":
				return []setting{{name, next()}}, rest
			}
		}
		g.unknown(in, text, rest)
		return nil, rest
	}
	var out []setting
	for i := 1; i < len(text); i++ {
		c := text[i : i+1]
		switch {
		case strings.Contains(g.flags, c):
			out = append(out, setting{name: c})
		case strings.Contains(g.values, c):
			value := word{text: text[i+1:], known: true}
			if value.text == "" {
				value = next()
			}
			return append(out, setting{c, value}), rest
		default:
			g.unknown(in, text, rest)
			return out, rest
		}
	}
	return out, rest
}

// unknown records an option that is not in the table. The command may begin at
// the next word or at the one after it; both are looked at.
func (g grammar) unknown(in *invocation, text string, rest []word) {
	in.doubtf("the option %s of %s is not known here", text, in.name)
	if len(rest) > 1 {
		in.run(innerCommand{args: rest[1:]})
	}
}

func find(opts []setting, names ...string) (word, bool) {
	for _, o := range opts {
		for _, n := range names {
			if o.name == n {
				return o.value, true
			}
		}
	}
	return word{}, false
}
