package scan_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"jig/internal/scan"
)

// search gives the lines that are found, as grep -n prints them, with context lines marked by a dash and gaps by "--".
func search(t testing.TB, p *scan.Pattern, text io.Reader, req scan.Request) (string, scan.Summary) {
	t.Helper()
	var out strings.Builder
	sum, err := p.NewSearcher().Search(text, req, func(l scan.Line) bool {
		if l.Gap && (req.Before > 0 || req.After > 0) {
			out.WriteString("--\n")
		}
		sep := "-"
		if l.Match {
			sep = ":"
		}
		fmt.Fprintf(&out, "%d%s%s\n", l.Number, sep, l.Text)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	counted, err := p.NewSearcher().Search(strings.NewReader(""), req, nil)
	if err != nil || counted.Matches > 1 {
		t.Fatalf("an empty text: %+v, %v", counted, err)
	}
	return out.String(), sum
}

func compile(t testing.TB, pattern string, opt scan.Options) *scan.Pattern {
	t.Helper()
	p, err := scan.Compile(pattern, opt)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// expected finds lines with package regexp.
func expected(re *regexp.Regexp, text string) string {
	var out strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSuffix(line, "\n")
		if re.MatchString(line) {
			fmt.Fprintf(&out, "%d:%s\n", n, line)
		}
	}
	return out.String()
}

func TestLinesAreThoseThatRegexpFinds(t *testing.T) {
	atoms := []string{
		"a", "b", "ab", "k", "K", "s", "foo", "kmalloc", "ERR_SYS", "x_y", ".", `\w`, `\d`, `\s`, `\S`, "[a-c]", "[^a]", "[0-9]", "é", "ſ", "[à-ü]",
		`\pL`, `\p{Greek}`, "^", "$", `\b`, `\B`, "(?i)ks", "(?i:foo)", "世", "[☺-♥]", "_", "(a|bc|é)", "(foo|bar|baz)", "(kmalloc|kzalloc|vmalloc)_", "$^",
	}
	pieces := []string{
		"a", "b", "c", "k", "K", "K", "s", "ſ", "S", "foo", "FOO", "bar", "baz", "kmalloc_", "kzalloc", "vmalloc_node", "ERR_SYS", "x_y", " ", "\t", "\n", "\n",
		"0", "42", "é", "à", "ü", "世界", "☺", "♥", "_", "ab", "bc", "Ω", strings.Repeat("long ", 30), "\r\n",
	}
	pattern := rapid.Custom(func(r *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(1, 5).Draw(r, "atoms") {
			b.WriteString("(?:" + rapid.SampledFrom(atoms).Draw(r, "atom") + ")")
			b.WriteString(rapid.SampledFrom([]string{"", "", "", "*", "+", "?", "{2,3}", "|"}).Draw(r, "repeat"))
		}
		return b.String()
	})
	rapid.Check(t, func(r *rapid.T) {
		pat := pattern.Draw(r, "pattern")
		opt := scan.Options{IgnoreCase: rapid.Bool().Draw(r, "fold"), Word: rapid.IntRange(0, 3).Draw(r, "word") == 0}
		full := pat
		if opt.IgnoreCase {
			full = "(?i:" + full + ")"
		}
		if opt.Word {
			full = `\b(?:` + full + `)\b`
		}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 200).Draw(r, "text"), "")
		p, err := scan.Compile(pat, opt)
		if err != nil {
			r.Fatalf("%s: %v", pat, err)
		}
		got, sum := search(t, p, strings.NewReader(text), scan.Request{})
		want := expected(regexp.MustCompile(full), text)
		if got != want {
			r.Fatalf("%s in %q:\n%s\nbut regexp finds\n%s", full, text, got, want)
		}
		if n := strings.Count(want, "\n"); sum.Matches != n {
			r.Fatalf("%d matches were counted, %d given", sum.Matches, n)
		}
	})
}

func FuzzSearch(f *testing.F) {
	f.Add("foo|ba[rz]", "a foo\nbaz\n", true)
	f.Add(`^\s*$`, "\n \nx", false)
	f.Add(`[A-Z]+_RESUME`, "PM_RESUME\n", false)
	f.Add(`(?i)straße|k`, "STRASSE\nK\n", false)
	f.Fuzz(func(t *testing.T, pattern, text string, fold bool) {
		if len(pattern) > 200 || strings.ToValidUTF8(text, "") != text || strings.Contains(text, "\x00") || strings.HasPrefix(text, "\uFEFF") {
			t.Skip("only about valid text")
		}
		p, err := scan.Compile(pattern, scan.Options{IgnoreCase: fold})
		if err != nil || p.Multiline() || len(p.Notes()) > 0 {
			return
		}
		if fold {
			pattern = "(?i:" + pattern + ")"
		}
		got, _ := search(t, p, strings.NewReader(text), scan.Request{})
		if want := expected(regexp.MustCompile(pattern), text); got != want {
			t.Fatalf("%s in %q:\n%s\nbut regexp finds\n%s", pattern, text, got, want)
		}
	})
}

func TestPiecesOfAFileJoinWithoutASeam(t *testing.T) {
	var text bytes.Buffer
	for i := range 60_000 {
		fmt.Fprintf(&text, "line %d %s\n", i, strings.Repeat("x", i%97))
		if i%1000 == 999 {
			text.WriteString("needle here\n")
		}
	}
	for _, pattern := range []string{"needle", `ne+dle\b`, `^n\w+ here$`, `n[e]*d`} {
		p := compile(t, pattern, scan.Options{})
		want := expected(regexp.MustCompile(pattern), text.String())
		got, _ := search(t, p, bytes.NewReader(text.Bytes()), scan.Request{ShortIsEnd: true})
		if got != want {
			t.Errorf("%s: lines differ", pattern)
		}
		if got, _ = search(t, p, iotest.HalfReader(bytes.NewReader(text.Bytes())), scan.Request{}); got != want {
			t.Errorf("%s: lines differ when reads are short", pattern)
		}
		req := scan.Request{Before: 3, After: 2}
		whole, _ := search(t, p, bytes.NewReader(text.Bytes()), req)
		if n := strings.Count(whole, "\n"); n != 60*6+59-2 { // the last line is the last match
			t.Errorf("%s: %d lines with context", pattern, n)
		}
	}
}

func TestContextIsGivenAsGrepGivesIt(t *testing.T) {
	text := "1\n2\nx3\n4\nx5\n6\n7\n8\n9\nx10\n11"
	for _, c := range []struct {
		name string
		req  scan.Request
		want string
	}{
		{"none", scan.Request{}, "3:x3\n5:x5\n10:x10\n"},
		{"before", scan.Request{Before: 1}, "2-2\n3:x3\n4-4\n5:x5\n--\n9-9\n10:x10\n"},
		{"after", scan.Request{After: 2}, "3:x3\n4-4\n5:x5\n6-6\n7-7\n--\n10:x10\n11-11\n"},
		{"both touch", scan.Request{Before: 2, After: 2}, "1-1\n2-2\n3:x3\n4-4\n5:x5\n6-6\n7-7\n8-8\n9-9\n10:x10\n11-11\n"},
		{"the last match is followed by its context", scan.Request{After: 2, Max: 1}, "3:x3\n4-4\n5-x5\n"},
		{"a limit", scan.Request{Max: 2}, "3:x3\n5:x5\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := search(t, compile(t, "x", scan.Options{}), strings.NewReader(text), c.req); got != c.want {
				t.Errorf("got\n%s\nnot\n%s", got, c.want)
			}
		})
	}
}

func TestMatchesMaySpanLines(t *testing.T) {
	text := "func a() {\n\treturn\n}\n\nfunc b() {\n}\n"
	for _, c := range []struct {
		name, pattern, want string
		opt                 scan.Options
	}{
		{"when asked to", `a\(.*?\}`, "1:func a() {\n2:\treturn\n3:}\n", scan.Options{Multiline: true}},
		{"when the pattern names a line end", `\{\n\}`, "5:func b() {\n6:}\n", scan.Options{}},
		{"and not otherwise", `a\(.*?\}`, "", scan.Options{}},
		{"line anchors hold", `^\}$`, "3:}\n6:}\n", scan.Options{Multiline: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := search(t, compile(t, c.pattern, c.opt), strings.NewReader(text), scan.Request{})
			if got != c.want {
				t.Errorf("got\n%s\nnot\n%s", got, c.want)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	wide := func(s string, big bool) string {
		var b strings.Builder
		for _, r := range "\uFEFF" + s {
			lo, hi := byte(r), byte(r>>8)
			if big {
				lo, hi = hi, lo
			}
			b.WriteByte(lo)
			b.WriteByte(hi)
		}
		return b.String()
	}
	for _, c := range []struct {
		name, pattern, text, want string
		binary                    bool
	}{
		{"UTF-16, little end first", "^é", wide("a\nété\n", false), "2:été\n", false},
		{"UTF-16, big end first", "^é", wide("a\nété\n", true), "2:été\n", false},
		{"a UTF-8 mark is no part of the first line", "^a", "\uFEFFabc\n", "1:abc\n", false},
		{"a binary file is searched up to the NUL", "a", "a1\na2\x00\na3\n", "1:a1\n2:a2\n", true},
		{"a byte that is no UTF-8 matches no class", "a.b", "a\xFFb\naéb\n", "2:aéb\n", false},
		{"text around it does", "b$", "\xFFb\n", "1:\xFFb\n", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, sum := search(t, compile(t, c.pattern, scan.Options{}), strings.NewReader(c.text), scan.Request{})
			if got != c.want || sum.Binary != c.binary {
				t.Errorf("got %q, %+v", got, sum)
			}
		})
	}
}

// endless gives a line of n bytes with something in it.
func endless(n int, at int, what string) io.Reader {
	return io.MultiReader(io.LimitReader(same('x'), int64(at)), strings.NewReader(what),
		io.LimitReader(same('x'), int64(n-at-len(what))), strings.NewReader("\nshort needle\n"))
}

type same byte

func (s same) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s)
	}
	return len(p), nil
}

func TestVeryLongLinesAreSearchedToTheirEnd(t *testing.T) {
	const long = 50 << 20
	for at, patterns := range map[int][]string{
		0:                   {"needle"},
		scan.MaxLine - 3:    {"needle", "n[e]{2}d"},
		2*scan.MaxLine + 77: {`nee\w*`},
		long - 6:            {"needle$"},
	} {
		for _, pattern := range patterns {
			var lines []scan.Line
			p := compile(t, pattern, scan.Options{})
			_, err := p.NewSearcher().Search(endless(long, at, "needle"), scan.Request{}, func(l scan.Line) bool {
				if !bytes.Contains(l.Text[max(0, l.At-6):], []byte("dle")) && at != scan.MaxLine-3 {
					t.Errorf("%s at %d: the text given does not show the match: %q", pattern, at, l.Text[max(0, l.At-6):][:20])
				}
				lines = append(lines, l)
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(lines) != 2 || lines[0].Number != 1 || !lines[0].Cut || lines[1].Number != 2 || lines[1].Cut || len(lines[0].Text) > 64<<10 {
				t.Errorf("%s at %d: %d lines", pattern, at, len(lines))
			}
		}
	}
}

func TestAFileThatFailsSaysSo(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := compile(t, "x", scan.Options{}).NewSearcher().Search(iotest.ErrReader(broken), scan.Request{}, nil)
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestPatternsThatCannotBeUsedSayWhatToDo(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{`foo(?=bar)`, "look-ahead is not supported"},
		{`(?<!x)foo`, "look-behind is not supported"},
		{`(a)\1`, "backreferences are not supported"},
		{`main(`, "set literal"},
		{`a[`, "set literal"},
		{`*x`, "set literal"},
		{`a{2000}`, "up to 1000"},
		{`(\pL{100}){10}`, "too large"},
	} {
		_, err := scan.Compile(c.pattern, scan.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.pattern, err)
		}
	}
}

func TestHostilePatternsStayLinear(t *testing.T) {
	text := strings.Repeat("a", 200_000) + "\n"
	for _, pattern := range []string{`(a*)*b`, `(a|a)*b`, `(a+){20}b`, `(x+x+)+y`, `(?:a?){30}a{30}b`, `[ab]*a[ab]{12}c`} {
		if got, _ := search(t, compile(t, pattern, scan.Options{}), strings.NewReader(text), scan.Request{}); got != "" {
			t.Errorf("%s found something", pattern)
		}
	}
}
