package shell

import "strings"

// lookupBuiltin finds the judge of a builtin of bash that runs no other command;
// nil if it is none. What a builtin changes in the shell is followed by the
// walker; here it is said what it does beyond that.
func lookupBuiltin(name string) judge {
	switch name {
	case ":", "true", "false", "echo", "times", "exit", "return", "break", "continue", "shift", "logout", "caller", "help",
		"disown", "fg", "bg", "cd", "chdir", "pushd", "popd", "dirs":
		return judgeHarmless
	case "pwd", "type":
		return judgeHarmless
	case "suspend":
		return refuse("stops the shell until somebody wakes it")
	case "printf":
		return judgePrintf
	case "test", "[":
		return judgeTest
	case "read":
		return judgeRead
	case "mapfile", "readarray":
		return judgeMapfile
	case "unset":
		return judgeUnset
	case "getopts":
		return judgeGetopts
	case "set":
		return judgeSet
	case "shopt":
		return judgeShopt
	case "wait":
		return judgeWait
	case "jobs":
		return judgeJobs
	case "hash":
		return judgeHash
	case "umask", "ulimit":
		return judgeLimit
	case "alias":
		return judgeAlias
	case "history":
		return judgeHistory
	case "unalias", "enable", "compgen", "complete", "compopt", "bind", "fc", "let", "declare", "typeset", "local",
		"export", "readonly", "nameref":
		return judgeShapes
	}
	return nil
}

func judgeHarmless(*invocation) {}

// judgeShapes judges builtins that change what later words and names mean, or
// that evaluate their operands. The declarations among them come here only when
// their name is quoted; otherwise the grammar knows them.
func judgeShapes(in *invocation) {
	in.opaquef("%s can run code or change what names mean", in.name)
}

// judgePrintf judges printf: -v and %n set a variable, and a subscript in its
// name is evaluated.
func judgePrintf(in *invocation) {
	args := in.args
	if len(args) > 0 && args[0].known && args[0].text == "--" {
		args = args[1:]
	} else if len(args) > 0 && args[0].option() {
		if !args[0].known {
			in.opaquef("printf is given a format that may be an option: write printf -- or printf '%%s'")
			return
		}
		if strings.HasPrefix(args[0].text, "-v") {
			in.opaquef("printf -v sets a variable")
			return
		}
	}
	if len(args) == 0 {
		return
	}
	if !args[0].known || args[0].many {
		in.doubtf("printf is given a format that is not known")
		return
	}
	format := args[0].text
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("#-+ 0123456789.*'hlLjzt", format[i]) >= 0 {
			i++
		}
		if i < len(format) && format[i] == 'n' {
			in.opaquef("printf %%n sets a variable")
		}
	}
}

// judgeTest judges test and [. They take no arithmetic, but -v and -R evaluate
// the subscript of a name. Whether a file is there is no content of it, so
// nothing counts as read.
func judgeTest(in *invocation) {
	args := in.args
	if in.name == "[" {
		if len(args) == 0 || !args[len(args)-1].known || args[len(args)-1].text != "]" {
			in.doubtf("[ has no ] at its end")
			return
		}
		args = args[:len(args)-1]
	}
	known := true
	for _, a := range args {
		if a.many {
			in.doubtf("%s is given words whose number is not known; put %s in quotes", in.name, a.text)
			return
		}
		if a.known && (a.text == "-v" || a.text == "-R") {
			in.opaquef("%s %s evaluates its operand", in.name, a.text)
			return
		}
		known = known && a.known
	}
	if known {
		return
	}
	for len(args) > 1 && args[0].known && args[0].text == "!" {
		args = args[1:]
	}
	switch {
	case len(args) <= 1:
	case len(args) == 2 && args[0].known && len(args[0].text) == 2 && args[0].text[0] == '-' &&
		strings.Contains("abcdefghknoprstuwxzGLNOS", args[0].text[1:]):
	case len(args) == 3 && args[1].known && comparison(args[1].text):
	default:
		in.doubtf("it is not known how %s reads its words", in.name)
	}
}

// comparison reports whether text is an operator of test between two words.
func comparison(text string) bool {
	switch text {
	case "=", "==", "!=", "<", ">", "-nt", "-ot", "-ef", "-eq", "-ne", "-lt", "-le", "-gt", "-ge":
		return true
	}
	return false
}
