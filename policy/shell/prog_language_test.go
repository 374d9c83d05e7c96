package shell

import (
	"slices"
	"testing"
)

func TestSedScriptsThatOnlyEditTheStreamAreProved(t *testing.T) {
	for _, script := range []string{
		"1,50p", "10p", "$p", "/a/,/b/p", "/a/Ip", "s/a/b/", "s/a/b/g;s/c/d/2p", "s#a#b#g", `s/\/x//`, "s|a|b|", "/^$/d", "y/abc/xyz/", `:a;N;$!ba;s/\n/ /g`, "$!{N;ba}", "1!G;h;$!d", "1~2d", "0,/x/s//y/", "5q", "2,+3d",
		"1igene", `1i\`, "a\\\nw x", "a hello", "s/[^0-9]//g", `s/[]\/]/x/`, "/[[:space:]]/d", "=", "n;d", "# comment\np", "{p;p}", "/a/{s/b/c/;p}", `\,a,d`, "s/a/b/w /dev/stdout", "l 5", "p;p", "s/a/\\\n/",
	} {
		if in := judgedWords(t, "sed", "-n", script, "f"); !in.readOnly() {
			t.Errorf("%q: %q", script, in.doubts)
		}
	}
}

func TestSedScriptsThatReachOutAreNotProved(t *testing.T) {
	for _, script := range []string{
		"w x", "1w x", "s/a/b/w x", "s/a/b/gw x", "e", "1e touch x", "s/a/b/e", "s/a/b/ge", "R x", "W x", "xp", "p w x", "{w x", "a foo\\\\\nw x", "s/[/]/;w x/", "s/a/b\nw x", `/x/!w y`, "1,2 w y", "b x;w y", ":a w y", "M", "1,p", "s/a", "y/a/b", "\x01p", "}w x",
		"$!{w x\n}", "i x\nw y", "#x\nw y", "/a/Iw y", `\,a,w y`, "s\na\nb\n", `s\a\b\`,
	} {
		if in := judgedWords(t, "sed", script, "f"); in.readOnly() {
			t.Errorf("%q is taken for harmless", script)
		}
	}
	for _, args := range [][]string{{"-f", "x"}, {"-i", "p", "f"}, {"-n", "-i", "p", "f"}, {"-ni", "p", "f"}, {"--in-pl", "p", "f"}, {"-e", "p", "-e", "w x"}, {"?$s", "f"}, {"p", "?$s"}, {"-s", "--expr=w x"}} {
		if in := judgedWords(t, append([]string{"sed"}, args...)...); in.readOnly() {
			t.Errorf("%q is taken for harmless", args)
		}
	}
}

func TestSedReadsAndWritesTheFilesItNames(t *testing.T) {
	in := judgedWords(t, "sed", "r a\ns/x/y/w b", "f")
	if !slices.Equal(in.reads, []string{"/home/dev/proj/a", "/home/dev/proj/f"}) || !slices.Equal(in.writes, []string{"/home/dev/proj/b"}) || len(in.doubts) > 0 {
		t.Errorf("reads %q writes %q doubts %q", in.reads, in.writes, in.doubts)
	}
}

func TestAwkProgramsThatOnlyPrintAreProved(t *testing.T) {
	for _, code := range []string{
		"{print $1}", "{print $1, $NF}", "NR>1 && NR<=4", "$1>100 {print $2}", "{s+=$1} END {print s/NR}", "/a/ {print $(NF-1)}", "!x[$0]++", "BEGIN {FS=\"/\"} {print $1\"|\"$2}", "{if ($1 > 1) print $2}", "{for(i=1;i<=NF;i++) if ($i>2) n++} END{print n}",
		"{gsub(/[^a-z]/,\"\"); print}", "{printf \"%s\\n\", $1}", "function f(x) { return x*2 } {print f($1)}", "{a[$1]++} END{for (k in a) print k, a[k]}", "# x | y\n{print}", "{print $1\n if ($2 > 3) print $2}", "{print ($1+$2)/2}", "$1 ~ /^a|b$/", "length > 80", "{print substr($0, 1, 3)}",
		"NF {n++}\nEND {print n}", "{print tolower($0)}", "{print \"a > b | c\"}",
	} {
		if in := judgedWords(t, "awk", code, "f"); !in.readOnly() {
			t.Errorf("%q: %q", code, in.doubts)
		}
	}
	if in := judgedWords(t, "awk", "-F:", "-v", "n=1", "{print n}", "x=2", "f"); !in.readOnly() {
		t.Errorf("%q", in.doubts)
	}
}

func TestAwkProgramsThatReachOutAreNotProved(t *testing.T) {
	for _, code := range []string{
		`BEGIN{print > ".mcp.json"}`, `{print $1 > "x"}`, `{print $1 >> "x"}`, `{print | "sh"}`, `{printf("x") > "y"}`, `BEGIN{system("x")}`, `BEGIN{while((getline l < "/x")>0) print l}`, `BEGIN{"x" | getline}`, `BEGIN{"x" |& getline}`, `@load "x"`, `BEGIN{@f()}`,
		`{print ENVIRON["X"]}`, `BEGIN{ARGV[1]="/etc/shadow"}`, `BEGIN{SYMTAB["x"]=1}`, "{print $1,\n > \"x\"}", "{print $1,\n\n $2 > \"x\"}", "{print $1 \\\n > \"x\"}", `/[/]/ {system("x")}`, `(x) /"/; system("id") "/"`, `{f("x")}`, `{print "a" > "b" "c"}`,
		`{if (1) print; else print $1 > $2}`, `{close("x")}`, "{print 'x'}", `{print a ? b :` + "\n" + ` c > "f"}`, `{length /"/; system("x"); /"/}`, "{ print \"a\n\" }",
	} {
		if in := judgedWords(t, "awk", code, "f"); in.readOnly() {
			t.Errorf("%q is taken for harmless", code)
		}
	}
	for _, args := range [][]string{{"-f", "x"}, {"-i", "inplace", "{print}", "f"}, {"-v", "ENVIRON=x", "1"}, {"?$p"}, {"-E", "x"}, {"-o", "1"}, {"1", "/inet/tcp/0/x/80"}, {"-l", "x", "1"}} {
		if in := judgedWords(t, append([]string{"gawk"}, args...)...); in.readOnly() {
			t.Errorf("%q is taken for harmless", args)
		}
	}
}

func FuzzScripts(f *testing.F) {
	f.Add("s/a/b/w x")
	f.Add("{print $1 > \"x\"}")
	f.Fuzz(func(_ *testing.T, code string) {
		for _, name := range []string{"sed", "awk", "jq"} {
			lookupProgram(name)(&invocation{name: name, dir: "/d", args: []word{literal("--"), literal(code), literal("f")}})
		}
	})
}
