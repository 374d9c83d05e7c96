package shellfuzz

import "strings"

// Generator makes command lines.
type Generator struct {
	// Corpus are lines of people and attackers that are taken apart and joined
	// anew. Without them lines come from the grammar only.
	Corpus []string
	// Options are further options by program, as its own help names them.
	Options map[string][]string
}

// maxDepth is how deep lines are nested.
const maxDepth = 3

// writer is one line in the making.
type writer struct {
	dice
	gen   *Generator
	tools []tool
	depth int
}

// Line makes a command line out of the choices in data.
func (g *Generator) Line(data []byte) string {
	w := &writer{dice: dice{bytes: data}, gen: g, tools: catalogue()}
	var line string
	switch {
	case len(g.Corpus) > 0 && w.one(4):
		line = w.mutated()
	case w.one(8):
		line = w.evaluating()
	default:
		line = w.list()
	}
	if w.one(40) {
		line = w.damaged(line)
	}
	return line
}

// deeper makes something nested, or something plain where that is deep enough.
func (w *writer) deeper(nested, plain func() string) string {
	if w.depth >= maxDepth {
		return plain()
	}
	w.depth++
	defer func() { w.depth-- }()
	return nested()
}

// list is one or more statements.
func (w *writer) list() string {
	line := w.statement()
	for range 3 {
		if !w.one(4) {
			break
		}
		line += w.pick("; ", " && ", " || ", "\n", " & ", ";\n", " |& ", " &&\n") + w.statement()
	}
	return line
}

func (w *writer) statement() string {
	switch w.roll(16) {
	default:
		return w.simple()
	case 8, 9, 10:
		return w.pipeline()
	case 11, 12:
		return w.deeper(w.compound, w.simple)
	case 13:
		return w.condition()
	case 14:
		return w.move() + w.pick(" && ", "; ", " || ") + w.simple()
	case 15:
		return w.assignment() + w.pick("; ", " && ", "\n") + w.simple()
	}
}

func (w *writer) pipeline() string {
	line := w.simple() + w.pick(" | ", " |& ", "|") + w.simple()
	for range 2 {
		if w.one(3) {
			line += " | " + w.simple()
		}
	}
	return w.pick("", "", "", "! ", "time ", "time -p ") + line
}

func (w *writer) compound() string {
	switch w.roll(14) {
	default:
		return "(" + w.list() + ")" + w.redirections()
	case 1:
		return "{ " + w.list() + "; }" + w.redirections()
	case 2:
		return "if " + w.statement() + "; then " + w.list() + "; else " + w.statement() + "; fi"
	case 3, 4:
		return "for f in " + w.operands(3) + "; do " + w.with("f") + "; done" + w.redirections()
	case 5:
		return w.simple() + " | while " + w.pick("read -r f", "IFS= read -r f", "read f", "IFS= read -r -d '' f", "read -a f", "read f[0]") + "; do " + w.with("f") + "; done"
	case 6:
		return "while read -r f; do " + w.with("f") + "; done < " + w.file()
	case 7:
		return "case " + w.word() + " in " + w.pick("*.txt", "a*|b*", "$(touch PWNED)", "[a-z]*", "*") + ") " + w.list() + " ;" + w.pick(";", "&", ";&") + " *) " + w.simple() + ";; esac"
	case 8:
		return w.pick("f", "ls", "cat", "cd", "test", "git") + "() { " + w.list() + "; }; " + w.pick("f", "ls", "cat a.txt", "f a.txt", "git status")
	case 9:
		return "for ((i=0; i<" + w.pick("2", "a[$(touch PWNED)]", "x", "$x") + "; i++)); do " + w.with("i") + "; done"
	case 10:
		return "coproc " + w.simple()
	case 11:
		return "select f in a b; do " + w.with("f") + "; break; done"
	case 12:
		return "until " + w.simple() + "; do " + w.pick("break", w.simple()+"; break") + "; done"
	case 13:
		return w.simple() + " <<" + w.pick("E", "'E'", "-E", "\"E\"") + w.pick("", " | cat", " | bash", " > PWNED", " | xargs cat") + "\n" + w.pick("plain", "$(touch PWNED)", "`touch PWNED`", "${x:=y}", "a.txt", w.expansion()) + "\nE"
	}
}

// with is a statement that uses a variable.
func (w *writer) with(name string) string {
	use := w.pick(`"$`+name+`"`, "$"+name, `"${`+name+`%.*}"`, "${"+name+"@P}", `"${!`+name+`}"`, `-- "$`+name+`"`, `"./$`+name+`"`)
	head := w.pick("echo", "cat", "wc -l", "head -n 1", "stat -c %s", "file", "grep -c a", "ls -l", "test -f", "sed -n 1p", "sort", "uniq", "git log --oneline --", "xxd", "find", "awk '{print $1}'", "printf '%s\\n'", "basename", "sed", "sort -u -o")
	line := head + " " + use
	if w.one(4) {
		line += "; " + w.simple()
	}
	if w.one(4) {
		line = w.pick("[[ $"+name+" == a* ]] && ", "[ -f \"$"+name+"\" ] && ", "((n+="+name+")); ", "[[ $"+name+" -gt 1 ]] || ", "test -n $"+name+" && ") + line
	}
	return line
}

// simple is a simple command with all its trimmings.
func (w *writer) simple() string {
	var b strings.Builder
	if w.one(12) {
		b.WriteString(w.environment() + " ")
	}
	for range 2 {
		if w.one(8) {
			b.WriteString(w.wrapper() + " ")
		}
	}
	b.WriteString(w.deeper(w.command, func() string { return "ls" }))
	b.WriteString(w.redirections())
	return b.String()
}
