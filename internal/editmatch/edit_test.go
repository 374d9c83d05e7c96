package editmatch_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"jig/internal/editmatch"
)

func TestAnEditIsMadeWhereItIsMeant(t *testing.T) {
	const goFile = "func a() {\n\tif x {\n\t\treturn 1\n\t}\n\treturn 2\n}\n"
	tests := map[string]struct {
		text, old, new string
		all            bool
		want           string
		how            editmatch.How
		lines          []int
	}{
		"an exact match in the middle of a line":         {text: "a b c\n", old: "b", new: "x", want: "a x c\n", lines: []int{1}},
		"a match over lines":                             {text: "a\nb\nc\n", old: "a\nb", new: "x", want: "x\nc\n", lines: []int{1}},
		"nothing instead of something":                   {text: "a\nb\nc\n", old: "b\n", new: "", want: "a\nc\n", lines: []int{2}},
		"all matches":                                    {text: "a b a\na", old: "a", new: "xa", all: true, want: "xa b xa\nxa", lines: []int{1, 1, 2}},
		"all of matches that overlap":                    {text: "aaaa", old: "aa", new: "b", all: true, want: "bb", lines: []int{1, 1}},
		"lines of Windows":                               {text: "a\r\nb\r\nc\r\n", old: "a\nb\n", new: "a\nx\ny\n", want: "a\r\nx\r\ny\r\nc\r\n", lines: []int{1}},
		"one line of Windows becomes two":                {text: "a\r\nb\r\n", old: "b", new: "x\ny", want: "a\r\nx\r\ny\r\n", lines: []int{2}},
		"lines of Windows given for a file without":      {text: "a\nb\n", old: "a\r\nb\r\n", new: "a\r\nx\r\n", want: "a\nx\n", lines: []int{1}},
		"line ends spelled out are taken as they are":    {text: "a\r\nb\r\n", old: "a\r\n", new: "a\n", want: "a\nb\r\n", lines: []int{1}},
		"mixed line ends stay where nothing changes":     {text: "a\r\nb\nc\r\nd\n", old: "a\nb\nc\nd", new: "a\nb\nC\nd", want: "a\r\nb\nC\r\nd\n", lines: []int{1}},
		"a new line gets the end of its neighbour":       {text: "a\nb\r\nc\r\n", old: "b\nc\n", new: "b\nx\nc\n", want: "a\nb\r\nx\r\nc\r\n", lines: []int{2}},
		"white-space at the end of lines":                {text: "a  \nb\t\nc\n", old: "a\nb\nc", new: "a\nX\nc", want: "a  \nX\t\nc\n", how: editmatch.TrailingSpace, lines: []int{1}},
		"white-space at the end of what was given":       {text: "aa\nbb\ncc\n", old: "aa  \nbb ", new: "aa\nx", want: "aa\nx\ncc\n", how: editmatch.TrailingSpace, lines: []int{1}},
		"curly quotes":                                   {text: "say “hello” — now\nbye\n", old: `say "hello" - now`, new: `say "hello" - then`, want: "say “hello” — then\nbye\n", how: editmatch.LookAlikes, lines: []int{1}},
		"a space that does not break":                    {text: "a\u00a0b = 1\n", old: "a b = 1", new: "a b = 2", want: "a\u00a0b = 2\n", how: editmatch.LookAlikes, lines: []int{1}},
		"line numbers of a listing":                      {text: goFile, old: "     2\t\tif x {\n     3\t\t\treturn 1\n", new: "     2\t\tif y {\n     3\t\t\treturn 1\n", want: strings.Replace(goFile, "x", "y", 1), how: editmatch.LineNumbers, lines: []int{2}},
		"line numbers with arrows":                       {text: goFile, old: "5→\treturn 2", new: "\treturn 3", want: strings.Replace(goFile, "2", "3", 1), how: editmatch.LineNumbers, lines: []int{5}},
		"less deep than the file":                        {text: goFile, old: "if x {\n\treturn 1\n}", new: "if x {\n\tlog()\n\treturn 1\n}", want: "func a() {\n\tif x {\n\t\tlog()\n\t\treturn 1\n\t}\n\treturn 2\n}\n", how: editmatch.Indentation, lines: []int{2}},
		"deeper than the file":                           {text: "a:\n  b: 1\n  c: 2\n", old: "    a:\n      b: 1\n", new: "    a:\n      b: 3\n", want: "a:\n  b: 3\n  c: 2\n", how: editmatch.Indentation, lines: []int{1}},
		"spaces given for tabs":                          {text: goFile, old: "    if x {\n        return 1\n    }\n", new: "    if x {\n        for {\n            return 1\n        }\n    }\n", want: "func a() {\n\tif x {\n\t\tfor {\n\t\t\treturn 1\n\t\t}\n\t}\n\treturn 2\n}\n", how: editmatch.Indentation, lines: []int{2}},
		"tabs given for spaces":                          {text: "if x:\n  a()\n  if y:\n    b()\n", old: "if x:\n\ta()\n\tif y:\n\t\tb()", new: "if x:\n\ta()\n\tif y:\n\t\tc()", want: "if x:\n  a()\n  if y:\n    c()\n", how: editmatch.Indentation, lines: []int{1}},
		"the first line without its indentation":         {text: goFile, old: "if x {\n    return 1\n}", new: "if y {\n    return 1\n}", want: strings.Replace(goFile, "x", "y", 1), how: editmatch.Indentation, lines: []int{2}},
		"blank lines have no indentation":                {text: "\tx()\n\n\ty()\n", old: "x()\n\ny()\n", new: "x()\n\nz()\n", want: "\tx()\n\n\tz()\n", how: editmatch.Indentation, lines: []int{1}},
		"indentation in lines of Windows":                {text: "\tx()\r\n\ty()\r\n", old: "  x()\n  y()\n", new: "  x()\n  z()\n  y()\n", want: "\tx()\r\n\tz()\r\n\ty()\r\n", how: editmatch.Indentation, lines: []int{1}},
		"bytes that are no text stay":                    {text: "\xff\xfe a \x80\n", old: "a", new: "ü", want: "\xff\xfe ü \x80\n", lines: []int{1}},
		"the last line without an end":                   {text: "a\nb", old: "b", new: "c\n", want: "a\nc\n", lines: []int{2}},
		"the old text with an end that the file has not": {text: "aa\nbb", old: "\taa\n\tbb\n", new: "\taa\n\tcc\n", want: "aa\ncc", how: editmatch.Indentation, lines: []int{1}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := editmatch.Apply(test.text, editmatch.Edit{Old: test.old, New: test.new, All: test.all})
			if err != nil {
				t.Fatal(err)
			}
			if out.Text != test.want || out.How != test.how || !slices.Equal(out.Lines, test.lines) {
				t.Errorf("got  %q, %q in lines %v\nwant %q, %q in lines %v", out.Text, out.How, out.Lines, test.want, test.how, test.lines)
			}
		})
	}
}

func TestAnEditIsRefusedWhereItIsNotClear(t *testing.T) {
	tests := map[string]struct {
		text, old, new string
		all            bool
		want           string // a part of the error
	}{
		"several matches":                             {text: "a\nb\na\n", old: "a", new: "x", want: "occurs 2 times, in lines 1 and 3"},
		"matches that overlap":                        {text: "ababa", old: "aba", new: "x", want: "occurs 2 times"},
		"the same lines with other ends":              {text: "a\nb\n\na\r\nb\r\n", old: "a\nb\n", new: "x\n", want: "in lines 1 and 4"},
		"several matches but for the ends of lines":   {text: "a \nb\nc\na \nb\n", old: "a\nb", new: "x", want: "occurs 2 times (not exactly"},
		"several that are only alike, even for all":   {text: "a \nb\nc\na \nb\n", old: "a\nb", new: "x", all: true, want: "occurs 2 times"},
		"several matches but for the indentation":     {text: "\tx()\n\ty()\n\t\tx()\n\t\ty()\n", old: "x()\ny()\n", new: "z()\n", want: "in lines 1 and 3"},
		"an indentation that differs here and there":  {text: "\ta\n\t\tb\n\tc\n", old: "  a\n  b\n      c\n", new: "x\n", want: "not in the file"},
		"white-space that would end in another word":  {text: "a = foobar\nb\n", old: "a = foo ", new: "x", want: "not in the file"},
		"nothing but white-space":                     {text: "a\n\n\tb\n", old: "   \n  ", new: "x", want: "not in the file"},
		"an empty file":                               {text: "", old: "a", new: "b", want: "not in the file"},
		"what is nowhere":                             {text: "alpha\nbeta\n", old: "zzz", new: "b", want: "not in the file"},
		"the closest lines are shown":                 {text: "one\nfunc run(a int) {\n\treturn a\n}\n", old: "func run(b int) {\n\treturn a\n}", new: "x", want: "lines 2 to 4 (line 2 is \"func run(a int) {\", not \"func run(b int) {\")"},
		"a line that resembles is shown":              {text: "one\nconst limit = 10\ntwo\n", old: "const limits = 10", new: "x", want: "line 2 (line 2 is \"const limit = 10\""},
		"an old text that is empty":                   {text: "a", old: "", new: "x", want: "empty"},
		"a new text that is the old one":              {text: "a", old: "a", new: "a", want: "the same"},
		"a new text with nothing new but white-space": {text: "a  \nb\n", old: "a\nb", new: "a \nb", want: "not in the file"},
		"line numbers that do not count up":           {text: "x\ny\n", old: "1\tx\n5\ty", new: "z", want: "not in the file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := editmatch.Apply(test.text, editmatch.Edit{Old: test.old, New: test.new, All: test.all})
			if err == nil {
				t.Fatalf("it was made: %q", out.Text)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\ndoes not mention %q", err, test.want)
			}
		})
	}
}

func TestALargeFileIsSearchedExactlyOnly(t *testing.T) {
	text := strings.Repeat("0123456789 abcdefghijklmnopqrstuvwxyz\n", 100<<20/38)
	text += "\tthe needle\n"
	out, err := editmatch.Apply(text, editmatch.Edit{Old: "needle\n", New: "thread\n"})
	if err != nil || !strings.HasSuffix(out.Text, "\tthe thread\n") || len(out.Text) != len(text) {
		t.Fatalf("%d bytes, %v", len(out.Text), err)
	}
	_, err = editmatch.Apply(text, editmatch.Edit{Old: "  the needle\n", New: "x"})
	if none, ok := errors.AsType[*editmatch.Missing](err); !ok || !none.Large || !strings.Contains(err.Error(), "longer than 8 MB") {
		t.Errorf("got %v", err)
	}
}

func TestManyPlacesAreCounted(t *testing.T) {
	_, err := editmatch.Apply(strings.Repeat("a\n", 50), editmatch.Edit{Old: "a", New: "b"})
	several, ok := errors.AsType[*editmatch.Ambiguous](err)
	if !ok || len(several.Lines) != 50 || !strings.Contains(err.Error(), "occurs 50 times, in lines 1, 2, 3") || !strings.HasSuffix(err.Error(), "and 30 more") {
		t.Errorf("got %v", err)
	}
}
