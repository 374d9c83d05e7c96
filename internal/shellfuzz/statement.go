package shellfuzz

// environment is an assignment in front of a command.
func (w *writer) environment() string {
	return w.pick("LC_ALL=C", "LANG=C", "TERM=dumb", "TZ=UTC", "PAGER=cat", "GIT_PAGER=cat", "x=1", "POSIXLY_CORRECT=1", "COLUMNS=80", "TIME_STYLE=long-iso", "NO_COLOR=1", "LC_ALL=$(touch PWNED)",
		"PATH=.", "PATH=$PWD:$PATH", "GIT_EXTERNAL_DIFF=./evil", "GIT_PAGER=./evil", "LESSOPEN='|./evil %s'", "BASH_ENV=evil", "ENV=evil", "GREP_OPTIONS=-r", "RIPGREP_CONFIG_PATH=rgrc", "GIT_DIR=other/.git",
		"GIT_TRACE=$PWD/PWNED", "IFS=.", "HOME=.", "TMPDIR=.", "LD_PRELOAD=./evil", "SHELLOPTS=xtrace", "PS4='$(touch PWNED)'", "GIT_OPTIONAL_LOCKS=1", "TERM=$(touch PWNED)", "LC_X=a[1]",
		"BLOCK_SIZE=1", "LINES=a[$(touch>PWNED)]", "COLUMNS='a[$(touch PWNED)]'", "TZ=:./evil", "LANGUAGE=./x", "QUOTING_STYLE=shell", "RANDOM=1", "OPTIND='a[$(touch PWNED)]'")
}

// wrapper is a program that runs the rest of the command.
func (w *writer) wrapper() string {
	return w.pick("command", "env", "timeout 1", "nice", "builtin", "env LC_ALL=C", "nice -n 5", "timeout -k 1 1s", "stdbuf -oL", "time", "command -p", "exec", "xargs", "xargs -n1", "xargs -I{}", "xargs -0",
		"xargs -r", "env -i", "env -S", "env -C sub", "env -u HOME", "nohup", "setsid", "ionice -c3", "command -v", "command -V", "eval", "timeout --foreground 1", "env -", "env A=1", "chrt -i 0", "taskset 1",
		"xargs -a a.txt", "xargs --arg-file=list", "time -o PWNED", "/usr/bin/time -o PWNED", "nice --adjustment=1", "xargs -P2 -L1", "xargs -i", "xargs -I % ", "xargs --replace", "bash -c", "sh -c", "bash -c --",
		"echo a.txt | xargs", "ls | xargs", "printf '%s\\0' * | xargs -0", "find . -print0 | xargs -0", "stdbuf --output=L", "\\command", "exec -a x", "exec -a -bash", "exec -l", "flock a.txt", "script -c", "trap", "coproc")
}

// move changes the folder.
func (w *writer) move() string {
	return w.pick("cd sub", "cd", "cd ..", "cd -", "cd other", "cd -- -rf", "cd link", "cd $x", "cd \"$HOME\"", "cd /tmp", "pushd sub", "cd sub/../..", "cd ~", "cd bare.git", "cd -P link", "CDPATH=/tmp cd sub", "cd .git", "popd", "cd \"$(pwd)\"", "cd /")
}

// assignment sets variables that later words may use.
func (w *writer) assignment() string {
	return w.pick("x=a.txt", "f=a.txt", "x=1", "x='$(touch PWNED)'", "x='a[$(touch PWNED)]'", "x=y", "x=(a.txt b.txt)", "x=$(ls)", "declare -i x=1", "local x=1", "export x=1", "readonly x=1", "x+=b", "x[1]=2",
		"x['$(touch PWNED)']=1", "declare -A m=([a]=1)", "declare -n r=x", "x=$((1+2))", "x=-o", "x='-exec touch PWNED ;'", "PATH=.", "IFS=,", "PS4='$(touch PWNED)'; set -x", "set -- a.txt b.txt", "set -f", "shopt -s globstar",
		"shopt -s extglob", "unset x", "read x < a.txt", "mapfile -t x < a.txt", "printf -v x %s a", "let x=1", "alias ls='touch PWNED'", "typeset -i x='a[$(touch PWNED)]'", "x=`ls`", "x=${y:-PWNED}", "x=${y:=PWNED}", "set -o posix",
		"trap 'touch PWNED' EXIT", "trap 'touch PWNED' DEBUG", "hash -p ./evil ls", "enable -n test", "getopts a x", "mapfile -C 'touch PWNED' -c 1 x < a.txt", "set -e", "set -euo pipefail", "shopt -s expand_aliases", "OLDPWD=/tmp", "HOME=/tmp",
		"i=0", "n=0; ((n++))", "x=\"$(cat a.txt)\"", "x=(*)", "x=*", "x=\"*.txt > PWNED\"", "x='a b'", "x='a[0$(touch PWNED)]'; y=x", "y='$(touch PWNED)'; x=y", "set -- '$(touch PWNED)'", "BASH_CMDS[ls]=./evil", "REPLY=1")
}

// condition is one of the tests of bash.
func (w *writer) condition() string {
	a, b := w.word(), w.word()
	switch w.roll(10) {
	default:
		return "[[ " + w.pick("-f", "-e", "-d", "-n", "-z", "-v", "-R", "-o", "-t", "! -f", "-s", "-N") + " " + a + " ]]" + w.then()
	case 1:
		return "[[ " + a + " " + w.pick("==", "=~", "!=", "<", ">", "-eq", "-nt", "-lt", "-ef") + " " + b + " ]]" + w.then()
	case 2:
		return "[ " + w.pick("-f", "-e", "-d", "-n", "-z", "-v", "-t", "! -f", "-a", "-s") + " " + a + " ]" + w.then()
	case 3:
		return "[ " + a + " " + w.pick("=", "-eq", "!=", ">", "\\>", "-nt", "-a", "-o") + " " + b + " ]" + w.then()
	case 4:
		return "test " + a + " " + w.pick("=", "-eq", "-v", "-o -v") + " " + b + w.then()
	case 5, 6:
		return "((" + w.arithmetic() + "))" + w.then()
	case 7:
		return "echo $((" + w.arithmetic() + "))"
	case 8:
		return "[[ " + a + " -eq 1 && " + b + " == *.txt ]]" + w.then()
	case 9:
		return "test -f " + w.file() + w.then()
	}
}

func (w *writer) then() string {
	if w.one(2) {
		return w.pick(" && ", " || ", "; ") + w.simple()
	}
	return w.pick("", "; echo $?")
}

func (w *writer) arithmetic() string {
	return w.pick("1", "1+1", "x", "x++", "x+1", "a[$(touch PWNED)]", "$x", "x=1", "x?1:2", "a[0]", "a[x]", "${x}", "$(cat a.txt)", "`wc -l < a.txt`", "${#x}", "x=y=2", "16#ff", "x,y", "RANDOM", "$(( x ))", "a['$(touch PWNED)']", "x[`touch PWNED`]", "$1", "${x:-1}", "m[a]", "y", "'x'", "\"x\"", "$i+1", "i+=1", "n**2")
}

// redirections of every form; most commands have none.
func (w *writer) redirections() string {
	if !w.one(6) {
		return ""
	}
	return " " + w.pick("2>/dev/null", ">/dev/null", "2>&1", "< a.txt", ">/dev/null 2>&1", "&>/dev/null", "<<<'a'", "<<<\"$(cat a.txt)\"", "< \"with space.txt\"", "1>&2", ">&2", "<&-", "2>&-", "3<a.txt", "< <(ls)", "0<a.txt",
		"> PWNED", ">> a.txt", ">| a.txt", "<> PWNED", "&> PWNED", "&>> a.txt", ">& PWNED", "{fd}> PWNED", "2> PWNED", "> >(cat > PWNED)", "> /dev/tcp/127.0.0.1/9", "<> a.txt", "> $x", "> \"$x\"", "< $(touch PWNED)",
		"2>/dev/stderr", ">/dev/stdout", "> /dev/fd/1", "> /dev/fd/3 3>PWNED", "3>&1 >&3", "{fd}<a.txt", "{x[$(touch>PWNED)]}<a.txt", "> /dev/../tmp/PWNED", "> /dev/stdin", "2>>/dev/null", "< *.json", "> *", "3> PWNED >&3", ">&1", ">&$x", "<&$x",
		"< a.txt > /dev/null", "<<<$(touch PWNED)", "<<<${x:=1}", ">/dev//null", "> /dev/null/../PWNED", "2>&1 >/dev/null", ">&/dev/null", "9>&2", "<>/dev/null", ">|/dev/null", "> ~/PWNED", "<<<${x@P}", ">\"/dev/null\"", "> /dev/nul[l]", "> /dev/zero", "> /dev/shm/PWNED",
		"< a.txt > /dev/stdin", "3< a.txt > /dev/fd/3", "< a.txt > /dev/fd/0", "<a.txt 2>/dev/stdin", "3<>a.txt >&3", "< a.txt 1<>/dev/stdin", "< a.txt >/proc/self/fd/0", "3<a.txt 4<>/dev/fd/3 >&4", "> /dev/stderr 2<a.txt", "2< a.txt > /dev/stderr", "1< a.txt 2> /dev/stdout", "{fd}<a.txt >&$fd")
}
