package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
)

func TestWriteMakesAFileOrReplacesItsContent(t *testing.T) {
	tests := map[string]struct {
		old, content, want string
		mentions           []string
	}{
		"a new file":                                {"(none)", "a\nb\n", "a\nb\n", []string{"Created f.txt (2 lines)"}},
		"an empty new file":                         {"(none)", "", "", []string{"Created f.txt (0 lines)"}},
		"new content":                               {"a\nb\n", "a\nc\n", "a\nc\n", []string{"Updated f.txt (+1 −1)"}},
		"the same content":                          {"a\n", "a\n", "a\n", []string{"nothing was written"}},
		"lines of Windows stay":                     {"a\r\nb\r\n", "x\ny\n", "x\r\ny\r\n", []string{"end with CRLF"}},
		"lines of Windows do not come":              {"a\nb\n", "x\r\ny\r\n", "x\ny\n", []string{"end with LF"}},
		"the mark stays":                            {"\xef\xbb\xbfa\n", "b\n", "\xef\xbb\xbfb\n", nil},
		"the mark does not double":                  {"\xef\xbb\xbfa\n", "\ufeffb\n", "\xef\xbb\xbfb\n", nil},
		"UTF-16 stays":                              {"\xff\xfea\x00\n\x00", "ü\n", "\xff\xfe\xfc\x00\n\x00", nil},
		"Latin-1 stays":                             {"caf\xe9\n", "crème\n", "cr\xe8me\n", nil},
		"what Latin-1 does not have makes it UTF-8": {"caf\xe9\n", "日本\n", "日本\n", []string{"it is UTF-8 now"}},
		"a binary file is replaced":                 {"\x00\x01", "text\n", "text\n", []string{"Updated"}},
		"an empty file has no habits":               {"", "a\r\nb", "a\r\nb", nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			if test.old != "(none)" {
				r.put(t, "f.txt", test.old)
			}
			out := r.call(t, "write", map[string]any{"path": "f.txt", "content": test.content})
			want(t, out, "", test.mentions...)
			if got := r.get(t, "f.txt"); got != test.want {
				t.Errorf("the file is %q, want %q", got, test.want)
			}
			r.clean(t, "f.txt")
		})
	}
}

func TestWriteTellsProgramsAndPeople(t *testing.T) {
	r := newDesk(t)
	path := r.put(t, "sub/f.go", "one\ntwo\nthree\n")
	if err := os.Chmod(path, 0o750); err != nil {
		t.Fatal(err)
	}
	out := r.call(t, "write", map[string]any{"path": "sub/f.go", "content": "one\n2\nthree\n"})
	want(t, out, "")
	const diff = "--- sub/f.go\n+++ sub/f.go\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"
	if d := out.Result.Display; d == nil || d.Text != diff || d.Format != "diff" {
		t.Errorf("people see %+v", d)
	}
	if detail(t, out, "path") != path || detail(t, out, "created") != false || detail(t, out, "patch") != diff ||
		!strings.HasPrefix(detail(t, out, "before").(string), "sha256:") || detail(t, out, "before") == detail(t, out, "after") {
		t.Errorf("programs see %+v", out.Result.Details)
	}
	if in := out.Intent; in.Summary != "write sub/f.go (3 lines)" || len(in.Writes) != 1 || in.Writes[0] != path {
		t.Errorf("the intent is %+v", in)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o750 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	want(t, r.call(t, "write", `{"path":"a/b/c.txt","content":"x"}`), "", "Created a/b/c.txt (1 line)")
}

func TestAPreviewShowsWhatWouldChange(t *testing.T) {
	r := newDesk(t)
	r.put(t, "f", "one\ntwo\n")
	for name, args := range map[string]string{
		"write":       `{"path":"f","content":"one\n2\n"}`,
		"edit":        `{"path":"f","old_string":"two","new_string":"2"}`,
		"multi_edit":  `{"path":"f","edits":[{"old_string":"two","new_string":"2"}]}`,
		"apply_patch": `{"patch":"*** Begin Patch\n*** Update File: f\n@@\n-two\n+2\n*** End Patch"}`,
	} {
		t.Run(name, func(t *testing.T) {
			r.put(t, "f", "one\ntwo\n")
			r.sess.Saw(r.place(t, "f"), "")
			out := r.call(t, name, args)
			want(t, out, "")
			r.put(t, "f", "one\ntwo\n")
			if got, err := out.Intent.Preview(t.Context()); err != nil || got != "--- f\n+++ f\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n" {
				t.Errorf("the preview is %q, %v", got, err)
			}
		})
	}
}

func TestCallsOfOtherSystemsAreUnderstood(t *testing.T) {
	tests := map[string]struct{ tool, args, old, want string }{
		"Kiro creates":                      {"fs_write", `{"command":"create","path":"f","content":"x\n"}`, "(none)", "x\n"},
		"Kiro creates by its other name":    {"fsWrite", `{"command":"create","path":"f","content":"x\n"}`, "a\n", "x\n"},
		"Kiro replaces":                     {"fs_write", `{"command":"strReplace","path":"f","oldStr":"a","newStr":"b","replaceAll":true}`, "a a\n", "b b\n"},
		"Kiro inserts":                      {"write", `{"command":"insert","path":"f","insertLine":1,"content":"x"}`, "a\nb\n", "a\nx\nb\n"},
		"Kiro inserts at the end":           {"write", `{"command":"insert","path":"f","content":"x\n"}`, "a", "a\nx\n"},
		"the editor of Anthropic replaces":  {"str_replace_based_edit_tool", `{"command":"str_replace","path":"f","old_str":"a","new_str":"b"}`, "a\n", "b\n"},
		"the editor of Anthropic creates":   {"str_replace_editor", `{"command":"create","path":"f","file_text":"x\n"}`, "(none)", "x\n"},
		"the editor of Anthropic inserts":   {"str_replace_editor", `{"command":"insert","path":"f","insert_line":0,"new_str":"x\n"}`, "a\n", "x\na\n"},
		"Claude Code writes":                {"Write", `{"file_path":"f","content":"x\n"}`, "(none)", "x\n"},
		"Claude Code edits":                 {"Edit", `{"file_path":"f","old_string":"a","new_string":"b","replace_all":false}`, "a\n", "b\n"},
		"Claude Code edits in many places":  {"MultiEdit", `{"file_path":"f","edits":[{"old_string":"a","new_string":"b"},{"old_string":"b","new_string":"c"}]}`, "a\n", "c\n"},
		"phi-core edits":                    {"edit_file", `{"path":"f","old_text":"a","new_text":"b"}`, "a\n", "b\n"},
		"y-agent edits":                     {"FileEdit", `{"file_path":"f","old_string":"","new_string":"x\n"}`, "(none)", "x\n"},
		"y-agent writes":                    {"FileWrite", `{"path":"f","content":"x\n"}`, "(none)", "x\n"},
		"claw-code edits":                   {"edit_file", `{"path":"f","old_string":"a","new_string":"b","replace_all":true}`, "a a", "b b"},
		"agent-code patches":                {"ApplyPatch", `{"patch":"*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch"}`, "a\n", "b\n"},
		"a patch as input":                  {"apply_patch", `{"input":"*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch"}`, "a\n", "b\n"},
		"spellings inside of edits":         {"multi_edit", `{"filePath":"f","edits":[{"oldStr":"a","newStr":"b","replaceAll":true}]}`, "a a\n", "b b\n"},
		"a file is deleted by another name": {"FileDelete", `{"path":"f"}`, "a\n", "(none)"},
		"appending has no line":             {"append_file", `{"path":"f","content":"x"}`, "a\n", "a\nx\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			if test.old != "(none)" {
				r.put(t, "f", test.old)
			}
			want(t, r.call(t, test.tool, test.args), "")
			if got := r.get(t, "f"); got != test.want {
				t.Errorf("the file is %q, want %q", got, test.want)
			}
		})
	}
	r := newDesk(t)
	r.put(t, "f", "a\nb\nc\n")
	want(t, r.call(t, "str_replace_editor", `{"command":"view","path":"f","view_range":[2,3]}`), "", "2\tb", "3\tc")
	want(t, r.call(t, "fs_write", `{"command":"explode","path":"f"}`), tool.CodeInvalidArgs, `no command "explode"`)
}

func TestWhatCannotBeWrittenIsExplained(t *testing.T) {
	r := newDesk(t)
	r.put(t, "dir/main.go", "package main\n")
	r.put(t, "bin", "a\x00b")
	locked := r.put(t, "locked", "a\n")
	if err := os.Chmod(locked, 0o444); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		tool, args string
		code       tool.Code
		mentions   string
	}{
		"writing a folder":             {"write", `{"path":"dir","content":"x"}`, tool.CodeInvalidArgs, "dir is a folder"},
		"writing below a file":         {"write", `{"path":"dir/main.go/x","content":"x"}`, tool.CodeInvalidArgs, "main.go"},
		"writing nowhere":              {"write", `{"path":"","content":"x"}`, tool.CodeInvalidArgs, "path is empty"},
		"writing outside":              {"write", `{"path":"../x","content":"x"}`, tool.CodePermissionDenied, "outside of the workspace"},
		"a file that is read-only":     {"write", `{"path":"locked","content":"x"}`, tool.CodePermissionDenied, "read-only"},
		"editing a read-only file":     {"edit", `{"path":"locked","old_string":"a","new_string":"b"}`, tool.CodePermissionDenied, "read-only"},
		"editing a binary file":        {"edit", `{"path":"bin","old_string":"a","new_string":"b"}`, tool.CodeInvalidArgs, "binary"},
		"editing what is missing":      {"edit", `{"path":"dir/mian.go","old_string":"a","new_string":"b"}`, tool.CodeFileNotFound, "Did you mean dir/main.go"},
		"editing a folder":             {"edit", `{"path":"dir","old_string":"a","new_string":"b"}`, tool.CodeInvalidArgs, "dir is a folder"},
		"inserting into what is not":   {"insert", `{"path":"x","content":"b"}`, tool.CodeFileNotFound, "does not exist"},
		"patching what is missing":     {"apply_patch", `{"patch":"*** Begin Patch\n*** Update File: main.go\n@@\n-a\n+b\n*** End Patch"}`, tool.CodeFileNotFound, "dir/main.go"},
		"moving by patch what is not":  {"apply_patch", `{"patch":"*** Begin Patch\n*** Update File: main.go\n*** Move to: x\n@@\n-a\n+b\n*** End Patch"}`, tool.CodeFileNotFound, "dir/main.go"},
		"adding what is there":         {"apply_patch", `{"patch":"*** Begin Patch\n*** Add File: locked\n+b\n*** End Patch"}`, tool.CodeFailed, "locked exists already"},
		"a patch that is none":         {"apply_patch", `{"patch":"hello"}`, tool.CodeInvalidArgs, "this is no patch"},
		"deleting what is missing":     {"delete", `{"path":"dir/man.go"}`, tool.CodeFileNotFound, "dir/main.go"},
		"deleting a full folder":       {"delete", `{"path":"dir"}`, tool.CodeInvalidArgs, "set recursive"},
		"deleting the workspace":       {"delete", `{"path":".","recursive":true}`, tool.CodeInvalidArgs, "workspace itself"},
		"deleting above the workspace": {"delete", `{"path":"..","recursive":true}`, tool.CodeInvalidArgs, "workspace itself"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) { want(t, r.call(t, test.tool, test.args), test.code, test.mentions) })
	}
	if r.get(t, "locked") != "a\n" || r.get(t, "bin") != "a\x00b" || r.get(t, "dir/main.go") != "package main\n" {
		t.Error("something was changed")
	}
	r.clean(t, "bin", "dir", "locked")
}

func TestAFileThatChangedSinceItWasReadIsNotOverwritten(t *testing.T) {
	for name, args := range map[string]string{
		"write":       `{"path":"f","content":"x\n"}`,
		"edit":        `{"path":"f","old_string":"two","new_string":"2"}`,
		"multi_edit":  `{"path":"f","edits":[{"old_string":"two","new_string":"2"}]}`,
		"insert":      `{"path":"f","content":"x"}`,
		"apply_patch": `{"patch":"*** Begin Patch\n*** Update File: f\n@@\n-two\n+2\n*** End Patch"}`,
	} {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			path := r.put(t, "f", "one\ntwo\n")
			want(t, r.call(t, "read", `{"path":"f"}`), "")
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			r.put(t, "f", "ONE\ntwo\n")
			if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			want(t, r.call(t, name, args), tool.CodeStaleFile, "changed since it was read")
			if got := r.get(t, "f"); got != "ONE\ntwo\n" {
				t.Errorf("the file is %q", got)
			}
			want(t, r.call(t, "read", `{"path":"f"}`), "")
			want(t, r.call(t, name, args), "")
			want(t, r.call(t, "insert", `{"path":"f","content":"more"}`), "") // what the session wrote it has seen
		})
	}
}

func TestACallMayUseWhatACallBeforeItMakes(t *testing.T) {
	r := newDesk(t)
	turn := r.eng.Turn(t.Context(), engine.TurnOptions{})
	for i, args := range []string{
		`{"path":"a.txt","content":"one\n"}`, `{"path":"a.txt","old_string":"one","new_string":"two"}`,
		`{"source":"a.txt","destination":"b.txt"}`, `{"path":"b.txt","content":"three"}`,
	} {
		if err := turn.Add(tool.Call{Name: []string{"write", "edit", "move", "insert"}[i], Args: []byte(args)}); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	for _, out := range turn.Wait() {
		want(t, out, "")
	}
	if got := r.get(t, "b.txt"); got != "two\nthree\n" {
		t.Errorf("the file is %q", got)
	}
	r.clean(t, "b.txt")
}

func TestALinkIsWrittenThroughAndDeletedItself(t *testing.T) {
	r := newDesk(t)
	r.put(t, "real", "a\n")
	if err := os.Symlink("real", filepath.Join(r.dir, "link")); err != nil {
		t.Skip(err)
	}
	want(t, r.call(t, "edit", `{"path":"link","old_string":"a","new_string":"b"}`), "")
	want(t, r.call(t, "apply_patch", `{"patch":"*** Begin Patch\n*** Delete File: link\n*** End Patch"}`), tool.CodeInvalidArgs, "link is a link")
	want(t, r.call(t, "delete", `{"path":"link"}`), "", "Deleted the link link")
	if got := r.get(t, "real"); got != "b\n" {
		t.Errorf("the file is %q", got)
	}
	r.clean(t, "real")
}
