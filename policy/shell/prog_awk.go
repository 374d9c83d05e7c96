package shell

import (
	"strings"
	"sync"
)

//nolint:gochecknoglobals // a constant table, made when it is first needed
var awkTable = sync.OnceValue(func() *optionTable {
	return parseTable("-F,--field-separator= -v,--assign= -V,--version -h,--help -W=! -f,--file=! -i,--include=! -l,--load=! -e,--source=! -E,--exec=! -o,--pretty-print?! " +
		"-p,--profile?! -d,--dump-variables?! -D,--debug?! -L,--lint?! -b,--characters-as-bytes -c,--traditional -C,--copyright -g,--gen-pot! -I,--trace! -k,--csv -M,--bignum " +
		"-n,--non-decimal-data! -N,--use-lc-numeric -O,--optimize -P,--posix -r,--re-interval -s,--no-optimize -S,--sandbox -t,--lint-old -x!")
})

// judgeAwk allows only programs in which every token is known to be harmless:
// awk is a language that can write files, run commands and open connections.
func judgeAwk(in *invocation) {
	p := program{posix: true}
	a := p.sort(awkTable(), in, in.args)
	if len(a.operands) == 0 {
		return
	}
	for _, w := range a.values("-v") {
		if !w.known && w.lead == "" || awkSpecial(strings.SplitN(w.text, "=", 2)[0]) {
			in.doubtf("awk: the variable %q is not known to be harmless", w.text)
		}
	}
	if code := a.operands[0]; !code.known {
		in.doubtf("awk: the program is not known before it runs")
	} else if why := checkAwk(code.text); why != "" {
		in.doubtf("awk: %s", why)
	}
	for _, w := range a.operands[1:] {
		name, _, assigns := strings.Cut(w.text, "=")
		switch {
		case w.known && assigns && identifier(name):
			if awkSpecial(name) {
				in.doubtf("awk: the variable %s is not known to be harmless", name)
			}
		case strings.HasPrefix(w.text, "/inet"):
			in.doubtf("awk: %s is a connection", w.text)
		default:
			in.readAll([]word{w})
		}
	}
}

// awkSpecial reports whether a variable leads out of the program.
func awkSpecial(name string) bool {
	return among(name, "ENVIRON", "PROCINFO", "SYMTAB", "FUNCTAB", "ARGV", "ARGC", "ARGIND")
}

// awkToken is one token; kind is 'n' for names, '0' for numbers, 's' for strings,
// 'r' for patterns, '\n', or 'o' for operators.
type awkToken struct {
	kind byte
	text string
}

// checkAwk says why a program is not provably harmless; "" if it is.
func checkAwk(code string) string {
	tokens, why := scanAwk(code)
	if why != "" {
		return why
	}
	own := map[string]bool{}
	for i, t := range tokens {
		if t.kind == 'n' && among(t.text, "function", "func") && i+1 < len(tokens) {
			own[tokens[i+1].text] = true
		}
	}
	printing := false
	for i, t := range tokens {
		switch {
		case t.kind == 'n' && among(t.text, "print", "printf"):
			printing = true
		case t.kind == 'n':
			calls := i+1 < len(tokens) && tokens[i+1].text == "(" && tokens[i+1].kind == 'o'
			if why := awkName(t.text, calls, own); why != "" {
				return why
			}
		case t.kind == '\n':
			printing = printing && i > 0 && among(tokens[i-1].text, "\n", ",", "{", "&&", "||", "?", ":", "do", "else")
		case t.kind != 'o':
		case t.text == ";" || t.text == "}":
			printing = false
		case t.text == "|" || t.text == "|&" || t.text == "@":
			return "the program uses " + t.text
		case strings.HasPrefix(t.text, ">") && printing:
			return "print with > writes a file"
		}
	}
	return ""
}

// awkName judges a name: a keyword, a function or a variable.
func awkName(name string, calls bool, own map[string]bool) string {
	switch name {
	case "BEGIN", "END", "BEGINFILE", "ENDFILE", "if", "else", "while", "for", "do", "break", "continue", "next", "nextfile", "exit", "return", "delete",
		"in", "function", "func", "switch", "case", "default", "length", "substr", "index", "split", "sub", "gsub", "gensub", "match", "sprintf", "sin",
		"cos", "atan2", "exp", "log", "sqrt", "int", "rand", "srand", "tolower", "toupper", "strftime", "systime", "mktime", "asort", "asorti",
		"strtonum", "and", "or", "xor", "lshift", "rshift", "compl", "patsplit", "isarray", "typeof":
		return ""
	case "getline", "system", "close", "fflush":
		return "the program uses " + name
	}
	if awkSpecial(name) {
		return "the program uses " + name
	}
	if calls && !own[name] {
		return "the function " + name + " is not known"
	}
	return ""
}
