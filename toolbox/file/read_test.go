package file_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// numbered is a text of n lines, "l1" to "ln".
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "l%d\n", i+1)
	}
	return b.String()
}

func TestReadShowsLines(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "five.txt", numbered(5))
	r.put(t, "open.txt", "a\nb")
	r.put(t, "empty.txt", "")
	r.put(t, "one.txt", "\n")
	r.put(t, "crlf.txt", "a\r\nb\r\n")
	r.put(t, "mixed.txt", "a\r\nb\n")
	r.put(t, "bom.txt", "\xef\xbb\xbfä\n")
	r.put(t, "wide.txt", "\xff\xfea\x00\r\x00\n\x00\xe4\x00")
	r.put(t, "latin.txt", "caf\xe9\n")
	r.put(t, "bad.txt", "äöü \xff\n")
	for _, c := range []struct{ name, args, want string }{
		{"a whole file", `{"path":"five.txt"}`, "     1\tl1\n     2\tl2\n     3\tl3\n     4\tl4\n     5\tl5"},
		{"an absolute path", `{"path":"` + r.dir + `/open.txt"}`, "     1\ta\n     2\tb"},
		{"the first lines", `{"path":"five.txt","limit":2}`, "[Lines 1-2 of 5]\n     1\tl1\n     2\tl2\n[to continue: offset=3]"},
		{"lines in the middle", `{"path":"five.txt","offset":2,"limit":2}`, "[Lines 2-3 of 5]\n     2\tl2\n     3\tl3\n[to continue: offset=4]"},
		{"the last lines", `{"path":"five.txt","offset":5,"limit":9}`, "[Lines 5-5 of 5]\n     5\tl5"},
		{"line 0 is the first", `{"path":"five.txt","offset":0,"limit":1}`, "[Lines 1-1 of 5]\n     1\tl1\n[to continue: offset=2]"},
		{"without numbers", `{"path":"open.txt","include_line_numbers":false}`, "a\nb"},
		{"an empty file", `{"path":"empty.txt"}`, "[empty.txt is empty]"},
		{"an empty line", `{"path":"one.txt"}`, "     1\t"},
		{"the line ends of Windows are not shown", `{"path":"crlf.txt"}`, "     1\ta\n     2\tb"},
		{"different line ends are told of", `{"path":"mixed.txt"}`, "     1\ta\n     2\tb\n[some lines of the file end with CRLF, others with LF]"},
		{"a byte order mark is not shown", `{"path":"bom.txt"}`, "     1\tä"},
		{"UTF-16", `{"path":"wide.txt"}`, "     1\ta\n     2\tä"},
		{"Latin-1", `{"path":"latin.txt"}`, "     1\tcafé\n[the file is not UTF-8: it is shown as windows-1252]"},
		{"a byte that is not UTF-8", `{"path":"bad.txt"}`, "     1\täöü \ufffd\n[the file has 1 bytes that are not UTF-8; they show as \ufffd]"},
		{"a path with a line end", `{"path":"open.txt\n"}`, "     1\ta\n     2\tb"},
		{"a path in quotes", `{"path":"\"open.txt\""}`, "     1\ta\n     2\tb"},
		{"a range of lines", `{"path":"five.txt","start_line":2,"end_line":3}`, "[Lines 2-3 of 5]\n     2\tl2\n     3\tl3\n[to continue: offset=4]"},
		{"a view range to the end", `{"path":"five.txt","view_range":[4,-1]}`, "[Lines 4-5 of 5]\n     4\tl4\n     5\tl5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.call(t, "read", c.args)
			if got := out.Result.Text(); out.Status != engine.OK || got != c.want {
				t.Errorf("%s\ngot  %q\nwant %q", out.Status, got, c.want)
			}
		})
	}
}

func TestReadTellsPrograms(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	path := r.put(t, "a.txt", "x\r\ny\r\nz")
	out := r.call(t, "read", `{"path":"a.txt","offset":2,"limit":1}`)
	for key, want := range map[string]any{
		"path": path, "start_line": 2.0, "end_line": 2.0, "total_lines": 3.0, "encoding": "utf-8", "eol": "crlf", "truncated": true,
		"content_hash": string(workspace.SumOf([]byte("x\r\ny\r\nz"))),
	} {
		if got := detail(t, out, key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	if got := r.sess.Seen(r.place(t, "a.txt")); got != workspace.SumOf([]byte("x\r\ny\r\nz")) {
		t.Errorf("the session saw %q", got)
	}
	if out.Intent == nil || len(out.Intent.Reads) != 1 || out.Intent.Reads[0] != path || out.Intent.Summary != "read a.txt lines 2-2" {
		t.Errorf("%+v", out.Intent)
	}
}

func TestWhatCannotBeReadIsExplained(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "main.go", "package main\n")
	r.put(t, "internal/deep/parser.go", "x\n")
	r.put(t, "five.txt", numbered(5))
	r.put(t, "data.bin", "\x7fELF\x00\x01")
	r.put(t, "doc.pdf", "%PDF-1.7\n")
	if err := os.Symlink("/etc/passwd", filepath.Join(r.dir, "out")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(r.dir, "dangling")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, args string
		code       tool.Code
		parts      []string
	}{
		{"a slip in the name", `{"path":"mian.go"}`, tool.CodeFileNotFound, []string{"mian.go does not exist", "Did you mean main.go?"}},
		{"another ending", `{"path":"main.py"}`, tool.CodeFileNotFound, []string{"main.go"}},
		{"a slip in a folder", `{"path":"intrenal/deep/parser.go"}`, tool.CodeFileNotFound, []string{"internal/deep/parser.go"}},
		{"the wrong folder", `{"path":"cmd/parser.go"}`, tool.CodeFileNotFound, []string{"internal/deep/parser.go"}},
		{"a path that starts at the project", `{"path":"/internal/deep/parser.go"}`, tool.CodeFileNotFound, []string{"Did you mean internal/deep/parser.go"}},
		{"nothing like it", `{"path":"zzzzzzzz"}`, tool.CodeFileNotFound, []string{"glob or list"}},
		{"a link to nothing", `{"path":"dangling"}`, tool.CodeFileNotFound, []string{"a link to nowhere"}},
		{"a link out of the workspace", `{"path":"out"}`, tool.CodePermissionDenied, []string{"outside of the workspace"}},
		{"a file of the system", `{"path":"/proc/self/status"}`, tool.CodeInvalidArgs, []string{"/proc"}},
		{"a device", `{"path":"/dev/zero"}`, tool.CodeInvalidArgs, []string{"device"}},
		{"a line past the end", `{"path":"five.txt","offset":6}`, tool.CodeInvalidArgs, []string{"line 6 is past the end", "five.txt has 5 lines"}},
		{"a binary file", `{"path":"data.bin"}`, tool.CodeInvalidArgs, []string{"binary file (6 bytes"}},
		{"a PDF where none can be read", `{"path":"doc.pdf"}`, tool.CodeFailed, []string{"PDF"}},
		{"nothing at all", `{}`, tool.CodeInvalidArgs, []string{"path is missing"}},
		{"an empty path", `{"path":"\n"}`, tool.CodeInvalidArgs, []string{"path is empty"}},
		{"too many pages", `{"path":"doc.pdf","pages":"1-21"}`, tool.CodeInvalidArgs, []string{"more than 20 pages"}},
		{"pages that are none", `{"path":"doc.pdf","pages":"x"}`, tool.CodeInvalidArgs, []string{`"1-5"`}},
		{"a file where a folder should be", `{"path":"main.go/x"}`, tool.CodeInvalidArgs, []string{"is a file, not a folder"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.call(t, "read", c.args)
			got := out.Result.Text()
			if !out.Result.IsError || out.Result.Error == nil || out.Result.Error.Code != c.code {
				t.Fatalf("%s, %+v: %s", out.Status, out.Result.Error, got)
			}
			for _, part := range c.parts {
				if !strings.Contains(got, part) {
					t.Errorf("%q does not mention %q", got, part)
				}
			}
		})
	}
}

func TestANameThatDiffersInItsSpacesIsFound(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "Screenshot at 10.15\u202fPM.txt", "x\n")
	out := r.call(t, "read", `{"path":"Screenshot at 10.15 PM.txt"}`)
	if out.Status != engine.OK || out.Intent.Reads[0] != filepath.Join(r.dir, "Screenshot at 10.15\u202fPM.txt") {
		t.Fatal(out.Result.Text())
	}
	r.put(t, "Screenshot at 10.15\u00a0PM.txt", "y\n")
	if out := r.call(t, "read", `{"path":"Screenshot at 10.15 PM.txt"}`); out.Status != engine.Failed {
		t.Errorf("one of two was chosen: %s", out.Result.Text())
	}
}

func TestTheHomeIsMeantByATilde(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	t.Setenv("HOME", r.dir)
	r.put(t, "notes", "here\n")
	r.put(t, "~/notes", "literally\n")
	for path, want := range map[string]string{"~/notes": "here", "./~/notes": "literally"} {
		if got := r.call(t, "read", map[string]any{"path": path}).Result.Text(); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestAFileWithoutPermissionSaysSo(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may read everything")
	}
	r := newRoom(t, file.ReadOptions{})
	if err := os.Chmod(r.put(t, "secret", "x"), 0); err != nil {
		t.Fatal(err)
	}
	out := r.call(t, "read", `{"path":"secret"}`)
	if out.Result.Error == nil || out.Result.Error.Code != tool.CodePermissionDenied {
		t.Error(out.Result.Text())
	}
}

func TestLongAnswersAreCutAtALine(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "big.txt", strings.Repeat(strings.Repeat("x", 999)+"\n", 1000))
	out := r.call(t, "read", `{"path":"big.txt"}`)
	got := out.Result.Text()
	if len(got) > 260_000 || !strings.HasPrefix(got, "[Lines 1-248 of 1000]") || !strings.Contains(got, "[to continue: offset=249; 250 KB are shown at a time]") {
		t.Errorf("%d bytes: %s … %s", len(got), got[:40], got[len(got)-100:])
	}
}

func TestLongLinesAreCutAndShownByColumn(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "long.txt", strings.Repeat("ä", 2000)+"\r\n"+strings.Repeat("é", 4500)+"\r\nend\r\n")
	got := strings.Split(r.call(t, "read", `{"path":"long.txt"}`).Result.Text(), "\n")
	if want := "     1\t" + strings.Repeat("ä", 2000); got[0] != want {
		t.Errorf("a line of exactly 2000 characters: %q", got[0])
	}
	if want := "     2\t" + strings.Repeat("é", 2000) + " …[the line is 9001 bytes long; column=2001 shows more of it]"; got[1] != want {
		t.Errorf("%q", got[1])
	}
	got = strings.Split(r.call(t, "read", `{"path":"long.txt","column":4001}`).Result.Text(), "\n")
	if got[0] != "     1\t" || got[1] != "     2\t"+strings.Repeat("é", 500) || got[2] != "     3\t" {
		t.Errorf("%q", got)
	}
}

func TestAnUnchangedFileIsAnsweredBriefly(t *testing.T) {
	r := newRoom(t, file.ReadOptions{Brief: true})
	r.put(t, "a.txt", "one\n")
	read := func(args string) string { return r.call(t, "read", args).Result.Text() }
	if got := read(`{"path":"a.txt"}`); got != "     1\tone" {
		t.Fatal(got)
	}
	if got := read(`{"path":"./a.txt"}`); !strings.Contains(got, "unchanged since it was read above: lines 1-1") {
		t.Error(got)
	}
	if got := read(`{"path":"a.txt","limit":1}`); got != "     1\tone" {
		t.Errorf("another range was not shown: %s", got)
	}
	r.put(t, "a.txt", "two\n")
	if got := read(`{"path":"a.txt"}`); got != "     1\ttwo" {
		t.Error(got)
	}
}

func TestOperationsAreAnsweredInOrder(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "a.txt", numbered(3))
	r.put(t, "dir/b.txt", "b\n")
	out := r.call(t, "fs_read", `{"operations":[
		{"mode":"Line","path":"a.txt","offset":1,"limit":1},
		{"mode":"Line","path":"missing.txt"},
		{"mode":"Directory","path":"dir","excludePatterns":["*.log"]},
		{"mode":"Image","image_paths":["a.txt"]}]}`)
	got := out.Result.Text()
	if out.Status != engine.OK {
		t.Fatal(out.Status, got)
	}
	at := 0
	for _, part := range []string{
		"=== a.txt ===", "[Lines 2-2 of 3]", "=== missing.txt ===", "Error: missing.txt does not exist", "=== dir ===", "b.txt", "=== a.txt ===",
	} {
		i := strings.Index(got[at:], part)
		if i < 0 {
			t.Fatalf("%q is missing in %q", part, got[at:])
		}
		at += i
	}
	if len(out.Intent.Reads) != 4 {
		t.Error(out.Intent.Reads)
	}
	if out := r.call(t, "fs_read", `{"operations":[{"path":"missing.txt"}]}`); out.Result.Error == nil || out.Result.Error.Code != tool.CodeFileNotFound {
		t.Errorf("the only one failed: %+v", out.Result)
	}
	if out := r.call(t, "fs_read", `{"operations":[{"path":"m1"},{"path":"m2"}]}`); !out.Result.IsError {
		t.Errorf("all failed: %+v", out.Result)
	}
}
