package shellfuzz

import "strings"

// sedScript is the options, script and files of a sed command.
func sedScript(w *writer) string {
	one := func() string {
		address := w.pick("", "1", "$", "/a/", "1,2", "1!", "\\,a,", "2,$", "/a/I", "0~2", "1,+1", "/a/,/b/", "\\%x%", "/[/]/", "/[]/]/", "1,2!", "/a\\/w PWNED/")
		switch w.roll(6) {
		default:
			return address + w.pick("p", "d", "q", "=", "l", "n;p", "N", "h;G", "x", "y/a/b/", "D", "P", "z", "Q", "q1", "l 5", "b", "t", ":a", "ba", ":a;N", "#n", "F", "{p}", "{p;}", "{;p;d}", "}", "c\\x", "i x", "a\\\nx", "a x;w PWNED", "i\\;p", "y/;/w/", "y/\\//w/")
		case 2, 3:
			flags := w.pick("", "g", "p", "2", "I", "gp", "w PWNED", "e", "gw PWNED", "M", "pw /dev/stdout", "ew", "w/dev/stdout", "gI2", "pe", "w", "g;p", " w PWNED", "}", "m w PWNED", "g w PWNED")
			return address + w.pick("s/a/b/", "s,a,b,", "s/a\\/b/c/", "s/[/]/x/", "s|a|touch PWNED|", "s/.*/touch PWNED/", "s/a/b\\\n/", "s/\\(a\\)/\\1/", "sXaXbX", "s/a/\\//", "s/[^]/]/b/", "s/[[:alpha:]/]/b/", "s;a;b;", "s\\aw PWNED\\b\\", "s/\\n/w PWNED/", "s/[\\]/]/b/", "s/[a\\]/b/") + flags
		case 4:
			return address + w.pick("w PWNED", "e touch PWNED", "e", "W PWNED", "r a.txt", "R a.txt", "w /dev/stdout", "w/dev/stderr", "r/etc/hostname", "ePWNED", "wPWNED", "{w PWNED\n}", "R PWNED", "w  PWNED", "r list;w PWNED", "a\\\n1e touch PWNED", "}w PWNED", "v 4.2", "w a.txt", "r /dev/stdin", "w /dev/stdout2")
		}
	}
	script := one()
	for range 2 {
		if w.one(3) {
			script += w.pick(";", "\n", "; ", " ; ", "\\\n", " #", "}", "{") + one()
		}
	}
	words := []string{}
	for range 3 {
		switch w.roll(20) {
		case 11, 12, 13:
			words = append(words, "-n")
		case 14:
			words = append(words, w.pick("-E", "-r", "-nE", "-s", "-u", "-z", "--posix", "--sandbox", "--debug", "-l 5", "--quiet", "--regexp-extended"))
		case 15:
			words = append(words, w.pick("-i", "-i.bak", "--in-place", "-ni", "--in-place=.bak", "-Ei", "--in", "-ibak", "-si", "-n -i", "--i", "-zi", "-li"))
		case 16:
			words = append(words, w.pick("-f prog.sed", "--file=prog.sed", "-fprog.sed", "--expression='w PWNED'", "-e p", "-e 'w PWNED'", "-ne p", "-e'1w PWNED'", "--fil prog.sed", "-e 'a\\' -e 'w PWNED'", "-e 'i\\' -e 1e", "-f -", "-f list"))
		}
	}
	return strings.Join(append(words, w.quoted(script), w.operands(2)), " ")
}

// awkScript is the options, program and files of an awk command.
func awkScript(w *writer) string {
	one := func() string {
		pattern := w.pick("", "BEGIN", "END", "/a/", "NR==1", "$1~/a/", "NR>1&&/b/", "!seen[$0]++", "$1 > 2", "($1 > 2)", "/a/,/b/", "BEGINFILE", "NR%2", "$0=\"touch PWNED\"", "/[/]|\"/")
		action := w.pick("{print}", "{print $1}", "{print $1, NF}", "{s+=$1} END{print s}", "{printf \"%s\\n\", $1}", "{n++} END{print n}", "{print length($0)}", "{gsub(/a/,\"b\");print}", "{split($0,a,\",\");print a[1]}", "{if ($1 > 2) print}", "{print ($1 > 2)}", "{print toupper($0)}", "{for(i=1;i<=NF;i++) print $i}", "{print substr($0,1,3)}", "{next}", "{exit}", "{getline; print}", "{x[$1]=$2} END{for(k in x) print k, x[k]}", "{print \"a > b\"}", "{print $1 /2/ 1}", "{print a /b > \"PWNED\"/ 1}",
			"{print > \"PWNED\"}", "{system(\"touch PWNED\")}", "{print | \"sh\"}", "{\"touch PWNED\" | getline}", "{print >> \"a.txt\"}", "{printf \"x\" > \"PWNED\"}", "{print |& \"sh\"}", "{close(\"x\")}", "{getline < \"a.txt\"}", "{while ((getline l < \"a.txt\") > 0) print l}", "@load \"x\"", "@include \"prog.awk\"", "{f=\"system\"; @f(\"touch PWNED\")}", "{print > $1}", "{print $1>$2}", "{print \"x\" \"y\" > (\"PW\" \"NED\")}", "{print > \"/dev/stderr\"}", "{fflush()}", "{print ENVIRON[\"HOME\"]}", "function f(x){return x} {print f($1)}", "{print #x\n > \"PWNED\"}", "{system (\"touch PWNED\")}", "{print \"a\\\"b\" > \"PWNED\"}", "{sys\\\ntem(\"touch PWNED\")}", "{ARGV[1]=\"PWNED\"}", "{print(1)>\"PWNED\"}", "{print /x/ > \"PWNED\"}", "{print $0 /\"/ 1 > \"PWNED\" /\"/ 1}", "{a=1;a/=2;print a > \"PWNED\";b/=1}", "{print a[1] / 2 > \"PWNED\" / 3}", "{i++ / 2; print > \"PWNED\" #/\n}", "{print 1 > \"PWNED\" }")
		return pattern + action
	}
	script := one()
	if w.one(4) {
		script += w.pick(";", "\n", " ") + one()
	}
	words := []string{}
	for range 2 {
		switch w.roll(16) {
		case 10, 11:
			words = append(words, w.pick("-F,", "-F ,", "-F:", "-F '[,:]'", "-v x=1", "-vx=1", "-v 'x=a b'", "-F\"$x\"", "-v x=\"$x\""))
		case 12:
			words = append(words, w.pick("-f prog.awk", "-fprog.awk", "--file=prog.awk", "-i inplace", "--include=inplace", "-W exec=prog.awk", "-We prog.awk", "-W exec prog.awk", "-W dump", "-o", "-oPWNED", "--dump-variables=PWNED", "-dPWNED", "-p", "--profile=PWNED", "-l x", "-E prog.awk", "-e 1", "--source=1", "-W interactive", "-W version", "--posix", "-Wr=1", "-W random=1", "-W sprintf=9", "-S", "-W usage", "--version", "-W help", "-c", "-W posix_space"))
		}
	}
	words = append(words, w.quoted(script))
	if w.one(8) {
		words = append(words, w.pick("x=1", "FS=,", "x=$x", "ARGC=1"))
	}
	return strings.Join(append(words, w.operands(2)), " ")
}

// findExpression is the start points and the expression of a find command.
func findExpression(w *writer) string {
	words := []string{w.pick(".", "", "sub", "*", ". other", "-L .", "-H .", "-P .", "-O2 .", "-D tree .", "\"$x\"", "-- .", "./-rf", "-f .", w.file(), "-L -O3 .", "~", "-files0-from list", "-files0-from -", "-D exec .", "..")}
	for range 4 {
		switch w.roll(16) {
		default:
			continue
		case 4, 5, 6, 7, 8, 9, 10, 11:
			words = append(words, w.pick("-type f", "-name '*.txt'", "-maxdepth 2", "-print", "-print0", "-size +1", "-mtime -1", "-newer a.txt", "-path './sub/*'", "-not -name a", "! -name b", "-o -name b", "-iname 'A*'", "-empty", "-ls", "-printf '%p\\n'", "-prune", "-quit", "-perm -u+x", "-regex '.*'", "-user dev", "-links 1", "\\( -name a -o -name b \\)", "-mindepth 1", "-true", "-xdev", "-depth", "-samefile a.txt", "-a", ",", "-newermt now", "-type l", "-fstype tmpfs", "-size -1k", "-anewer a.txt", "-inum 1", "-lname x", "-xtype f", "-executable", "-name $x", "-regextype posix-extended", "-d", "-daystart", "-noleaf", "-nouser", "-used 1", "-name \"$x\"", "-printf \"$x\""))
		case 12:
			words = append(words, w.pick("-delete", "-fprint PWNED", "-fls PWNED", "-fprint0 PWNED", "-fprintf PWNED %p", "-fprint /dev/stdout", "-ok rm {} \\;", "-okdir rm {} ';'", "$x", "-name -delete", "-path -exec", "-newer -delete", "-D help", "-fprint /dev/null", "-name a -delete", "-name * -delete", "-files0-from list"))
		case 13, 14:
			words = append(words, w.pick("-exec ", "-execdir ", "-exec ")+w.deeper(func() string {
				return w.pick("cat {}", "grep -l a {}", "wc -l {}", "ls -l {}", "head -n1 {}", "sed -n 1p {}", "file {}", "sort {}", "sh -c 'cat \"$1\"' _ {}", "bash -c 'cat {}'", "touch {}", "rm {}", "{}", "echo {} {}", "sort -o {} {}", "sed -i 1d {}", "git log -- {}", "test -f {}", "basename {}", "uniq a.txt {}", "env cat {}", "awk '{print}' {}", "awk {} a.txt", "sed {} a.txt", "sort -{}", "find {} -delete", "xargs cat", "echo {}>PWNED", "cat", w.command())
			}, func() string { return "cat {}" })+w.pick(" \\;", " +", " ';'", " {} +", "", " \";\"", " {} \\;"))
		}
	}
	return strings.Join(words, " ")
}

// jqFilter is the options, filter and files of a jq command.
func jqFilter(w *writer) string {
	words := []string{}
	for range 2 {
		if w.one(3) {
			words = append(words, w.pick("-r", "-c", "-s", "-n", ".", "-e", "--arg a b", "--argjson a 1", "-S", "--tab", "-M", "-R", "--slurpfile a data.json", "--rawfile a a.txt", "-f prog.jq", "--from-file prog.jq", "-L .", "--args", "--indent 2", "-rn", "--seq", "--stream", "-C", "--exit-status", "-nf prog.jq", "--arg a \"$x\"", "--jsonargs", "-h", "--debug-dump-disasm", "--library-path ."))
		}
	}
	filter := w.pick(".", ".a", ".[]", "keys", ".a|length", "map(.a)", ".a > 1", "select(.a)", "input", "inputs", "env", "$ENV.HOME", "include \"prog\"; .", "import \"prog\" as p; .", "@sh", "@sh \"touch \\(.)\"", "debug", "input_filename", "halt_error", "$__loc__", "{a}", "to_entries[]", "limit(1;.[])", "ltrimstr(\"x\")", "getpath([\"a\"])", "modulemeta", "get_search_list", "splits(\"a\")", "now|todate", "stderr")
	return strings.Join(append(words, w.quoted(filter), w.pick("data.json", "data.json", w.file(), "*.json", "-n")), " ")
}

// shellScript is a script for another shell.
func shellScript(w *writer) string {
	return w.deeper(func() string {
		return w.pick("-c ", "-c ", "-ec ", "-c -- ", "", "-xc ", "-n -c ", "-nc ", "-lc ") + w.quoted(w.list()) + w.pick("", " _ a.txt", " a.txt '$(touch PWNED)'", " _ -o")
	}, func() string { return "-c ls" })
}
