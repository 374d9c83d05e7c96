package shell

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestOptionsAreToldFromOperandsLikeGetoptDoes(t *testing.T) {
	p := program{options: "-a,--all -n,--lines= -i,--in-place? -o,--output=> --outline -# -x!"}
	table := parseTable(p.options)
	for _, c := range []struct{ line, options, operands, doubt string }{
		{"-a f", "-a", "f", ""},
		{"f -a", "-a", "f", ""},
		{"-- -a", "", "-a", ""},
		{"-an5 f", "-a -n=5", "f", ""},
		{"-an 5 f", "-a -n=5", "f", ""},
		{"--lines=5 f", "-n=5", "f", ""},
		{"--lines 5 f", "-n=5", "f", ""},
		{"--li 5 f", "-n=5", "f", ""},
		{"-i f", "-i", "f", ""},
		{"-i.b f", "-i=.b", "f", ""},
		{"--in-place=.b f", "-i=.b", "f", ""},
		{"-12 f", "", "f", ""},
		{"-", "", "-", ""},
		{"--out x", "", "x", "--out is not known"},
		{"--outl", "--outline", "", ""},
		{"-q", "", "", "-q is not known"},
		{"-x", "-x", "", "not known to be harmless"},
		{"--nope=1", "", "", "--nope is not known"},
	} {
		in := &invocation{name: "p", dir: "/d"}
		for text := range strings.FieldsSeq(c.line) {
			in.args = append(in.args, literal(text))
		}
		a := p.sort(table, in, in.args)
		var given []string
		for _, g := range a.given {
			s := g.name
			if g.valued {
				s += "=" + g.value.text
			}
			given = append(given, s)
		}
		operands, _ := texts(a.operands)
		if strings.Join(given, " ") != c.options || strings.Join(operands, " ") != c.operands {
			t.Errorf("%s: options %q operands %q", c.line, given, operands)
		}
		if doubt := strings.Join(in.doubts, "; "); c.doubt == "" && doubt != "" || !strings.Contains(doubt, c.doubt) {
			t.Errorf("%s: doubt %q, want %q", c.line, doubt, c.doubt)
		}
	}
}

func TestWordsThatAreNotKnownMayBeOptions(t *testing.T) {
	for _, c := range []struct {
		line  string
		doubt bool
	}{
		{"sort ?$x", true}, {"sort -- ?^*.txt", false}, {"sort ?^./*.txt", false}, {"sort ?^*.txt", true}, {"cat ?^*.txt", false}, {"grep -n ?^--include=*.go x", false}, {"sort ?-k$n", true}, {"sort ?a$n", true}, {"head -n ?$n", true},
	} {
		if in := judged(t, c.line); (len(in.doubts) > 0) != c.doubt {
			t.Errorf("%s: doubts %q", c.line, in.doubts)
		}
	}
	// In quotes it stays one word, and only the value is not known.
	in := &invocation{name: "head", dir: "/d", args: []word{{text: "-n$n", lead: "-n"}, literal("-n"), {text: "$n"}, {text: "--lines=$n", lead: "--lines="}, literal("f")}}
	lookupProgram("head")(in)
	if len(in.doubts) > 0 {
		t.Errorf("doubts %q", in.doubts)
	}
}

// An abbreviation is resolved against the table, and so a table must know every
// long option of the real program.
func TestTablesKnowEveryLongOptionOfTheInstalledPrograms(t *testing.T) {
	long := regexp.MustCompile(`--[a-zA-Z0-9][-a-zA-Z0-9]*`)
	for _, name := range []string{
		"cat", "tac", "nl", "head", "tail", "wc", "cut", "paste", "fold", "fmt", "expand", "unexpand", "column", "join", "comm", "cmp", "diff", "diff3", "sdiff", "sort", "uniq", "shuf", "tr", "ls", "du", "df", "stat", "file",
		"tree", "grep", "od", "base64", "base32", "md5sum", "sha256sum", "b2sum", "cksum", "rm", "rmdir", "mkdir", "touch", "truncate", "tee", "chmod", "chown", "cp", "mv", "ln", "install", "split", "shred", "sed", "realpath", "readlink", "date", "numfmt", "mktemp",
	} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		out, err := exec.CommandContext(ctx, path, "--help").Output()
		cancel()
		if err != nil {
			continue
		}
		for _, option := range long.FindAllString(string(out), -1) {
			if option == "--no-X" || strings.HasSuffix(option, "-") {
				continue
			}
			in := &invocation{name: name, dir: "/d", args: []word{literal(option), literal("x")}}
			lookupProgram(name)(in)
			if strings.Contains(strings.Join(in.doubts, "; "), "option "+option+" is not known") && !strings.Contains(strings.Join(in.doubts, "; "), "to be harmless") {
				t.Errorf("%s: %s is not in the table", name, option)
			}
		}
	}
}
