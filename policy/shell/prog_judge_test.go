package shell

import (
	"strings"
	"testing"
)

// judged runs the judge of a program on words that are split at blanks. A word
// that begins with "?" is not known, and one that begins with "?^" is a glob.
func judged(t *testing.T, line string) *invocation {
	t.Helper()
	return judgedWords(t, strings.Fields(line)...)
}

func judgedWords(t *testing.T, words ...string) *invocation {
	t.Helper()
	in := &invocation{name: words[0], dir: "/home/dev/proj", base: "/home/dev/proj", home: "/home/dev"}
	for _, text := range words[1:] {
		w := word{text: text, known: true}
		bare, unknown := strings.CutPrefix(text, "?")
		bare, glob := strings.CutPrefix(bare, "^")
		switch {
		case unknown && !glob:
			w = word{text: bare, many: true}
			if at := strings.IndexByte(bare, '$'); at > 0 {
				w.lead = bare[:at]
			}
		case unknown && glob:
			at := strings.IndexAny(bare, "*?[")
			dir := bare[:strings.LastIndexByte(bare[:at], '/')+1]
			w = word{text: bare, lead: bare[:at], many: true, within: dir + "."}
		}
		in.args = append(in.args, w)
	}
	j := lookupProgram(in.name)
	if j == nil {
		t.Fatalf("no judge for %s", in.name)
	}
	j(in)
	return in
}

// readOnly reports whether nothing speaks against running it.
func (in *invocation) readOnly() bool {
	return len(in.writes)+len(in.hosts)+len(in.doubts)+len(in.harms)+len(in.inner)+len(in.opaques) == 0
}

func TestCommandsThatOnlyReadAreProved(t *testing.T) {
	for _, line := range []string{
		"ls -la", "ls -R internal", "ls --color=never -lh ?^*.go", "ls", "cat README.md", "tail -n 100 app.log", "tail -f app.log", "tail +5 x", "head -20 x", "head -n -5 x",
		"nl -ba main.go", "nl -nrz Cargo.toml", "tac Cargo.toml", "wc -l ?^*.go", "wc -l ?^src/*.go", "cut -d / -f2 paths.txt", "sort -k2,2n -t , x", "sort -rn", "uniq -c", "uniq -c in.txt", "sort --rev x",
		"comm -12 a b", "diff -u a b", "diff -U 3 a b", "diff -ru a b", "cmp -s a b", "tr -d x", "column -t data.txt", "paste -sd+", "od -c main.bin", "xxd main.bin", "xxd -l 64 -c 16 main.bin", "hexdump -C x",
		"base64 README.md", "base64 -d x", "md5sum main.go", "sha256sum go.sum", "stat main.go", "stat -c %s x", "df -h", "du -sh .", "du -h --max-depth=1", "tree -L 2", "tree -a -I node_modules", "which go", "whereis git",
		"file main.go", "realpath .", "basename /a/b", "dirname ?$x", "seq 1 10", "date", "date +%s", "date -u -d yesterday", "uname -a", "hostname", "whoami", "id -u", "ps aux", "ps -ef", "free -h", "uptime", "nproc",
		"printenv HOME", "man git", "go version", "go env GOPATH", "go doc fmt.Println", "python3 --version", "node -v", "docker --version", "docker ps -a", "docker logs --tail 5 x", "pip list",
		"gofmt -l .", "gofmt -d main.go", "jq .name package.json", "jq -r .scripts|keys[] package.json", "jq --arg a b . x.json", "yq .a x.yaml",
		"grep -c error app.log", "grep -rn foo .", "grep -rn --include=*.go foo", "grep -rn ?^--include=*.go foo", "grep foo ?^*.go", "grep -A3 -B 2 x f", "grep -5 x f", "egrep a|b f", "rg -n foo -g *.go", "rg foo src", "rg --files", "rg -i -tgo x",
		"find . -type f -name *_test.go", "find . -name ?^*.go", "find . ( -name a -o -name b ) -prune -o -print", "find src -mtime -1 -ls", "find . -newer go.mod", "find . -maxdepth 2 -name -delete -print", "fd -e go x",
		"systemctl status nginx", "journalctl -u x --no-pager", "crontab -l", "ip addr", "ip -br a", "ss -tlnp", "lsof -n -i :80", "tar -tf x.tar", "tar tzf x.tgz", "unzip -l x.zip", "gzip -l x.gz", "zcat x.gz",
		"sleep 1", "true", "expr 1 + 2", "readlink -f x", "strings a.out", "locale", "getent passwd root", "kill -l", "kill -0 12", "shuf -n1 x",
	} {
		if in := judged(t, line); !in.readOnly() {
			t.Errorf("%s: doubts %q writes %q hosts %q harms %q", line, in.doubts, in.writes, in.hosts, in.harms)
		}
	}
}

func TestCommandsThatCouldDoMoreAreNotProved(t *testing.T) {
	for _, line := range []string{
		"sort -o out x", "sort -oout x", "sort --output=x y", "sort --outp x y", "sort --compress-program=./e x", "sort --compress-prog ./e x", "sort --files0-from=x", "sort -T /x y", "sort ?^*.txt", "sort ?$x",
		"uniq a b", "uniq ?^*", "xxd a b", "xxd -r a b", "base64 -ob64.txt", "base64 --output out.bin", "iconv -f utf-8 -o P R", "tree -o x", "tree -R", "diff -l a b", "sdiff -o x a b", "diff3 --diff-program=x a b c",
		"rg --pre ./e foo", "rg --pre=x foo", "rg -z foo", "rg --search-zip files", "rg --hostname-bin ./e foo", "rg -iz foo", "rg ?$x", "grep -f /etc/shadow .", "grep ?$x f", "fd -x rm", "fd foo --exec rm", "ag --pager=x y",
		"find . -name *.py -execdir python3 {} ;", "find . -name a -ok rm {} ;", "find . -delete", "find . -fprint0 x", "find . -fprintf x %p", "find . -fls x", "find . ?$x", "find . -name ?$x", "find . ?^*", "find . -unknown", "find ?$d -name x",
		"file -C -m evil", "file -m x y", "file -z x", "date -s now", "date 01010101", "hostname evil", "hostname -f", "hostname -F x", "dmesg -C", "printenv", "printenv API_KEY", "ps auxe", "ps eww", "man --html=x man", "man -P x man", "man ./x",
		"jq env x", "jq -n $ENV.HOME", "jq -L x . y", "jq import_x -f y", "yq -i .a=1 x.yaml", "yq load(\"x\") y", "less x", "less +!x y", "bat cache", "tput init", "lsof -i", "netstat -a", "getent hosts x",
		"go build ./...", "go env -w A=b", "go vet -vettool=./e ./...", "go list ./...", "gofmt -w main.go", "npm run lint", "npm view x", "npm install", "pip install x", "cargo build", "cargo metadata", "yarn --version", "python3 x.py", "python3 -m json.tool a b", "node x.js", "make -n", "perl -pi -e x f",
		"docker -H tcp://x ps", "docker run x", "docker exec x y", "docker build .", "kubectl get pods", "systemctl stop x", "systemctl -H x status", "crontab -", "crontab -e", "crontab x", "ip link set x down", "ip -b x", "ip -ba addr", "cp -b a b", "nm --plugin x y", "journalctl --vacuum-size=1", "sysctl a=b",
		"tar -tf x --checkpoint-action=exec=x", "tar tf host:x", "tar -t", "tar -tf x -I ./e", "tar --to-c=x -xf y", "tar xf x", "tar -tf x -T list", "tar cf /dev/null --checkpoint=1 x", "unzip x", "zip -q x.zip a -T -TT x", "curl x.example", "ping x", "dig x", "wget x", "ssh x", "nc x 1", "ldd x", "openssl s_client",
		"ifconfig eth0 down", "top", "top -b", "npm ls", "npm root", "sort -o - a", "shuf -o - a", "tee /dev/stdin", "tee /dev/fd/3", "rm /dev/null", "chmod 666 /dev/null", "touch /dev/stdin", "truncate -s 0 /dev/stdin", "cp b /dev/stdin", "dd if=b of=/dev/stdin", "mv a /dev/null", "ln -f a /dev/null", "cp -p a /dev/null", "kill 12", "kill -9 12", "mount /dev/x /y", "locate -unknown x", "chmod u+s /tmp/sh", "xmllint x", "ncal -unknown?",
	} {
		if in := judged(t, line); in.readOnly() {
			t.Errorf("%s is taken for read-only (reads %q)", line, in.reads)
		}
	}
}

func TestTheFilesThatAreReadAreListed(t *testing.T) {
	for line, want := range map[string]string{
		"cat a /etc/passwd": "/home/dev/proj/a /etc/passwd", "cat -": "", "ls": "/home/dev/proj", "grep -r token /": "/", "grep x": "", "grep -e x f": "/home/dev/proj/f", "grep -rl x": "/home/dev/proj", "rg x": "/home/dev/proj",
		"rg x ../y": "/home/dev/y", "find": "/home/dev/proj", "find /etc -name x": "/etc", "find a b": "/home/dev/proj/a /home/dev/proj/b", "jq . x": "/home/dev/proj/x", "jq --slurpfile a f . x": "/home/dev/proj/f /home/dev/proj/x", "diff a --to-file=b": "/home/dev/proj/b /home/dev/proj/a",
		"cp a b": "/home/dev/proj/a", "tar -cf x.tar src": "/home/dev/proj/src", "sed -n 1p f": "/home/dev/proj/f", "awk 1 f v=2": "/home/dev/proj/f", "date -r f": "/home/dev/proj/f", "dd if=a of=b": "/home/dev/proj/a", "git diff --no-index /a b": "/home/dev/proj /a /home/dev/proj/b",
	} {
		if got := strings.Join(judged(t, line).reads, " "); got != want {
			t.Errorf("%s reads %q, want %q", line, got, want)
		}
	}
}

func TestEveryJudgeTakesAnyWords(t *testing.T) {
	for name := range programTable() {
		for _, args := range []string{"", "-", "--", "-x", "--x=", "?$x", "?^*", "a b c", "-rf ?$x", "--help", "= =", "-e", "-- -x", "?-n$x", "?--x=$y"} {
			judged(t, name+" "+args)
		}
	}
}
