package shell

import "strings"

// names checks the operands of a builtin that sets variables.
func (in *invocation) names(args []word) {
	for _, a := range args {
		if !a.known || a.many || !free(a.text) {
			in.opaquef("%s sets %s, which is not known to be a variable of the line alone", in.name, a.text)
		}
	}
}

// judgeRead judges read, which sets variables from its input.
func judgeRead(in *invocation) {
	opts, _, _, rest := grammar{flags: "rs", values: "adnNptu"}.split(in)
	in.values(opts)
	in.names(rest)
}

// values checks the values of options: a has a name, the others have none that
// is evaluated.
func (in *invocation) values(opts []setting) {
	for _, o := range opts {
		switch o.name {
		case "a":
			in.names([]word{o.value})
		case "n", "N", "u", "O", "s":
			if o.value.text != "" && (!o.value.known || !numeric(o.value.text)) {
				in.doubtf("%s -%s is given something that is not a number", in.name, o.name)
			}
		}
	}
}

func judgeMapfile(in *invocation) {
	opts, _, _, rest := grammar{flags: "t", values: "dnOsu"}.split(in)
	if len(in.args) > 0 && len(in.doubts) > 0 {
		in.opaquef("%s can be given a command to run", in.name)
	}
	in.values(opts)
	in.names(rest)
}

func judgeUnset(in *invocation) {
	_, _, _, rest := grammar{flags: "vf"}.split(in)
	in.names(rest)
}

func judgeGetopts(in *invocation) {
	if len(in.args) < 2 || !in.args[0].known || in.args[0].option() {
		in.opaquef("getopts is given words that are not known")
		return
	}
	in.names(in.args[1:2])
}

// judgeSet judges set. Options that change what words mean are not followed.
func judgeSet(in *invocation) {
	if len(in.args) == 0 {
		in.doubtf("set shows all variables, which may hold secrets")
		return
	}
	for i := 0; i < len(in.args); i++ {
		a := in.args[i]
		if !a.known || a.many {
			if a.option() {
				in.opaquef("set is given an option that is not known")
			}
			return
		}
		if len(a.text) < 2 || a.text[0] != '-' && a.text[0] != '+' || a.text == "--" {
			return // the rest are positional parameters
		}
		flags := a.text[1:]
		if strings.HasSuffix(flags, "o") {
			flags = flags[:len(flags)-1]
			i++
			if i >= len(in.args) || !in.args[i].known || !mildOption(in.args[i].text) {
				in.opaquef("set -o is given an option that can change what the line means")
			}
		}
		if strings.Trim(flags, "eufxvCETbhm") != "" {
			in.opaquef("set %s can change what the line means", a.text)
		}
	}
}

func judgeShopt(in *invocation) {
	sets := false
	for _, a := range in.args {
		switch {
		case !a.known || a.many:
			in.opaquef("shopt is given words that are not known")
		case a.text == "-s" || a.text == "-u":
			sets = true
		case a.text == "-q" || a.text == "-p":
		case strings.HasPrefix(a.text, "-"):
			in.opaquef("shopt %s can change what the line means", a.text)
		case a.text == "nullglob" || a.text == "failglob" || a.text == "globstar" || a.text == "nocaseglob" || a.text == "nocasematch":
		case sets:
			in.opaquef("shopt %s changes what the line means", a.text)
		}
	}
}

func judgeWait(in *invocation) {
	for _, a := range in.args {
		if a.option() && (!a.known || a.text != "-n" && a.text != "-f") && !strings.HasPrefix(a.text, "$") {
			in.opaquef("wait %s can set a variable", a.text)
		}
	}
}

func judgeJobs(in *invocation) {
	for _, a := range in.args {
		if a.option() && (!a.known || strings.Trim(a.text[1:], "lpnrs") != "") {
			in.opaquef("jobs -x runs a command")
		}
	}
}

// judgeHash judges hash, which can make a name run another program.
func judgeHash(in *invocation) {
	for _, a := range in.args {
		if !a.known || a.many || a.option() && strings.Trim(a.text[1:], "rlt") != "" {
			in.opaquef("hash can make a name run another program")
		}
	}
}

func judgeLimit(in *invocation) {
	for _, a := range in.args {
		if !a.known || a.text == "" || a.text[0] != '-' || in.name == "umask" && strings.Trim(a.text[1:], "Sp") != "" {
			in.doubtf("%s changes what later commands may do", in.name)
		}
	}
}

func judgeAlias(in *invocation) {
	for _, a := range in.args {
		if !a.known || a.text != "-p" {
			in.opaquef("alias changes what a name runs")
		}
	}
}

func judgeHistory(in *invocation) {
	for _, a := range in.args {
		if !a.known || !numeric(a.text) || a.option() {
			in.doubtf("history %s changes the history or a file", a.text)
		}
	}
}
