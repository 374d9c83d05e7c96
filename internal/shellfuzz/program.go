package shellfuzz

import "strings"

// tool is a program with options worth trying: first the usual ones, and then,
// after a bar, those that write, run something or read a list of files.
type tool struct {
	name, options string
	// operands makes what follows the options; files if nil.
	operands func(*writer) string
}

// command is a program with its options and operands.
func (w *writer) command() string {
	t := w.tools[w.roll(len(w.tools))]
	if w.roll(3) > 0 { // the programs that do most are the most interesting
		t = w.tools[w.roll(24)]
	}
	words := []string{w.head(t.name)}
	usual, odd, _ := strings.Cut(t.options, "|")
	for range 4 {
		switch w.roll(16) {
		default:
			continue
		case 7, 8, 9, 10, 11, 12:
			words = append(words, w.option(w.pick(strings.Fields(usual)...)))
		case 13:
			words = append(words, w.option(w.pick(strings.Fields(odd)...)))
		case 14:
			words = append(words, w.option(w.pick(w.gen.Options[t.name]...)))
		case 15:
			words = append(words, w.pick("--", "--help", "--version", "-", "-h", "-V", "-v", "-x", "-0", "-a", "--no-such", "-abc", "@list"))
		}
	}
	if t.operands == nil {
		t.operands = anyFiles
	}
	if rest := t.operands(w); rest != "" {
		words = append(words, rest)
	}
	if w.one(16) {
		words = append(words, w.word())
	}
	return strings.Join(words, " ")
}

// head writes the name of a program in one of the ways that run it.
func (w *writer) head(name string) string {
	if !w.one(12) {
		return name
	}
	return w.pick("\\"+name, "'"+name+"'", "/usr/bin/"+name, "/bin/"+name, "\""+name+"\"", "./"+name, name[:1]+"''"+name[1:], "$(which "+name+")", "/usr/bin/../bin/"+name, "$'"+name+"'", "/usr/bin/./"+name, "busybox "+name, "sudo "+name, "//bin/"+name, "~/"+name, "/bin/"+name[:1]+"*")
}

// option writes an option and its value in one of the ways that mean the same,
// and in some that do not.
func (w *writer) option(o string) string {
	name, value, valued := strings.Cut(o, "=")
	if w.one(10) && strings.HasPrefix(name, "--") && len(name) > 5 {
		name = name[:4+w.roll(len(name)-4)] // an abbreviation
	}
	if !valued {
		if w.one(12) {
			return name + w.pick("=", "=x", "x", "PWNED", " PWNED", " x", "n", "i", "=PWNED")
		}
		return name
	}
	if w.one(8) {
		value = w.pick("PWNED", "./evil", "a.txt", "1", "x", "'sh -c \"touch PWNED\"'", ".", "''", "$x", "list", "*")
	}
	switch {
	case w.one(5):
		return name + value
	case strings.HasPrefix(name, "--") && !w.one(4):
		return name + "=" + value
	}
	return name + " " + value
}

func nothing(*writer) string    { return "" }
func anyFiles(w *writer) string { return w.operands(3) }
func twoFiles(w *writer) string { return w.file() + " " + w.file() }

func patternFiles(w *writer) string {
	return w.pick("a", "'a.*'", "foo", "\"$x\"", "-e a", "''", "'$(touch PWNED)'", "*", "$x") + " " + w.operands(2)
}

func anyWords(w *writer) string {
	return w.word() + w.pick("", " ", " + ", " = ") + w.pick("", "1", "a", "\"$x\"")
}

func printfWords(w *writer) string {
	return w.pick("'%s\\n'", "%d", "'%d\\n'", "x", "'%n'", "'%s %n'", "'%(%F)T\\n'", "%q", "%b", "'%*d'", "--", "-- %s", "\"$x\"", "$x") + " " + w.pick("", "1", "'a[$(touch PWNED)]'", "x", "a b", "$x", "\"$(cat a.txt)\"")
}
