package shellfuzz

// hostileNames are names of files in the tree that are something else to a
// careless reader: options, expansions, several words.
func hostileNames() []string {
	return []string{
		"-rf", "-o", "-exec", "-delete", "-i", "-n", "--output=PWNED", "--pre=./evil", "--compress-program=./evil", "-f", "-e", "$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "new\nline", "quo'te",
		"dq\"x", "star*", "{x,y}", "~", "-oPWNED", "-sPWNED", "| touch PWNED", "a=b", "[x]", "-c", "--", "-", "PWNED.d", " lead", "back\\slash", "#hash", "!bang", "&amp", "-w", "--files0-from=list", "-fprog.awk",
	}
}

// payload is a text that changes the world when something runs or writes it.
func (w *writer) payload() string {
	return w.pick("touch PWNED", "$(touch PWNED)", "`touch PWNED`", "; touch PWNED", "a[$(touch PWNED)]", "| touch PWNED", "&& touch PWNED", "./evil", "sh evil", "rm a.txt", "echo x > PWNED", "echo x >> a.txt", "{system(\"touch PWNED\")}", "w PWNED",
		"1e touch PWNED", "-exec touch PWNED ;", "-delete", "BEGIN{print > \"PWNED\"}", "\n touch PWNED", "a.txt", "sub", "ls", "cat a.txt", "x=1", "'; touch PWNED; '", "\"; touch PWNED; \"", "${x:=$(touch PWNED)}", "[$(touch PWNED)]", "@(touch PWNED)", "mkdir PWNED")
}

// evaluating are lines in which an innocent text becomes code: each is a trap
// that some analysis has fallen into.
func (w *writer) evaluating() string {
	value := w.pick("1", "a.txt", "'$(touch PWNED)'", "'a[$(touch PWNED)]'", "'x[$(touch PWNED)]'", "-o", "'* PWNED'", "y", "$(cat a.txt)", "'`touch PWNED`'", "\\$\\(touch\\ PWNED\\)", "a[\\$(touch\\ PWNED)]", "'-v x[$(touch PWNED)]'")
	give := w.pick("x=", "y=x; x=", "declare x=", "export x=", "read x <<< ", "for x in ", "x=(", "set -- ", "declare -i x=", "local x=", "printf -v x %s ", "x+=", "x[0]=", "IFS= read -r x < <(echo ", "mapfile -t x <<< ", "readonly x=", "typeset x=", "echo ", "let x=", "declare -n x=", ": ${x:=")
	end := "; "
	switch give {
	case "for x in ":
		end = "; do "
	case "x=(", "IFS= read -r x < <(echo ":
		end = "); "
	case ": ${x:=":
		end = "}; "
	case "echo ":
		end = " | { read -r x; "
	}
	use := w.pick("echo $x", "echo \"$x\"", "echo $((x))", "((x))", "((x>1))", "[[ $x -eq 1 ]]", "[[ x -eq 1 ]]", "[ \"$x\" -eq 1 ]", "test -v x", "test -v \"$x\"", "[[ -v $x ]]", "[[ -v x ]]", "echo ${x@P}", "echo ${!x}", "echo ${a[x]}", "echo ${a[$x]}",
		"cat $x", "cat \"$x\"", "cat -- $x", "sort $x", "sort $x a.txt", "uniq a.txt $x", "find . $x", "find . -name $x", "grep $x a.txt", "sed $x a.txt", "sed \"$x\" a.txt", "awk $x a.txt", "awk -v v=$x 'BEGIN{print v}'", "printf $x", "printf \"$x\"", "printf '%d' $x",
		"printf %s \"$x\"", "$x", "\"$x\"", "eval $x", "bash -c $x", "bash -c \"$x\"", "bash -c 'echo $1' _ \"$x\"", "bash -c 'echo $((x))'", "bash -c 'echo $(($1))' _ \"$x\"", "cd $x", "ls $x", "wc -l < $x", "echo ${x:x}", "echo ${s:0:x}", "echo ${s:$x}", "unset $x", "unset x", "unset \"a[$x]\"",
		"read $x < a.txt", "let $x", "declare $x", "a[$x]=1", "a[x]=1", "a=([x]=1)", "a=([$x]=1)", "echo $((a[x]))", "echo $[x]", "[[ $x =~ $x ]]", "[[ a == $x ]]", "case $x in $x) ls;; esac", "for ((i=x;i<2;i++)); do :; done", "for i in $x; do cat $i; done", "echo ${x//a/b}", "echo {1..$x}",
		"exit $x", "return $x", "shift $x", "break $x", "sleep 0$x", "test $x", "[ $x ]", "[ -n $x ]", "[ $x = 1 ]", "test -n \"$x\" -a -v \"$x\"", "head -n $x a.txt", "head -n \"$x\" a.txt", "cut -d $x -f1 a.txt", "git log $x", "git diff $x", "git show \"$x\"", "rg $x", "rg -e \"$x\" .", "jq $x data.json", "jq \"$x\" data.json",
		"xargs $x < list", "echo \"$x\" | bash", "echo $x | xargs", "echo $x | xargs -I{} echo {}", "echo $x | xargs bash -c", "ulimit -t $x", "umask $x", "wait $x", "kill -0 $x", "test 1 -eq $x", "[ 1 -eq \"$x\" ]", "printf '%*s' $x a", "printf \"%.${x}s\" a", "read -t $x y < a.txt", "read -n $x y < a.txt", "mapfile -s $x y < a.txt",
		"echo ${x:1:y}", "echo ${#x[y]}", "echo ${x[$y]}", "echo ${!x[@]}", "echo ${x[@]@P}", "echo ${*@P}", "echo ${@@P}", "echo ${1@P}", "(( $1 ))", "echo $(( ${x} ))", "echo \"${x}\" > /dev/null", "cat < \"$x\"", "cat <<< \"$x\"", "cat <<E\n$x\nE", "cat <<E\n${x@P}\nE", "exec 3<$x", "dirs +$x", "pushd +$x", "history $x", "fc $x", "test -t $x", "[[ -t $x ]]", "[[ 1 -lt $x ]]", "[[ $x -nt a.txt ]]", "[[ -o $x ]]", "[[ -R $x ]]", "type $x", "hash $x", "command -v $x", "help $x", "caller $x", "times", "logout $x", "bg $x", "trap \"$x\" EXIT", "trap $x EXIT", "trap -- \"$x\" DEBUG", "getopts $x y", "getopts ab $x", "compgen -W \"$x\"", "compgen -W '$(touch PWNED)'")
	line := give + value + end + use
	switch give {
	case "for x in ":
		line += "; done"
	case "echo ":
		line += "; }"
	}
	return line
}
