package shell_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/policy/shell"
)

// Whatever happens to a variable or the folder on the way, a value that is said
// to be known is the one that bash has.
func TestKnownVariablesAndFoldersAreWhatBashHas(t *testing.T) {
	steps := []string{
		"x=a", "x=b", "x=", "x='a b'", "y=1", "y=2", "y=$((y+1))", "((y++))", "let y=5", "x+=c", "read x <<< q", "read -r x y <<< 'q r'", "unset x", "x=\"$x$y\"", "x=$y", "y=$x", "x=${x:-d}", "x=~", "x=$HOME/a", "x=$PWD",
		"false && x=z", "true || x=w", "false || x=o", "true && x=k", "(x=s)", "{ x=g; }", "x=p | :", ": | x=p", "x=bg & wait", "! x=n", "x=$(echo s)", ": $(x=u)", "time x=t",
		"if false; then x=i; fi", "if x=c; then x=d; else x=e; fi", "if false; then x=1; elif true; then x=2; else x=3; fi", "for x in l m; do :; done", "for x in l; do :; done", "for z in 1 2; do x=$z; done", "for z in 1 2; do x=f; done", "while false; do x=v; done", "until true; do x=v; done", "for ((y=0;y<2;y++)); do x=$y; done",
		"case a in b) x=c;; esac", "case a in a) x=c;; esac", "case a in a) x=1;& b) x=2;; esac", "[ -d d ] && x=1 || x=2", "[[ -d nodir ]] && x=1",
		"cd d", "cd nodir", "cd ..", "cd .", "(cd d)", "cd d && x=in", "cd nodir || x=out", "cd d || exit", "cd nodir && cd d", "if cd d; then :; fi", "for z in 1 2; do cd d; done", "pushd d", "popd", "pushd nodir", "cd d | :", "cd d &", "! cd d", "cd -", "{ cd d; }", "cd / && cd tmp", "command cd d", "builtin cd d", "eval 'cd d'", "cd", "cd ''", "cd -- d", "cd -P d",
		"eval 'x=e'", "eval x=e y=f", "declare x=D", "declare -r x", "readonly x=R", "local x=L", "typeset y=T", "x=tmp :", "x=tmp eval 'y=$x'", "set -- 1 2", "x=$1", "shift", "mapfile -t x <<< m", "printf -v x P", "getopts a x -a", "exec 2>/dev/null", "bash -c 'x=inner; cd d'", "set -e", "set -u", "wait", "unset y", "export LANG=C", "trap 'x=trap' EXIT", "f() { x=fun; }", "f", "x=(1 2)", "x[0]=9", "exit 1 2",
	}
	random := rand.New(rand.NewPCG(3, 4))
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "d", "d", "d"), 0o700); err != nil {
		t.Fatal(err)
	}
	joints := []string{"; ", "; ", "\n", " && ", " || "}
	compared, rounds := 0, 6_000
	if testing.Short() {
		rounds = 500
	}
	for range rounds {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			step := steps[random.IntN(len(steps))]
			b.WriteString(step)
			if strings.HasSuffix(step, "&") {
				b.WriteString("\n")
				continue
			}
			b.WriteString(joints[random.IntN(len(joints))])
		}
		probe := []string{"\"$x\"", "\"$y\"", "$x", "$y", "\"$PWD\"", "\"a$x$y\"", "$((y))"}[random.IntN(7)]
		line := b.String() + "printf '%s\\0' PROBE " + probe
		a := shell.Analyse(line, shell.Options{Dir: dir, Home: home})
		last := a.Commands[len(a.Commands)-1]
		if !last.Literal || a.Opaque != "" {
			continue
		}
		_, out, ran := strings.Cut(runBash(t, dir, line), "PROBE\x00")
		if !ran {
			continue
		}
		compared++
		want := strings.TrimSuffix(out, "\x00")
		if got := strings.Join(last.Argv[3:], "\x00"); got != want {
			t.Errorf("%q: %q, but bash has %q", line, got, want)
		}
	}
	t.Logf("%d of %d lines were known and compared", compared, rounds)
}
