package shell

import "strings"

// profiles is said of a login shell.
const profiles = "%s as a login shell runs the profile in the home folder first; leave -l out"

// judgeShell judges a shell that is given a script, a file or its input to run.
func judgeShell(in *invocation) {
	if answers(in) {
		return
	}
	c := innerCommand{script: true}
	switch in.name {
	case "bash", "rbash":
	case "sh", "dash", "ash":
		c.posix = true
	default:
		c.foreign = true
	}
	rest := in.args
	text, stdin := false, false
	for len(rest) > 0 && (rest[0].option() || rest[0].known && strings.HasPrefix(rest[0].text, "+")) {
		a := rest[0]
		if !a.known || a.many {
			in.opaquef("it is not known what %s runs: %s", in.name, a.text)
			rest = rest[1:]
			continue
		}
		rest = rest[1:]
		if a.text == "--" || a.text == "-" {
			break
		}
		switch a.text {
		case "--norc", "--noprofile", "--posix", "+x", "+e", "+u":
			continue
		case "--login":
			in.doubtf(profiles, in.name)
			continue
		}
		for i, flag := range a.text[1:] {
			switch flag {
			case 'c':
				text = true
			case 's':
				stdin = true
			case 'l':
				in.doubtf(profiles, in.name)
			case 'e', 'u', 'x', 'v', 'f', 'n':
			case 'o':
				if len(rest) > 0 && rest[0].known && mildOption(rest[0].text) && i == len(a.text)-2 {
					rest = rest[1:]
					continue
				}
				in.opaquef("%s is given an option that can change what a script means", in.name)
			default:
				in.opaquef("the option %s of %s can change what a script means", a.text, in.name)
			}
		}
	}
	switch {
	case text && len(rest) == 0:
		in.opaquef("%s -c is given no script", in.name)
	case text && rest[0].many:
		in.opaquef("%s runs a script that is not known", in.name)
		c.args = rest
		in.run(c)
	case text:
		c.args = rest
		in.run(c)
	case len(rest) > 0 && !stdin:
		in.doubtf("%s runs a script from a file", in.name)
		if rest[0].known && !stream(rest[0].text) && !strings.HasPrefix(rest[0].text, "/dev/") {
			in.read(rest[0])
			return
		}
		in.opaquef("%s runs a script that is not known", in.name)
		if in.stdin != nil {
			c.args = []word{*in.stdin}
			in.run(c)
		}
	case in.stdin != nil:
		c.args = []word{*in.stdin}
		if len(rest) > 0 {
			c.args = append(c.args, word{text: in.name, known: true})
			c.args = append(c.args, rest...)
		}
		in.run(c)
	default:
		in.opaquef("%s runs what it is given on its input", in.name)
	}
}

// mildOption reports whether an option of set -o leaves alone what words and
// names mean.
func mildOption(name string) bool {
	switch name {
	case "errexit", "nounset", "pipefail", "xtrace", "verbose", "noglob", "noclobber", "errtrace", "functrace":
		return true
	}
	return false
}

// judgeEval judges eval, which reads its words as a line once more.
func judgeEval(in *invocation) {
	args := in.args
	if len(args) > 0 && args[0].known && args[0].text == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return
	}
	line := word{text: spoken(args), known: true}
	for _, a := range args {
		line.known = line.known && a.known && !a.many
	}
	in.run(innerCommand{args: []word{line}, script: true, here: true})
}

// judgeSource judges a script that runs inside of the shell itself.
func judgeSource(in *invocation) {
	if len(in.args) == 0 || !in.args[0].known || in.args[0].many || strings.HasPrefix(in.args[0].text, "-") {
		in.opaquef("%s runs a script that is not known", in.name)
		return
	}
	in.doubtf("%s runs %s inside of the shell", in.name, in.args[0].text)
	at := in.args[0].text
	if stream(at) || strings.HasPrefix(at, "/dev/") || strings.HasPrefix(at, "/proc/") {
		in.opaquef("%s runs a script that is not known", in.name)
		if in.stdin != nil {
			in.run(innerCommand{args: []word{*in.stdin}, script: true, here: true})
		}
		return
	}
	in.read(in.args[0])
}

// judgeTrap judges a command that is kept for later.
func judgeTrap(in *invocation) {
	args := in.args
	if len(args) > 0 && args[0].known && args[0].text == "--" {
		args = args[1:]
	}
	switch {
	case len(args) == 0:
	case args[0].known && (args[0].text == "-p" || args[0].text == "-l" || args[0].text == "-" || args[0].text == ""):
	case len(args) == 1 && args[0].known:
	default:
		in.opaquef("trap keeps a command to run it at other times")
		in.run(innerCommand{args: args[:1], script: true, here: true})
	}
}
