package shellfuzz

import "strings"

// file is the name of something in the canary tree, or of what must not appear.
func (w *writer) file() string {
	if w.one(6) {
		return w.quoted(w.pick(hostileNames()...))
	}
	name := w.pick("a.txt", "b.txt", ".", "data.json", "sub", "with space.txt", "*.txt", "sub/c.txt", "*", "data.csv", "link", "./a.txt", "list", "sub/*", "evil", "../a", "~/.bashrc", "?.txt", "archive.tar", "archive.zip",
		"/home/dev/project/a.txt", "/etc/hostname", "/tmp/t.txt", "[ab].txt", "{a,b}.txt", "sub/deep", "prog.awk", "prog.sed", "prog.jq", "$HOME/project/a.txt", "../project/b.txt", "\"$PWD/a.txt\"", "**/*.txt", "/dev/null", "-", "/dev/stdin", "/dev/fd/0", "/dev/stdout", "/dev/fd/3", ".git/config", "other/d.txt", "./-rf", "PWNED")
	if strings.ContainsAny(name, "*?[{~$") || !w.one(3) {
		if strings.Contains(name, " ") {
			return "'" + name + "'"
		}
		return name
	}
	return w.quoted(name)
}

// quoted writes a text in one of the ways that mean the same to the shell.
func (w *writer) quoted(text string) string {
	single := "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	switch w.roll(6) {
	case 1:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(text) + `"`
	case 2:
		var b strings.Builder
		for _, r := range text {
			if r == '\n' {
				return single
			}
			if !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/-=,", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
		return b.String()
	case 3:
		return "$'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`, "a", `\x61`, ".", `\056`).Replace(text) + "'"
	case 4:
		if len(text) > 2 && !strings.ContainsAny(text[:1], "'\n") {
			return "'" + text[:1] + "'\"\"'" + strings.ReplaceAll(text[1:], "'", `'\''`) + "'"
		}
	case 5:
		return `$"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(text) + `"`
	}
	return single
}

// word is any argument.
func (w *writer) word() string {
	switch w.roll(8) {
	default:
		return w.file()
	case 4:
		return w.pick("1", "0", "a", "foo", "+1", "-1", "''", "x", "10", "PWNED", "--", "y", "%s", "a=b")
	case 5:
		return w.quoted(w.payload())
	case 6:
		return w.expansion()
	case 7:
		return `"` + w.expansion() + `"`
	}
}

// operands are up to n words.
func (w *writer) operands(n int) string {
	words := []string{w.file()}
	for range n - 1 {
		if !w.one(3) {
			break
		}
		words = append(words, w.word())
	}
	return strings.Join(words, " ")
}

// expansion is anything that the shell replaces.
func (w *writer) expansion() string {
	if w.one(3) {
		return w.deeper(func() string {
			return w.pick("$(", "$( ", "<(", ">(", "`", "$(<", "${ ") + strings.ReplaceAll(w.simple(), "`", "") + w.pick(")", ")", ")", ")", "`", ")", "; }")
		}, func() string { return "$(pwd)" })
	}
	return w.pick("$x", "${x}", "${x:-a.txt}", "${f%.*}", "${x:+b}", "${#x}", "$HOME", "$PWD", "$((1+1))", "${x/a/b}", "$?", "$1", "$@", "$*", "${x:0:1}", "${x^^}", "$(pwd)", "$(cat a.txt)", "$(<a.txt)", "`ls`", "${x[@]}", "$$", "$!", "$_", "$RANDOM",
		"${x:=PWNED}", "${x=y}", "${!x}", "${x@P}", "${x@E}", "${x@A}", "${x@Q}", "${!x@}", "${!x*}", "${x:?no}", "${x:$(touch PWNED)}", "${x:a[$(touch PWNED)]}", "${a[$(touch PWNED)]}", "${a[x]}", "$((a[$(touch PWNED)]))", "$[1+1]", "$[a[$(touch PWNED)]]",
		"$((x))", "$((x=1))", "${x//a/$(touch PWNED)}", "${x:-$(touch PWNED)}", "${x#`touch PWNED`}", "$(touch PWNED)", "`touch PWNED`", "<(touch PWNED)", ">(touch PWNED)", "${x:y}", "${x:0:y}", "${@:1}", "${x,,}", "${x~}", "~+", "~-", "~root", "{1..3}",
		"{a.txt,-o}", "{-o,PWNED}", "*", "-*", "\"\"-*", "./*", "@(a|b).txt", "!(a).txt", "$'\\x2do'", "${!#}", "${PWD}/a.txt", "$OLDPWD", "$BASH_COMMAND", "${PIPESTATUS[0]}", "${x@a}", "${x@K}", "$SHELL", "$0", "$-", "${BASH_ALIASES[ls]}", "${m[a]}")
}

// damaged is the line after a slip of the hand.
func (w *writer) damaged(line string) string {
	if line == "" {
		return line
	}
	at := w.roll(len(line))
	switch w.roll(4) {
	default:
		return line[:at] + w.pick("'", "\"", "`", ")", "(", "$", "\\", ";", "|", "&", ">", "<", "\n", " ", "{", "}", "#", "!", "\\\n", "$(", "-") + line[at:]
	case 1:
		return line[:at]
	case 2:
		return line[at:]
	case 3:
		return line[:at] + line[min(at+1, len(line)):]
	}
}
