package file_test

import (
	"testing"

	"jig/tool"
)

func TestLinesAreInserted(t *testing.T) {
	tests := map[string]struct {
		old, content string
		line         any
		want         string
		mentions     string
	}{
		"at the beginning":                    {"a\nb\n", "x\n", 0, "x\na\nb\n", "Inserted 1 line into f, from line 1 on."},
		"after a line":                        {"a\nb\n", "x\ny\n", 1, "a\nx\ny\nb\n", "Inserted 2 lines into f, from line 2 on."},
		"after the last line":                 {"a\nb\n", "x", 2, "a\nb\nx\n", "from line 3 on"},
		"at the end":                          {"a\nb\n", "x", nil, "a\nb\nx\n", "from line 3 on"},
		"at an end without a line end":        {"a\nb", "x", nil, "a\nb\nx", "from line 3 on"},
		"a line that ends after one that not": {"a\nb", "x\n", nil, "a\nb\nx\n", ""},
		"a line without an end in the middle": {"a\nb\n", "x", 1, "a\nx\nb\n", ""},
		"into an empty file":                  {"", "x", nil, "x\n", "from line 1 on"},
		"lines of Windows":                    {"a\r\nb\r\n", "x\ny", 1, "a\r\nx\r\ny\r\nb\r\n", ""},
		"lines of Windows at the end":         {"a\r\nb\r\n", "x", nil, "a\r\nb\r\nx\r\n", ""},
		"lines of Windows after a last line":  {"a\r\nb", "x\ny", nil, "a\r\nb\r\nx\r\ny", ""},
		"after a mark":                        {"\xef\xbb\xbfa\n", "x", 0, "\xef\xbb\xbfx\na\n", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			r.put(t, "f", test.old)
			args := map[string]any{"path": "f", "content": test.content}
			if test.line != nil {
				args["line"] = test.line
			}
			want(t, r.call(t, "insert", args), "", test.mentions)
			if got := r.get(t, "f"); got != test.want {
				t.Errorf("the file is %q, want %q", got, test.want)
			}
		})
	}
	r := newDesk(t)
	r.put(t, "f", "a\nb\n")
	want(t, r.call(t, "insert", `{"path":"f","line":3,"content":"x"}`), tool.CodeInvalidArgs, "f has 2 lines, so nothing can be inserted after line 3")
	want(t, r.call(t, "insert", `{"path":"f","line":-1,"content":"x"}`), tool.CodeInvalidArgs, "line")
	want(t, r.call(t, "insert", `{"path":"f","content":""}`), tool.CodeInvalidArgs, "content")
}
