package editmatch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"jig/internal/editmatch"
)

func TestAttack(t *testing.T) {
	try := func(name, text, old, fresh string, all bool) {
		out, err := editmatch.Apply(text, editmatch.Edit{Old: old, New: fresh, All: all})
		fmt.Printf("%s: %q how=%v lines=%v err=%.200v\n", name, out.Text, out.How, out.Lines, err)
	}
	try("numbered old, tsv new", "a\n5\tfoo\nb\n", "     2\t5\tfoo\n", "6\tfoo\n", false)
	try("numbered old, new unnumbered", "a\nfoo\nb\n", "     2\tfoo\n", "bar\n7\tx\n", false)
	try("newline only", "a\nb\n", "\n", "\n\n", false)
	try("newline only one", "a\n", "\n", "", false)
	try("eof", "a\nb", "a\nb\n", "a\nc\n", false)
	try("eof2", "a\nb", "b\n", "", false)
	try("cr file", "a\rb\rc\r", "a\rb", "x\ry", false)
	try("crlf all", "a\r\nb\nA\r\na\nb\n", "a\nb\n", "x\ny\n", true)
	try("overlap all", "aaaa", "aa", "b", true)
	try("overlap all odd", "aaa", "aa", "b", true)
	try("indent string", "x = '''\n  a\n  b\n'''\n", "a\nb", "a\nc", false)
	try("indent py", "def f():\n    if x:\n        return 1\n", "if x:\n    return 1", "if x:\n    return 2\nelse:\n    return 3", false)
	try("tabs", "func a() {\n\tif x {\n\t\ty()\n\t}\n}\n", "    if x {\n        y()\n    }\n", "    if x {\n        z()\n          w()\n    }\n", false)
	try("nbsp", "a\u00a0b\n", "a b", "a c", false)
	try("zero-width", "a\u200bb\n", "ab", "ac", false)
	try("single line substring indentation", "foo(a,  b)\n", "foo(a, b)", "foo(c)", false)
	try("trailing then exact elsewhere crlf", "foo \r\nbar\r\nfoo\r\nbar\r\n", "foo\nbar", "x\nbar", false)
	try("exact CR given", "foo\nbar\n", "foo\r\nbar\r\n", "x\r\nbar\r\n", false)
	try("mid-line old trailing spaces", "value = 10;\n", "value = 1 ", "value = 2 ", false)
	try("lookalike in trailing", "say “hi”\nsay \"hi\"\n", "say ‘hi’", "x", false)
	try("one char off indentation", "  - a\n  - b\n", "- a\n- b\n", "- a\n- b\n- c\n", false)
	try("deeper than shift", "  a\n    b\n", "    a\n      b\n", "  a\n      b\n", false)
	var b strings.Builder
	for i := range 120000 {
		fmt.Fprintf(&b, "line %d of this file, with %x some words\n", i, i*7919)
	}
	big := b.String()
	lines := strings.SplitAfter(big, "\n")
	start := time.Now()
	try2 := func(name, text, old, fresh string) {
		start = time.Now()
		_, err := editmatch.Apply(text, editmatch.Edit{Old: old, New: fresh})
		fmt.Printf("%s: %v len(err)=%d\n", name, time.Since(start), len(fmt.Sprint(err)))
	}
	long := strings.Join(lines[100:5100], "")
	try2("near 5MB long old one letter off", big, strings.Replace(long, "line 2000 ", "lane 2000 ", 1), "x")
	try2("near 5MB nothing alike", big, strings.Repeat("qqqq wwww zzzz\n", 5000), "x")
	try2("near 5MB short old alike", big, "line 55 on that file, with some other words and more words", "x")
	try2("same lines", strings.Repeat("}\n", 2_000_000), strings.Repeat("}\n", 5000)+"x\n", "x")
	try2("same lines mixed", strings.Repeat("}\n\n\tx\n", 800_000), strings.Repeat("}\n\n\tx\n", 2000)+"y\n", "x")
	try2("50MB line", strings.Repeat("a", 50<<20), "bbb", "x")
	try2("7MB line", strings.Repeat("a ", 3500<<10), strings.Repeat("a ", 1<<20)+"b", "x")
	crlf := strings.ReplaceAll(big, "\n", "\r\n")
	try2("crlf rewrite of 3 MB old by other 3 MB", crlf, strings.Join(lines[100:60000], ""), strings.ReplaceAll(strings.Join(lines[200:60900], ""), "words", "swords"))
	try2("overlap pathological", strings.Repeat("ab", 2<<20), strings.Repeat("ab", 1<<20)+"c", "x")
	try2("many matches", strings.Repeat("ab\n", 2<<20), "ab", "x")
}
