package file_test

import (
	"os"
	"path/filepath"
	"testing"

	"jig/tool"
)

func TestNoToolOverwritesWhatChangedSinceItWasRead(t *testing.T) {
	tests := map[string]string{
		"write":       `{"path":"a.txt","content":"mine\n"}`,
		"edit":        `{"path":"a.txt","old_string":"one","new_string":"mine"}`,
		"multi_edit":  `{"path":"a.txt","edits":[{"old_string":"one","new_string":"mine"}]}`,
		"insert":      `{"path":"a.txt","line":0,"content":"mine"}`,
		"apply_patch": `{"patch":"*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+mine\n*** End Patch"}`,
		"delete":      `{"path":"a.txt"}`,
		"move":        `{"source":"other.txt","destination":"a.txt","overwrite":true}`,
	}
	more := map[string]string{
		"apply_patch": `{"patch":"*** Begin Patch\n*** Delete File: a.txt\n*** End Patch"}`,
		"fs_write":    `{"command":"strReplace","path":"a.txt","oldStr":"one","newStr":"mine"}`,
	}
	for _, set := range []map[string]string{tests, more} {
		for name, args := range set {
			t.Run(name+" "+args, func(t *testing.T) {
				r := newDesk(t)
				r.put(t, "a.txt", "one\ntwo\n")
				r.put(t, "other.txt", "other\n")
				want(t, r.call(t, "read", `{"path":"a.txt"}`), "")
				r.put(t, "a.txt", "one\nsomebody else's\n")
				want(t, r.call(t, name, args), tool.CodeStaleFile, "a.txt", "Read it again")
				if got := r.get(t, "a.txt"); got != "one\nsomebody else's\n" {
					t.Errorf("it is %q now", got)
				}
				r.clean(t, "a.txt", "other.txt")
				want(t, r.call(t, "read", `{"path":"a.txt"}`), "")
				want(t, r.call(t, name, args), "")
			})
		}
	}
}

func TestAFileThatIsGoneSinceItWasReadCanBeWrittenAgain(t *testing.T) {
	r := newDesk(t)
	r.put(t, "a.txt", "one\n")
	want(t, r.call(t, "read", `{"path":"a.txt"}`), "")
	if err := os.Remove(filepath.Join(r.dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	want(t, r.call(t, "write", `{"path":"a.txt","content":"new\n"}`), tool.CodeStaleFile, "deleted")
	want(t, r.call(t, "read", `{"path":"a.txt"}`), tool.CodeFileNotFound)
	want(t, r.call(t, "write", `{"path":"a.txt","content":"new\n"}`), "")
}

func TestInsertedLinesEndAsThoseOfTheFile(t *testing.T) {
	for name, test := range map[string]struct{ file, content, want string }{
		"CRLF into LF":                        {"a\nb\n", "x\r\ny\r\n", "a\nx\ny\nb\n"},
		"LF into CRLF":                        {"a\r\nb\r\n", "x\ny", "a\r\nx\r\ny\r\nb\r\n"},
		"CRLF below a line that does not end": {"a", "x\r\ny", "a\r\nx\r\ny"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			r.put(t, "f", test.file)
			want(t, r.call(t, "insert", map[string]any{"path": "f", "line": 1, "content": test.content}), "")
			if got := r.get(t, "f"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestAFileWithSeveralNamesIsToldToLoseThem(t *testing.T) {
	r := newDesk(t)
	r.put(t, "a", "one\n")
	if err := os.Link(filepath.Join(r.dir, "a"), filepath.Join(r.dir, "b")); err != nil {
		t.Skip("no hard links here")
	}
	want(t, r.call(t, "edit", `{"path":"a","old_string":"one","new_string":"two"}`), "", "hard link")
	if r.get(t, "b") != "one\n" {
		t.Error("the other name has the new content")
	}
}
