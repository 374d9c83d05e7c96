package shell_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig/policy/shell"
)

// runBash runs a line in an empty folder and gives what it printed. A line that
// fails is no error here: many of these are odd on purpose.
func runBash(t *testing.T, dir, line string) string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to compare with")
	}
	cmd := exec.CommandContext(t.Context(), bash, "--norc", "--noprofile", "-c", line)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + home, "LANG=C"}
	out, err := cmd.Output()
	if err != nil {
		return string(out) // what it printed before it failed
	}
	return string(out)
}

// Where the grammar of bash is odd, bash itself is asked: a line that makes a
// file must not pass.
func TestWhatBashRunsIsNeverReadOnly(t *testing.T) {
	for _, line := range []string{
		"cat <<EOF\na\nEO\\\nF\ntouch made\nEOF",
		"cat <<EOF\nfoo\\\nEOF\ntouch made\nEOF",
		"cat <<$x\n$(touch made)\n$x",
		"cat <<E$x\n$(touch made)\nE$x",
		"cat <<`x`\n$(touch made)\n`x`",
		"cat <<-E\n\tx\n\tE\ntouch made",
		"cat <<\"E\"\nx\nE\ntouch made",
		"cat <<E; touch made\nx\nE",
		"cat <<A <<B\n$(touch made)\nA\nB",
		"cat <<'A' <<B\nA\n$(touch made)\nB",
		"cat <<E\n${x:-'$(touch made)'}\nE",
		"cat <<E\n$((1+$(touch made)1))\nE",
		"cat <<E\n\\$(touch no) `touch made`\nE",
		"echo \"${x:-'$(touch made)'}\"",
		"echo \"${x:-\"$(touch made)\"}\"",
		"echo ${x:-$(touch made)}",
		"echo \"${x+a}${y:-`touch made`}\"",
		"echo \"${x/'$(touch made)'/}\"",
		"x=a; echo \"${x%'$(touch made)'}\"",
		"x=a; echo \"${x#$(touch made)}\"",
		"x=a; echo \"${x:$(touch made)0}\"",
		"echo \"${x:-'}\"; touch made; echo \"'}\"", "echo \"${x:-'}$(touch made)'}\"", "echo \"${x:-\\}\"; touch made; echo \"}\"", "echo \"${x:-\\'}$(touch made)\"", "x=\"${y:-'$(touch made)'}\"", "echo $(( 1 + '))'; touch made; echo '(( ))", "cat <<< \"${x:-'$(touch made)'}\"",
		"echo \"${x[']'$(touch made)]}\"", "echo \"${x-\"'\"}$(touch made)'}\"",
		"echo #`\\\ntouch made", "echo a # b `\\\ntouch made",
		"echo $((`touch made`1))", "echo $(( '$(touch made)' ))", "echo $[$(touch made)1]",
		"echo $((touch made) )", "((touch made) )", "echo $((touch made); echo)", "( (touch made) )", "$( (touch made) )",
		"echo \"`echo \\`touch made\\``\"", "echo `echo \"$(touch made)\"`",
		"echo '\\''; touch made; echo '\\''", "echo \\'; touch made; echo \\'", "echo \"\\\\\"; touch made; echo \"\\\\\"",
		"echo $'\\''; touch made; echo $'\\''", "echo $'a\\'; touch made #'", "echo a#; touch made", "echo a #; touch no\ntouch made", "echo \\#; touch made",
		"echo a\\\n; touch made", "echo a \\\n&& touch made", "# c \\\ntouch made",
		"case x in x) touch made;; esac", "case x in (x) touch made; esac", "case esac in esac) touch made;; esac", "echo $(case x in x) touch made;; esac)",
		"if :; then touch made; fi", "for ((;;)); do touch made; break; done", "for x do :; done; touch made", "for x in a; { touch made; }", "while touch made; do break; done", "until touch made; do :; done",
		"{ touch made; }", "{ touch made\n}", "! touch made", "time touch made", "time -p touch made", "coproc touch made; wait", "coproc x { touch made; }; wait", "! ! touch made",
		"echo {a,$(touch made)}", "echo {`touch made`,b}", "x=(a $(touch made))", "x[$(touch made)0]=1", "declare x=$(touch made)", "declare -a x=([$(touch made)0]=1)",
		"[[ -n $(touch made) ]]", "[[ a == $(touch made) ]]", "[[ a =~ $(touch made)a ]]", "[[ ! ( -z `touch made` ) ]]", "[[ -v x[$(touch made)0] ]]", "[[ x[$(touch made)] -eq 0 ]]", "[[ 'x[$(touch made)]' -eq 0 ]]",
		"test -v 'x[$(touch made)]'", "[ -v 'x[$(touch made)]' ]", "[ ! -v 'x[$(touch made)]' ]", "test a -a -v 'x[$(touch made)]'", "printf -v 'x[$(touch made)]' a", "read 'x[$(touch made)]' <<< a", "let 'x[$(touch made)]=1'", "unset 'x[$(touch made)]'",
		"y='x[$(touch made)]'; echo $((y))", "y='x[$(touch made)]'; echo ${z[y]}", "y='x[$(touch made)]'; echo ${z:y}", "y='x[$(touch made)]'; [[ y -eq 0 ]]", "y='x[$(touch made)]'; ((y))", "y='x[$(touch made)]'; for ((y;0;)); do :; done", "y='x[$(touch made)]'; z[y]=1", "y='x[$(touch made)]'; echo ${!y}", "y='$(touch made)'; echo ${y@P}",
		"y='x[$(touch made)]'; declare -i z=y", "y=1; y='x[$(touch made)]'; echo $((y))", "y=1; read y <<< 'x[$(touch made)]'; echo $((y))", "y=1; for y in 'x[$(touch made)]'; do :; done; echo $((y))", "y=1; read -ay <<< 'x[$(touch made)]'; echo $((y))", "y=1; mapfile y <<< 'x[$(touch made)]'; echo $((y))", "y=1; mapfile -t y <<< 'x[$(touch made)]'; [[ y -eq 1 ]]",
		"y=1; y+='x[$(touch made)]'; echo $((y))", "y=(1); y='x[$(touch made)]'; echo $((y))", "y=1; printf -v y %s 'x[$(touch made)]'; echo $((y))", "y=1; while read y; do echo $((y)); done <<< 'x[$(touch made)]'", "y=1; eval 'y=x[\\$\\(touch\\ made\\)]'; echo $((y))", "readonly y='x[$(touch made)]'; y=1\necho $((y))",
		"x='touch made'; $x", "x=touch; $x made", "x=touch; \"$x\" made", "tou${x}ch made", "tou$@ch made", "to''uch made", "t\\ouch made", "$'touch' made", "$\"touch\" made", "{touch,made}", "eval touch made", "eval 'tou''ch made'", "command touch made", "builtin command touch made", "exec touch made",
		"bash -c 'touch made'", "bash -c '$0 made' touch", "bash -c '\"$@\"' _ touch made", "sh -c 'touch made'", "bash <<< 'touch made'", "bash <<E\ntouch made\nE", "bash <<'E' 0<<'F'\nls\nE\ntouch made\nF", "echo touch made | bash", ". /dev/stdin <<< 'touch made'", "source <(echo touch made)", "bash <(echo touch made)",
		"trap 'touch made' EXIT", "trap 'touch made' DEBUG; :", "f() { touch made; }; f", "f() ( touch made ); f", "ls() { touch made; }; ls", "function ls { touch made; }; ls", "alias x='touch made'\nshopt -s expand_aliases\nalias x='touch made'\nx", "mapfile -C 'touch made; :' -c 1 <<< a", "compgen -C 'touch made' x", "PS4='$(touch made)'; set -x; :", "hash -p /usr/bin/touch ls; ls made",
		"PATH=$PWD:$PATH; printf 'touch made' > ls; chmod +x ls; ls", "BASH_ENV=<(echo touch made) bash -c :", "env touch made", "env -S 'touch made'", "env -S'touch made'", "timeout 5 touch made", "nice touch made", "nice -5 touch made", "nohup touch made", "stdbuf -o0 touch made", "echo made | xargs touch", "echo made | xargs -I{} touch {}", "echo 'touch made' | xargs -I{} bash -c {}", "echo 'touch made' | xargs -0 bash -c", "setsid -w touch made",
		">made", ">>made", ">|made", "<>made", "&>made", "&>>made", ">&made", "ls >made", ">made ls", "ls 1>made", "ls {fd}>made", "exec >made", "exec 5>made", "{ :; } >made", "(:) >made", "[[ a ]] >made", "((1)) >made", "if :; then :; fi >made", "f() { :; } >made; f", "x=made; : > $x", "x=made; : > \"${x}\"", "for x in made; do : > $x; done", "cat <<< x > made", ": > ma\"de\"", ": > mad[e]", ": > $(echo made)", "echo x | tee made", ": > /dev/fd/../../../$PWD/made", ": > /dev/null; : > made",
		"cd .; touch made", "false || touch made", "true && touch made", "true & touch made", "touch made &\nwait", "true |& touch made", "true\n\n\ntouch made", "(true; (touch made))", "diff <(touch made) /dev/null", "tee >(touch made) </dev/null; sleep 0.1", "echo <(touch made)>/dev/null; sleep 0.1", "select x in a; do touch made; break; done <<< 1",
		"echo \"$(echo \"$(touch made)\")\"", "echo \"${x:=$(touch made)}\"", "echo ${x:?$(touch made)}", "x=a; echo ${x^$(touch made)}", "echo ${@:$(touch made)1}", "x=a; echo ${x[$(touch made)0]}", "echo ${x[`touch made`0]}", "echo ${#x[$(touch made)0]}", "echo ~$(touch made)",
		"ls; } ; touch made", "touch made\n)", "touch made; fi", "echo 1\nif touch made; then :; fi\n'", "set -- touch made; \"$@\"", "set -- touch made; $*", "shopt -s lastpipe; echo 'touch made' | read x; $x", "IFS=,; x=touch,made; $x", "x=\"touch made\"; eval \"$x\"", "x=touch y=made; eval $x $y", "history -s 'touch made'; fc -s touch", "kill -l; touch made", "jobs -x touch made", "wait -n -p 'x[$(touch made)]'; :",
	} {
		t.Run(line, func(t *testing.T) {
			dir := t.TempDir()
			a := shell.Analyse(line, shell.Options{Dir: dir, Home: home})
			if !a.ReadOnly {
				return
			}
			runBash(t, dir, line)
			if _, err := os.Stat(filepath.Join(dir, "made")); err == nil {
				t.Errorf("bash made a file, but it is read-only: %+v", a)
			}
		})
	}
}

// Lines put together at random from the pieces that make grammars disagree.
func TestRandomLinesThatBashRunsAreNeverReadOnly(t *testing.T) {
	pieces := []string{
		"'", "'", "\"", "\"", "\\", "$(touch made)", "`touch made`", "touch made", "; ", "\n", " ", " ", "echo ", "echo a", "${x:-", "${x#", "${x/", "${x[", "}", "}", "$((", "))",
		"(", ")", "[", "]", "[[ ", " ]]", "$'", "$\"", "#", "<<E\n", "<<'E'\n", "<<-E\n\t", "\nE\n", "E", "cat ", "&& ", "| ", "{", ",", "{ ", "; }", "case x in ", "x) ", ";; esac", "if ", "; then ", "; fi", "<(", ">(",
		"$x", "$", "!", "=", "x=", "a", "1", "+", "-eq ", "`", "~", "*", "$[", "eval ", "%", "&", ">/dev/null ", "2>&1 ", "<<< ", "\\\n", "for x in a; do ", "; done", "\t",
	}
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	made := filepath.Join(dir, "made")
	tried := 0
	rounds := 60_000
	if testing.Short() {
		rounds = 5_000
	}
	for range rounds {
		var b strings.Builder
		b.WriteString("echo ")
		for range 2 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		line := b.String()
		if a := shell.Analyse(line, shell.Options{Dir: dir, Home: home}); !a.ReadOnly || !strings.Contains(line, "touch") {
			continue
		}
		tried++
		runBash(t, dir, line)
		if _, err := os.Stat(made); err == nil {
			t.Fatalf("bash made a file, but it is read-only: %q", line)
		}
	}
	t.Logf("%d of %d lines were read-only and tried", tried, rounds)
}

// A word that is known must be exactly what bash makes of it.
func TestKnownWordsAreWhatBashExpands(t *testing.T) {
	for _, text := range []string{
		"a", "'a b'", `"a b"`, `a\ b`, `"a\$b"`, `"a\b"`, `"a\\b"`, `a\\b`, `'a\b'`, `"a'b"`, `a"b"'c'd`, `\a\b`, "a\\\nb", "\"a\\\nb\"", "'a\\\nb'",
		`$'a\tb'`, `$'a\nb'`, `$'\x41\102\u0043'`, `$'\'"\\'`, `$'\x4'`, `$'\1015'`, `$'a\qb'`, `$'\e'`, `$'\cA'`,
		"~", "~/x", "'~'/x", "\\~/x", "a~", "x=~/y", "--x=~/y", "x=a:~/y", "~root", "~+", "$HOME", "${HOME}x", "\"$HOME/x\"", "'$HOME'", "\\$HOME", "$PWD", "\"$PWD\"/y",
		"{a,b}", "{a,b}c{d,e}", "x{a,{b,c}}y", "{a}", "{a,b", "a,b}", "{}", "{,a}", "'{a,b}'", "\\{a,b}", "{a,'b c'}", "{1..3}", "{3..1}", "{01..03}", "{a..c}", "{1..9..2}", "{-1..1}", "${HOME}{a,b}", "a{b,c\\}d}", "{a,b}}", "{{a,b}", "{a,,b}", "{a\\,b,c}", "{\"a,b\",c}",
		"*.none", "[ab", "a]", "a[b]c", "?none", "\\*", "'*'", `"*"`, "a=b", "=a", "#a", "a#b", "-n", "--", "''", `""`, `""a`, "a''", "%s", "!", "a!b", "@", "a:b", "^", "a^b", "`echo a`", "$(echo a)", "$((1+2))", "${x:-a}", "$x", "\"$x\"", "a$x", "$",
		"\"$\"", "a$", "$'a'b", `"a"$'b'`, "\"a`echo b`\"", "é", `$'\xc3'`, "\"\\`\"", "\"\\\"\"", "\"!\"", "\"a\nb\"", "'a\nb'", "a;b", "<<<a", "x[0]", "{a,b}[0]",
	} {
		dir := t.TempDir()
		line := "printf '%s\\0' - " + text
		a := shell.Analyse(line, shell.Options{Dir: dir, Home: home})
		if len(a.Commands) == 0 || !a.Commands[0].Literal || strings.Contains(text, ";") || strings.Contains(text, "<") {
			continue
		}
		want := strings.Split(strings.TrimSuffix(runBash(t, dir, line), "\x00"), "\x00")
		got := a.Commands[0].Argv[2:]
		if strings.Join(got, "\x00") != strings.Join(want, "\x00") {
			t.Errorf("%s: %q, but bash makes it %q", text, got, want)
		}
	}
}
