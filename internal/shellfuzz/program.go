package shellfuzz

import "strings"

// tool is a program with options worth trying: first the usual ones, and then,
// after a bar, those that write, run something or read a list of files.
type tool struct {
	name, options string
	// operands makes what follows the options; files if nil.
	operands func(*writer) string
}

// catalogue is the programs that the grammar speaks of. Those that can do most
// come first, because they are tried more often.
func catalogue() []tool {
	return []tool{
		{name: "ls", options: "-l -la -1 -R --color=auto -lh -t -d --sort=size -I=x --time-style=+%F | --hyperlink --zero --dired -Z"},
		{name: "cat", options: "-n -A --number -s -e | --show-all -u"},
		{name: "head", options: "-n1 -n=1 -c=5 -5 --lines=2 -q -v | --bytes=x -z"},
		{name: "tail", options: "-n1 -n=1 -c=5 -5 -n=+2 -q --lines=1 | --pid=1 --retry -s=0"},
		{name: "wc", options: "-l -c -w --lines -L -lw | --files0-from=list --files0-from=- --total=only"},
		{name: "grep", options: "-r -n -i -c -l -E -o -v -rn -e=a -A1 --include=*.txt --color=auto -q -P -w | -f=list --file=list --exclude-from=list -d=recurse -R", operands: patternFiles},
		{name: "egrep", options: "-i -r | -f=x", operands: patternFiles},
		{name: "rg", options: "-n -i -l -c --files -g=*.txt -e=a --hidden -u -w -t=txt --json -uu | --pre=./evil --pre-glob=* --pre ./evil -z --search-zip --hostname-bin=./evil --hyperlink-format=default -f=list --type-add=x:include:all --ignore-file=list --no-config --debug", operands: patternFiles},
		{name: "find", operands: findExpression},
		{name: "sed", operands: sedScript},
		{name: "awk", operands: awkScript},
		{name: "sort", options: "-u -n -r -k2 -k=1,1 -t=, --reverse -rn -V -c --key=2 -s -z -h | -o=PWNED -oPWNED --output=PWNED --out=PWNED -uo=PWNED -T=. --compress-program=./evil -S=1b --comp=./evil --files0-from=list --random-source=a.txt --temporary-directory=. --batch-size=2 -m --parallel=2"},
		{name: "uniq", options: "-c -d -u -i --count -f1 -s=1 -D | --group -z -w=1 -"},
		{name: "cut", options: "-d=, -f1 -f=1 -c1-3 --fields=1 -s --complement -b=1 | --output-delimiter=x -z"},
		{name: "tr", options: "-d -s -c -cd | -t", operands: func(w *writer) string { return w.pick("a b", "a-z A-Z", "'\\n' ' '", "[:upper:]") }},
		{name: "diff", options: "-u -r -q -y -w --brief -U=1 -N --color=always | -l --to-file=a.txt --from-file=b.txt -D=X --paginate --pag -X=list --line-format=%L", operands: twoFiles},
		{name: "cmp", options: "-s -l -b -n=3 | -i=1", operands: twoFiles},
		{name: "comm", options: "-12 -3 --total | --output-delimiter=x", operands: twoFiles},
		{name: "join", options: "-1=1 -t=, -a1 | -o=auto -e=x", operands: twoFiles},
		{name: "diff3", options: "-m -e -A | --diff-program=./evil", operands: twoFiles},
		{name: "sdiff", options: "-s -w=40 | -o=PWNED --output=PWNED --diff-program=./evil", operands: twoFiles},
		{name: "git", operands: gitCommand},
		{name: "jq", operands: jqFilter},
		{name: "xxd", options: "-p -l=16 -c=4 -b -u -s=2 | -r -i -ps -revert -R=always -n=x -o=1"},
		{name: "od", options: "-c -An -tx1 -N=8 -t=x1 -j=1 -v | --strings=3 -w=8 --endian=big --traditional"},
		{name: "base64", options: "-d -w0 --wrap=0 -i | -o=PWNED --decode -D"},
		{name: "hexdump", options: "-C -n=16 -v -s=1 | -f=list -e=%x"},
		{name: "stat", options: "-c=%s -L --format=%n -f -t | --printf=%n --cached=never"},
		{name: "file", options: "-b -i --mime-type -L -s | -C -m=magic -f=list -z -Z --compile -k -P=name=1 -S -e=soft --no-sandbox -Cm=magic --magic-file=magic"},
		{name: "du", options: "-sh -h -a -d1 --max-depth=1 -c | -X=list --files0-from=list --exclude=x"},
		{name: "df", options: "-h -T . | --sync --output=source -a"},
		{name: "tree", options: "-L=1 -a -d -f -I=x | -o=PWNED -oPWNED --output=PWNED -R -H=. -X -J --fromfile --fromtabfile --info --gitignore --gitfile=list --infofile=list -Ro=PWNED -LR=1 --noreport"},
		{name: "readlink", options: "-f -e -n | -m"},
		{name: "realpath", options: "-e -s --relative-to=. | -z"},
		{name: "echo", options: "-n -e -E | -ne", operands: anyWords},
		{name: "printf", options: "| -v=x -v=a[$(touch>PWNED)] -vPATH", operands: printfWords},
		{name: "basename", options: "-a -s=.txt | -z"},
		{name: "dirname", options: "-z"},
		{name: "seq", options: "-w -s=, | -f=%g", operands: func(w *writer) string { return w.pick("3", "1 3", "1 2 9", "-1", "$x", "a") }},
		{name: "date", options: "+%F -u -d=now -I -r=a.txt | -s=now --set=now -f=list --debug --date=x --se=now"},
		{name: "nl", options: "-ba -w=3 | -s=x -d=x"}, {name: "tac", options: "-s=a | -r -b"}, {name: "rev", options: ""}, {name: "fold", options: "-w10 -s"},
		{name: "paste", options: "-sd, -d=, | -z"}, {name: "column", options: "-t -s=, | -o=x -J -n=x"}, {name: "expand", options: "-t4"}, {name: "fmt", options: "-w=20 | -p=x"}, {name: "pr", options: "-t -2 | -h=x"},
		{name: "shuf", options: "-n1 -e -i=1-3 | -o=PWNED -oPWNED --output=PWNED --out=PWNED --random-source=a.txt -rn1"},
		{name: "split", options: "-l1 -b=1 | --filter=cat -n=2 -d"}, {name: "tee", options: "-a | -p", operands: func(w *writer) string { return w.pick("/dev/null", "", "PWNED", "/dev/stderr", "$x", "/dev/stdout") }},
		{name: "sha256sum", options: "-b -t --tag | -c --check -z"}, {name: "md5sum", options: "-b | -c --status"}, {name: "cksum", options: "-a=md5 | --debug -c"}, {name: "b2sum", options: "-l=8"},
		{name: "strings", options: "-n=4 -a -t=x | -T=x @list -w"}, {name: "nm", options: "-C -D | --plugin=./evil @list --plugin ./evil -l"}, {name: "objdump", options: "-d -h -t | -l -S --dwarf --prefix=x @list"}, {name: "readelf", options: "-h -l -d -a | -wK -w --debug-dump=links -z @list"}, {name: "size", options: "-A | @list --plugin=x"},
		{name: "tar", options: "-tf=archive.tar tf=archive.tar -tvf=archive.tar | -xf=archive.tar --to-command=./evil -I=./evil --checkpoint-action=exec=./evil --checkpoint=1 -cf=PWNED.tar -F=./evil --use-compress-program=./evil --rsh-command=./evil --index-file=PWNED -ztf=archive.tar --delete -O --rmt-command=./evil"},
		{name: "unzip", options: "-l -v -p -Z1 -t | -o -d=PWNED.d -q -Z -z", operands: func(w *writer) string { return "archive.zip " + w.pick("", "a.txt", "-d PWNED.d", "-x a.txt") }},
		{name: "zipinfo", options: "-1 -l | -v", operands: func(w *writer) string { return w.pick("archive.zip", "a.txt") }}, {name: "zcat", options: "-f", operands: func(w *writer) string { return w.pick("a.gz", "a.txt", "*.gz") }}, {name: "gzip", options: "-l -dc -t -c -cd | -k -f -d -S=x -N", operands: func(w *writer) string { return w.pick("a.gz", "a.txt", "*.gz") }},
		{name: "xzcat", options: "-q | --files=list"}, {name: "bzcat", options: "-s"}, {name: "zstd", options: "-l -dc -t | -d -f -o=PWNED --rm", operands: anyFiles},
		{name: "less", options: "-N -S -R -F -X -L | -o=PWNED -OPWNED -k=x +!touch\\ PWNED -k --log-file=PWNED -t=x -p=a"}, {name: "more", options: "-n=1 -s | +1 -e -p"},
		{name: "which", options: "-a"}, {name: "type", options: "-t -a -p"}, {name: "command", options: "-v -V"}, {name: "pwd", options: "-P -L", operands: nothing}, {name: "id", options: "-u -un"}, {name: "whoami", operands: nothing}, {name: "hostname", options: "-s | -F=a.txt -b", operands: nothing},
		{name: "uname", options: "-a -r", operands: nothing}, {name: "ps", options: "aux -ef -e | e -o=pid", operands: nothing}, {name: "env", options: "-0 | -v", operands: nothing}, {name: "printenv", options: "PATH HOME", operands: nothing}, {name: "true", options: ""}, {name: "man", options: "-k -w -f | -P=./evil -H=./evil -l -K --html=./evil"},
		{name: "xmllint", options: "--format --noout --xpath=/ | --output=PWNED -o=PWNED --shell --c14n --memory --catalogs --postvalid"}, {name: "iconv", options: "-f=utf8 -t=ascii -c | -o=PWNED --output=PWNED -oPWNED --out=PWNED"}, {name: "tsort"}, {name: "numfmt", options: "--to=iec"}, {name: "expr", operands: anyWords}, {name: "bc", options: "-l"}, {name: "yes", operands: func(*writer) string { return "| head -n 1" }},
		{name: "lsof", options: "-n -p=1 | -D=bPWNED -k=x"}, {name: "locale", options: "-a", operands: nothing}, {name: "getent", options: "passwd group", operands: nothing}, {name: "tput", options: "cols -S | init reset", operands: nothing}, {name: "ip", options: "addr route | -batch=list -b=list netns exec", operands: nothing}, {name: "ss", options: "-tln | -D=PWNED --diag=PWNED -K -F=list", operands: nothing},
		{name: "dmesg", options: "-T | -C -c -n=1", operands: nothing}, {name: "mount", options: "-l", operands: nothing}, {name: "last", options: "-n=1 | -f=a.txt", operands: nothing}, {name: "bash", options: "-n -c=ls | --rcfile=evil -i -l -s --init-file=evil -O=extglob -x -o=posix", operands: shellScript}, {name: "sh", options: "-c=ls -n", operands: shellScript},
		{name: "perl", options: "-v -c -ne=print -e=1 -pe=1 -i", operands: anyFiles}, {name: "python3", options: "--version -V -c=1", operands: anyFiles}, {name: "node", options: "--version"}, {name: "make", options: "-n --version -p"}, {name: "go", options: "version env list"}, {name: "cargo", options: "--version"}, {name: "npm", options: "--version"}, {name: "openssl", options: "version"}, {name: "fd", options: "-e=txt | -x=touch"},
		{name: "namei", options: "-l -m"}, {name: "lsattr", options: "-a -R"}, {name: "getfacl", options: "-R | --restore=list"}, {name: "whereis", options: "-b | -B=."}, {name: "locate", options: "-i | -d=list"}, {name: "cal", options: "-3", operands: nothing}, {name: "lsblk", options: "-f -J", operands: nothing}, {name: "lscpu", options: "-J | -s=.", operands: nothing}, {name: "free", options: "-h", operands: nothing},
		{name: "pgrep", options: "-l -a=a | -F=list"}, {name: "pstree", options: "-p", operands: nothing}, {name: "findmnt", options: "-l | -F=list -N=1", operands: nothing}, {name: "sysctl", options: "-a -n | -w=x=1 -p=list", operands: func(w *writer) string { return w.pick("kernel.ostype", "x=1", "-a") }}, {name: "kill", options: "-l -0 | -9"}, {name: "unexpand", options: "-a -t=2"}, {name: "csplit"}, {name: "factor", operands: anyWords}, {name: "sum", options: "-r -s"}, {name: "base32", options: "-d -w=0"}, {name: "basenc", options: "--base16 -d"},
		{name: "hd", options: "-n=4"}, {name: "shasum", options: "-a=256 | -c"}, {name: "truncate", options: "-s0"}, {name: "install"}, {name: "test", operands: anyWords}, {name: "sleep", operands: func(*writer) string { return "0" }}, {name: "dir", options: "-l"}, {name: "vdir", options: "-a"}, {name: "nproc", options: "--all", operands: nothing}, {name: "tty", operands: nothing}, {name: "groups"}, {name: "who", options: "-a"}, {name: "w", options: "-h", operands: nothing}, {name: "uptime", options: "-p", operands: nothing}, {name: "top", options: "-b -n=1 -bn1", operands: nothing}, {name: "pidof"}, {name: "pwdx", operands: func(*writer) string { return "1" }},
		{name: "zgrep", options: "-i", operands: patternFiles}, {name: "zdiff", operands: twoFiles}, {name: "zless"}, {name: "lesspipe"}, {name: "lzcat"}, {name: "curl", options: "-s -o=PWNED file:///etc/hostname"}, {name: "wget", options: "-q -O=PWNED"}, {name: "dpkg", options: "-l -L=bash -s=bash | -i=x"}, {name: "apt", options: "list"}, {name: "apt-cache", options: "policy bash show"}, {name: "gcc", options: "--version -v -E | -o=PWNED -c"}, {name: "ldd"}, {name: "gawk", operands: awkScript}, {name: "mawk", operands: awkScript}, {name: "egrep", operands: patternFiles}, {name: "fgrep", options: "-r", operands: patternFiles},
		{name: "history", options: "3 -w=PWNED"}, {name: "fc", options: "-l"}, {name: "jobs", options: "-l | -x=touch"}, {name: "compgen", options: "-c -W=x | -C=./evil -F=f"}, {name: "complete", options: "-p"}, {name: "hash", options: "-r -l | -p=./evil"}, {name: "help"}, {name: "ulimit", options: "-a"}, {name: "umask", options: "-S"}, {name: "times", operands: nothing}, {name: "set", options: "-e -x +x"},
		{name: "read", options: "-r=x -a=x | -p=x -e -i=x", operands: func(w *writer) string {
			return w.pick("x", "x y", "'a[$(touch PWNED)]'", "PATH", "") + " < " + w.file()
		}}, {name: "unset", operands: func(w *writer) string { return w.pick("x", "'a[$(touch PWNED)]'", "-f ls", "PATH", "$x") }}, {name: "touch"}, {name: "rm", options: "-rf"}, {name: "cp"}, {name: "mv"}, {name: "mkdir"}, {name: "ln", options: "-s"}, {name: "chmod"}, {name: "truncate", options: "-s0"}, {name: "dd"},
	}
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
