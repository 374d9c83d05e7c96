package shell

import "strings"

// judgeXargs judges xargs, which adds words from its input to a command.
func judgeXargs(in *invocation) {
	if answers(in) {
		return
	}
	g := grammar{
		flags: "0tprxo", values: "aEIJLPnsdRS",
		longs: []string{
			"null", "verbose", "interactive", "no-run-if-empty", "exit", "open-tty", "arg-file=", "delimiter=", "eof?",
			"replace?", "max-lines?", "max-args=", "max-procs=", "max-chars=", "show-limits",
		},
	}
	hole, replaces := "{}", false
	// -i, -e and -l have a value only if it is attached.
	args := make([]word, 0, len(in.args))
	for i, a := range in.args {
		if !a.known || len(a.text) < 2 || a.text[0] != '-' {
			args = append(args, in.args[i:]...)
			break
		}
		switch a.text[1] {
		case 'i':
			replaces = true
			if len(a.text) > 2 {
				hole = a.text[2:]
			}
			continue
		case 'e', 'l':
			continue
		}
		args = append(args, a)
		if len(a.text) == 2 && strings.Contains(g.values, a.text[1:]) && i+1 < len(in.args) {
			args = append(args, in.args[i+1:]...)
			break
		}
	}
	in.args = args
	opts, _, _, rest := g.split(in)
	if v, ok := find(opts, "I", "J"); ok {
		hole, replaces = v.text, true
	}
	if v, ok := find(opts, "replace"); ok {
		replaces = true
		if v.text != "" {
			hole = v.text
		}
	}
	if file, ok := find(opts, "a", "arg-file"); ok {
		in.read(file)
	}
	if len(rest) == 0 {
		return // echo
	}
	if !replaces {
		in.run(innerCommand{args: fillNothing(in, rest), more: true, noStdin: true})
		return
	}
	if hole == "" {
		in.doubtf("xargs replaces a text that is not known")
	}
	if !strings.Contains(spoken(rest), hole) {
		in.doubtf("xargs is to replace %s, which is not in the command", hole)
	}
	in.run(innerCommand{args: fill(rest, hole), noStdin: true})
}

// fillNothing looks whether a shell would take a word from the input as its
// script: xargs bash -c.
func fillNothing(in *invocation, args []word) []word {
	last := args[len(args)-1]
	if isShell(args[0].text) && (len(args) == 1 || strings.HasPrefix(last.text, "-")) {
		in.opaquef("a shell runs what xargs reads")
	}
	return args
}

// fill makes the words unknown in which another text is put.
func fill(args []word, hole string) []word {
	out := make([]word, len(args))
	for i, a := range args {
		at := strings.Index(a.text, hole)
		if at >= 0 && hole != "" {
			a = word{text: a.text, lead: a.text[:at]}
		}
		out[i] = a
	}
	return out
}

// judgeParallel judges GNU parallel, which makes lines for a shell. They are
// looked at, but nothing is proved.
func judgeParallel(in *invocation) {
	in.opaquef("parallel makes lines for a shell out of its input")
	var template, values []word
	for i, a := range in.args {
		if a.known && strings.HasPrefix(a.text, ":::") {
			values = in.args[i+1:]
			break
		}
		if len(template) == 0 && a.option() {
			continue
		}
		template = append(template, a)
	}
	if len(template) == 0 {
		for i, v := range values {
			if i < 8 {
				in.run(innerCommand{args: []word{v}, script: true})
			}
		}
		return
	}
	if len(values) == 0 {
		in.run(innerCommand{args: fill(template, "{}"), more: true, noStdin: true})
	}
	for i, v := range values {
		if i == 8 {
			break
		}
		line, put := make([]word, 0, len(template)+1), false
		for _, t := range template {
			if strings.Contains(t.text, "{}") {
				t.text, t.known, put = strings.ReplaceAll(t.text, "{}", v.text), t.known && v.known, true
			}
			line = append(line, t)
		}
		if !put {
			line = append(line, v)
		}
		in.run(innerCommand{args: line, noStdin: true})
	}
}

// judgeWatch judges watch, which gives its words to a shell again and again.
func judgeWatch(in *invocation) {
	if answers(in) {
		return
	}
	opts, _, _, rest := grammar{
		flags: "bcCdegprtwx", values: "nq",
		longs: []string{
			"beep", "color", "no-color", "differences?", "errexit", "chgexit", "precise", "no-rerun", "no-title",
			"no-wrap", "exec", "interval=", "equexit=",
		},
	}.split(in)
	if len(rest) == 0 {
		return
	}
	if _, ok := find(opts, "x", "exec"); ok {
		in.run(innerCommand{args: rest})
		return
	}
	line := word{text: spoken(rest), known: true}
	for _, a := range rest {
		line.known = line.known && a.known && !a.many
	}
	in.run(innerCommand{args: []word{line}, script: true, posix: true})
}

// judgeFlock judges flock, which makes a file to lock and runs a command.
func judgeFlock(in *invocation) {
	if answers(in) {
		return
	}
	_, file, _, rest := grammar{
		flags: "suxenoFv", values: "wE", operands: 1,
		longs: []string{
			"shared", "unlock", "exclusive", "nonblock", "nb", "close", "no-fork", "verbose", "wait=", "timeout=",
			"conflict-exit-code=",
		},
	}.split(in)
	if len(file) == 0 {
		return
	}
	if !file[0].known || !numeric(file[0].text) {
		in.output(file[0])
	}
	if len(rest) > 1 && rest[0].known && (rest[0].text == "-c" || rest[0].text == "--command") {
		in.run(innerCommand{args: rest[1:2], script: true, posix: true})
		return
	}
	if len(rest) > 0 {
		in.run(innerCommand{args: rest})
	}
}

// judgeScript judges script, which writes down what a shell shows.
func judgeScript(in *invocation) {
	if answers(in) {
		return
	}
	opts, file, _, rest := grammar{
		flags: "aefqr", values: "cEIBOTmo", operands: 1,
		longs: []string{
			"append", "return", "flush", "force", "quiet", "command=", "echo=", "log-in=", "log-io=", "log-out=",
			"log-timing=", "logging-format=", "output-limit=",
		},
	}.split(in)
	if len(file) == 0 {
		file = []word{{text: "typescript", known: true}}
	}
	in.output(file[0])
	for _, o := range opts {
		switch o.name {
		case "I", "B", "O", "T", "log-in", "log-io", "log-out", "log-timing":
			in.output(o.value)
		}
	}
	line, ok := find(opts, "c", "command")
	for i := 0; i+1 < len(rest) && !ok; i++ { // script FILE -c LINE
		if rest[i].known && (rest[i].text == "-c" || rest[i].text == "--command") {
			line, ok = rest[i+1], true
		}
	}
	switch {
	case ok:
		in.run(innerCommand{args: []word{line}, script: true, posix: true})
	case len(rest) > 0: // the BSD form
		in.run(innerCommand{args: rest})
	default:
		in.opaquef("script runs a shell")
	}
}
