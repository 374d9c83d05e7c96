package file_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/textfile"
	"jig/tool"
)

func TestEditKeepsTheHabitsOfTheFile(t *testing.T) {
	tests := map[string]struct{ old, from, to, want, mentions string }{
		"a plain file":                         {"one\ntwo\n", "two", "2", "one\n2\n", "Edited f (+1 −1), at line 2."},
		"lines of Windows":                     {"one\r\ntwo\r\n", "one\ntwo", "1\n2\n3", "1\r\n2\r\n3\r\n", "at line 1"},
		"lines of Windows that are spelled":    {"one\r\ntwo\r\n", "one\r\ntwo", "1\r\n2", "1\r\n2\r\n", ""},
		"a mark":                               {"\xef\xbb\xbfone\n", "one", "two", "\xef\xbb\xbftwo\n", ""},
		"UTF-16 with lines of Windows":         {"\xff\xfea\x00\r\x00\n\x00b\x00", "a\nb", "a\nü", "\xff\xfea\x00\r\x00\n\x00\xfc\x00", ""},
		"Latin-1":                              {"caf\xe9\nx\n", "café", "crème", "cr\xe8me\nx\n", ""},
		"a byte that is no UTF-8 among others": {"äöü \xff a\n", "a", "ß", "äöü \xff ß\n", ""},
		"mixed line ends":                      {"a\r\nb\nc\r\n", "b", "x\ny", "a\r\nx\ny\nc\r\n", ""},
		"no final newline":                     {"a\nb", "b", "c", "a\nc", ""},
		"an old text with one line end more":   {"a\nb", "b\n", "c\n", "a\nc", "not in the file exactly"},
		"indentation by spaces":                {"\tif x {\n\t\ty()\n\t}\n", "    if x {\n        y()\n    }", "    if x {\n        z()\n    }", "\tif x {\n\t\tz()\n\t}\n", "the indentation was adapted"},
		"tabs and Unicode":                     {"\t日本 = \"ü\"\n", "日本 = \"ü\"", "日本 = \"ö\"", "\t日本 = \"ö\"\n", ""},
		"an empty file":                        {"", "", "new\n", "new\n", "Edited f (+1 −0)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			r.put(t, "f", test.old)
			out := r.call(t, "edit", map[string]any{"path": "f", "old_string": test.from, "new_string": test.to})
			want(t, out, "", test.mentions)
			if got := r.get(t, "f"); got != test.want {
				t.Errorf("the file is %q, want %q", got, test.want)
			}
		})
	}
}

func TestAnEditThatIsNotClearChangesNothing(t *testing.T) {
	const text = "func a() {\n\treturn 1\n}\n\nfunc b() {\n\treturn 1\n}\n"
	tests := map[string]struct {
		args     map[string]any
		code     tool.Code
		mentions []string
	}{
		"several places":           {map[string]any{"old_string": "return 1", "new_string": "x"}, tool.CodeAmbiguousEdit, []string{"occurs 2 times, in lines 2 and 6", "replace_all"}},
		"several places like it":   {map[string]any{"old_string": "return 1  \n}", "new_string": "x"}, tool.CodeAmbiguousEdit, []string{"occurs 2 times (not exactly", "read the lines again"}},
		"nowhere":                  {map[string]any{"old_string": "func b() {\n\treturn 2", "new_string": "x"}, tool.CodeEditTargetNotFound, []string{"f: the text to replace is not in the file", "     5\tfunc b() {", `line 6 is "\treturn 1", not "\treturn 2"`}},
		"the same":                 {map[string]any{"old_string": "a", "new_string": "a"}, tool.CodeInvalidArgs, []string{"nothing would change"}},
		"nothing for nothing":      {map[string]any{"old_string": "", "new_string": ""}, tool.CodeInvalidArgs, []string{"both empty"}},
		"nothing in a file":        {map[string]any{"old_string": "", "new_string": "x"}, tool.CodeInvalidArgs, []string{"f has content (7 lines)", "insert"}},
		"another content expected": {map[string]any{"old_string": "a()", "new_string": "x", "expected_content_hash": strings.Repeat("0", 64)}, tool.CodeStaleFile, []string{"not the content that the call expected"}},
		"a hash that is none":      {map[string]any{"old_string": "a()", "new_string": "x", "expected_content_hash": "beef"}, tool.CodeInvalidArgs, []string{"64 hexadecimal digits"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			r.put(t, "f", text)
			test.args["path"] = "f"
			want(t, r.call(t, "edit", test.args), test.code, test.mentions...)
			if got := r.get(t, "f"); got != text {
				t.Errorf("the file is %q", got)
			}
		})
	}
}

func TestAnEditIsStatedInShort(t *testing.T) {
	r := newDesk(t)
	path := r.put(t, "f", "one\ntwo\nthree\ntwo\n")
	out := r.call(t, "edit", `{"path":"f","old_string":"one\ntwo\n","new_string":"one\n2\n2\n"}`)
	want(t, out, "")
	if in := out.Intent; in.Summary != "edit f (+2 −1)" || len(in.Writes) != 1 || in.Writes[0] != path || len(in.Reads) != 1 {
		t.Errorf("the intent is %+v", in)
	}
	if hash := r.call(t, "read", `{"path":"f"}`); detail(t, hash, "content_hash") != detail(t, out, "after") {
		t.Errorf("read gives %v", hash.Result.Details)
	}
	out = r.call(t, "edit", map[string]any{"path": "f", "old_string": "2", "new_string": "zwei", "replace_all": true, "expected_content_hash": detail(t, out, "after")})
	want(t, out, "", "Edited f (+2 −2), in 2 places, at lines 2, 3.")
	if got := r.get(t, "f"); got != "one\nzwei\nzwei\nthree\ntwo\n" {
		t.Errorf("the file is %q", got)
	}
}

func TestALargeFileIsEdited(t *testing.T) {
	r := newDesk(t)
	line := strings.Repeat("x", 99) + "\n"
	r.put(t, "f", strings.Repeat(line, 1<<20)+"needle\r\n"+line)
	out := r.call(t, "edit", `{"path":"f","old_string":"needle\n","new_string":"thread\nneedle\n"}`)
	want(t, out, "", "Edited f (+1 −0), at line 1048577.")
	if d := out.Result.Display; !strings.Contains(d.Text, "@@ -1048574,5 +1048574,6 @@") {
		t.Errorf("people see %.300q", d.Text)
	}
	if got := r.get(t, "f"); !strings.HasSuffix(got, "x\nthread\r\nneedle\r\n"+line) {
		t.Errorf("the file ends with %q", got[len(got)-200:])
	}
}

// TestARandomEditOfARandomFile puts edits of files with all habits through the
// tool and compares with the simplest way to do it.
func TestARandomEditOfARandomFile(t *testing.T) {
	r := newDesk(t)
	words := []string{"a", "b", "foo", " ", "\t", "\n", "\n", "ü", "日", "{", "}", "“"}
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, most int) string {
			return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, most).Draw(rt, name), "")
		}
		text := textfile.Text{
			Content:  draw("text", 30),
			Encoding: rapid.SampledFrom([]textfile.Encoding{textfile.UTF8, textfile.UTF8BOM, textfile.UTF16LE, textfile.UTF16BE}).Draw(rt, "encoding"),
			EOL:      rapid.SampledFrom([]textfile.EOL{textfile.LF, textfile.CRLF}).Draw(rt, "eol"),
		}
		old, fresh := draw("old", 4), draw("new", 4)
		data, err := text.Encode()
		if err != nil {
			rt.Fatal(err)
		}
		r.put(t, "f", string(data))
		r.sess.Saw(r.place(t, "f"), "")
		out := r.call(t, "edit", map[string]any{"path": "f", "old_string": old, "new_string": fresh})
		got := r.get(t, "f")
		if out.Result.IsError {
			if got != string(data) {
				rt.Fatalf("it was refused (%s), and the file is %q", out.Result.Text(), got)
			}
			if strings.Count(text.Content, old) == 1 && old != fresh && old != "" && overlaps(text.Content, old) == 1 {
				rt.Fatalf("it was refused: %s", out.Result.Text())
			}
			return
		}
		if strings.Contains(out.Result.Text(), "not in the file exactly") || old == "" {
			return // compared in package editmatch
		}
		if overlaps(text.Content, old) != 1 {
			rt.Fatalf("it was made in one of several places: %q", got)
		}
		reference := text
		reference.Content = strings.Replace(text.Content, old, fresh, 1)
		if !strings.Contains(text.Content, "\n") {
			reference.EOL = textfile.LF // a file of one line says nothing of how lines end
		}
		if expect, err := reference.Encode(); err != nil || got != string(expect) {
			rt.Fatalf("the file is %q, want %q, %v", got, expect, err)
		}
	})
}

// overlaps counts the places of a text in another, also those that overlap.
func overlaps(text, part string) int {
	n := 0
	for i := range text {
		if part != "" && strings.HasPrefix(text[i:], part) {
			n++
		}
	}
	return n
}
