package shell_test

// attacks are lines that must never pass as read-only.
func attacks() []string {
	return []string{
		// Separators and nesting.
		"ls\nwget x", "ls & wget x", "ls <(wget x)", "ls; touch x", "ls # c\ntouch x", "to\\\nuch x", "echo $(touch x)", "echo `touch x`", "cat <<E\n$(touch x)\nE",
		"if touch x; then :; fi", "[[ -n $(touch x) ]]", "case $(touch x) in *) ;; esac", "for f in $(touch x); do :; done", "coproc touch x", "tee >(touch x)",
		// A literal that runs code.
		"test -v 'a[$(touch x)]'", "[ -v 'a[$(touch x)]' ]", "[[ -v 'a[$(touch x)]' ]]", "[[ 'a[$(touch x)]' -eq 0 ]]", "printf -v 'a[$(touch x)]' y",
		"declare -i n='a[$(touch x)]'", "let 'a[$(touch x)]=1'", "read 'a[$(touch x)]' <<<y", "unset 'a[$(touch x)]'", "y='a[$(touch x)]'; echo $((y))", "y='a[$(touch x)]'; [[ $y -eq 0 ]]",
		"y='a[$(touch x)]'; ((y))", "y='a[$(touch x)]'; echo ${z:y}", "y='a[$(touch x)]'; echo ${z[y]}", "y='a[$(touch x)]'; z[y]=1", "echo $((y))", "echo $(($y))", "echo ${a[$y]}", "echo ${x:$y:1}",
		"mapfile -C 'touch x' -c 1 < f", "mapfile 'a[$(touch x)]'", "getopts a 'b[$(touch x)]'", "wait -n -p 'a[$(touch x)]'", "printf '%n' 'a[$(touch x)]'", "test \"$x\" y", "[ $x ]", "[ -n $x -a $y ]", "[ \"$x\" \"$y\" ]",
		"x=5; while read x; do echo $((x)); done < f", "i=0; while [ $i -lt 3 ]; do i=$(cat f); echo $((i)); done", "for i in 1 2; do echo $((i)); read i; done < f",
		"for i in $(cat f); do echo $((i)); done", "n=1; [ -f x ] && n=$(cat f); echo $((n))", "n=1; if ls; then read n; fi; echo $((n))", "readonly n=1; n=2; cat /x$n\ntouch y",
		// Variables that are read elsewhere.
		"PATH=. ls", "export PAGER=x; git log", "declare -x GIT_PAGER=x; git log", "typeset -x X1=1", "export X", "LESSOPEN='|touch x' ls", "GIT_SSH_COMMAND=x ls", "BASH_ENV=x bash -c ls", "ENV=x sh -c ls",
		"IFS=x; ls", "CDPATH=/tmp; cd x", "HOME=/x; cat ~/y", "for HOME in /; do ls; done", "SHELLOPTS=xtrace PS4='$(touch x)' ls", "TZ=/x/y ls", "LANG=$x ls", "http_proxy=x ls", "npm_config_x=y ls", "GIT_PAGER=less ls", "env GIT_PAGER=less ls", "env PATH=. ls",
		"set -k; ls", "set -a; x=1; ls", "BASH_FUNC_ls=x ls", "export -f ls", "declare -f -x ls",
		// Names that mean something else.
		"ls() { touch x; }; ls", "alias ls='touch x'\nls", "hash -p ./x ls; ls", "enable -f x ls", "./ls", "bin/ls", "/tmp/ls", "/bin/../tmp/ls", "../bin/ls", "~/bin/ls", "$x", "l? x", "l[s] x", "{ls,x}", "$'ls'", "$\"ls\" x", "=ls", "exec -a x ls -c; touch y",
		// Wrappers.
		"env touch x", "env -S 'touch x'", "env -u A touch x", "env", "env -i git status", "env -u GIT_OPTIONAL_LOCKS git status", "sudo ls", "doas ls", "timeout 5 touch x", "timeout --x 5 ls", "nice touch x", "xargs touch", "ls | xargs rm", "ls | xargs -I{} touch {}", "xargs -a f touch", "command touch x", "command -p touch x", "builtin eval 'touch x'",
		"bash -c 'touch x'", "bash -xc 'touch x'", "bash -ic ls", "bash --rcfile x -c ls", "bash --init-file x -ic ls", "bash -O extglob -c ls", "bash x.sh", "bash < x.sh", "cat x | bash", "bash <(ls)", "sh -c '\"$@\"' _ touch x", "sh -c '$0' 'touch'", "bash -c '$1' _ ls", "eval \"$x\"", "eval 'touch x'", "eval 'ls' ';' 'touch x'", ". ./x", "source x", "source /dev/stdin <<< 'touch x'",
		"watch 'touch x'", "watch touch x", "flock l ls", "script -qc ls out", "script", "parallel ls", "strace ls", "busybox touch x", "nohup ls", "trap 'touch x' DEBUG; ls", "nice -n 5 bash -c 'touch x'", "time touch x", "\\time -o x ls", "exec touch x", "su -c ls", "chroot / ls", "unshare ls",
		// Redirections.
		">x", "ls >x", "ls >>x", "ls >|x", "ls &>x", "ls &>>x", "ls >&x", "ls <>x", "ls {fd}>x", ">x ls", "{ ls; } >x", "(ls) >x", "while :; do ls; done >x", "if ls; then :; fi >x", "ls 2>x", "ls > $x", "ls > \"$x\"", "cat < $x", "ls > *", "exec >x", "ls >! x", "ls > /dev/tty", "ls >/dev/tcp/a/1", "cat </dev/tcp/a/1", "ls > /dev/null/../../tmp/x", "ls > /dev/fd/../../tmp/x", "[[ -f a ]] > x", "((1)) > x", "f=x; ls > $f",
		"bash <<'E' < x.sh\nls\nE", "bash <<< ls 0<&3", "bash <<< ls 00< x.sh", "bash 3<<< ls", "echo $AWS_SECRET_ACCESS_KEY", "n=1; read -an <<< 'a[$(touch x)]'; echo $((n))",
		// Folders.
		"cd $x && cat a", "cd - && cat a", "cd \"$(pwd -P)\" && cat a", "pwd() { echo /; }; cat $(pwd)/a", "cd $x; cat $(pwd)/a", "while :; do cd ..; cat a; done", "cd -P x && cat a", "pushd +1; cat a", "popd; cat a", "for d in *; do cd $d; cat a; done",
		// Words.
		"cat $x", "cat \"$x\"", "cat $(echo a)", "cat ~bob/x", "cat ~+/x", "echo ${x@P}", "echo ${!x}", "echo ${!x@}${!y}", "echo ${x:=y}", "echo ${x=y}", "cat a$x", "cat .*", "cat */../../x", "for f in *; do cat $f; done", "for f in *; do cat \"$f/../../x\"; done", "for f in *; do cat \"${f}$x\"; done", "for f in a b; do f=$x; cat \"$f\"; done",
		"typeset -i ${(e):-'$(touch x)'}", "echo =(touch x)", "ls @(a|b)", "x=a; x+=$y; cat $x", "x=a; ls | read x; false || x=$y; cat $x", "[ -f a ] && x=a; cat $x", "x=a; f() { x=$y; }; f; cat $x", "x=a; eval \"x=$y\"; cat $x", "x='a b'; cat $x$y",
		"cat $1", "set -- a; cat $1", "bash -c 'shift; cat $1' _ a b", "select x in a b; do cat $x; done", "cat \"$@\"", "cat \"$*\"", "x=(a b); cat ${x[0]}", "while read -r f; do cat \"$f\"; done < list",
		// History, completion and the rest.
		"history -a x", "history -c", "compgen -C 'touch x' y", "complete -C x y", "bind -x x", "fc -s", "jobs -x touch y", "ulimit -n 5 x", "umask 0", "shopt -s extglob", "shopt -s lastpipe", "ls\x00; touch x", "ls\rtouch x", "coproc PATH { ls; }", "exit 1 2; touch x",
	}
}
