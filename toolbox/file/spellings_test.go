package file_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTheCallsOfOtherSystemsWork makes calls under the names and in the forms of
// five other systems, each in a workspace of its own.
func TestTheCallsOfOtherSystemsWork(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	type call struct{ tool, args, file, want, says string }
	tests := map[string][]call{
		"Kiro": {
			{"read", `{"operations":[{"mode":"Line","path":"a.txt","offset":1,"limit":1}]}`, "", "", "two"},
			{"fs_read", `{"operations":[{"mode":"Directory","path":".","depth":1}]}`, "", "", "a.txt"},
			{"fsRead", `{"operations":[{"mode":"Line","path":"a.txt"},{"mode":"Line","path":"sub/b.txt"}]}`, "", "", "inner"},
			{"write", `{"command":"create","path":"new/n.txt","content":"x"}`, "new/n.txt", "x", ""},
			{"fs_write", `{"command":"strReplace","path":"a.txt","oldStr":"two","newStr":"2"}`, "a.txt", "one\n2\nthree\n", ""},
			{"fsWrite", `{"command":"strReplace","path":"a.txt","oldStr":"e","newStr":"E","replaceAll":true}`, "a.txt", "onE\ntwo\nthrEE\n", ""},
			{"fs_write", `{"command":"insert","path":"a.txt","insertLine":1,"content":"between"}`, "a.txt", "one\nbetween\ntwo\nthree\n", ""},
			{"fs_write", `{"command":"insert","path":"a.txt","content":"last"}`, "a.txt", text + "last\n", ""},
			{"ls", `{"path":"."}`, "", "", "a.txt"},
		},
		"claw": {
			{"read_file", `{"path":"a.txt","offset":0,"limit":1}`, "", "", "one"},
			{"write_file", `{"path":"a.txt","content":"x\n"}`, "a.txt", "x\n", ""},
			{"edit_file", `{"path":"a.txt","old_string":"two","new_string":"2"}`, "a.txt", "one\n2\nthree\n", ""},
			{"edit_file", `{"path":"a.txt","old_string":"e","new_string":"E","replace_all":true}`, "a.txt", "onE\ntwo\nthrEE\n", ""},
		},
		"phi": {
			{"read_file", `{"path":"a.txt","offset":2,"limit":1}`, "", "", "two"},
			{"write_file", `{"path":"deep/er/n.txt","content":"x"}`, "deep/er/n.txt", "x", ""},
			{"edit_file", `{"path":"a.txt","old_text":"two","new_text":"2"}`, "a.txt", "one\n2\nthree\n", ""},
			{"list_files", `{"path":".","pattern":"*.txt","max_depth":3}`, "", "", "b.txt"},
		},
		"agent-code": {
			{"FileRead", `{"file_path":"a.txt","offset":2,"limit":1}`, "", "", "two"},
			{"FileWrite", `{"file_path":"a.txt","content":"x\n"}`, "a.txt", "x\n", ""},
			{"FileEdit", `{"file_path":"a.txt","old_string":"two","new_string":"2","replace_all":false}`, "a.txt", "one\n2\nthree\n", ""},
			{"MultiEdit", `{"file_path":"a.txt","edits":[{"old_string":"one","new_string":"1"},{"old_string":"two","new_string":"2"}]}`, "a.txt", "1\n2\nthree\n", ""},
			{"ApplyPatch", `{"patch":"*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n*** End Patch"}`, "a.txt", "one\n2\nthree\n", ""},
		},
		"y-agent": {
			{"FileRead", `{"path":"a.txt","line_offset":1,"limit":1,"include_line_numbers":true}`, "", "", "two"},
			{"FileWrite", `{"path":"a.txt","content":"x\n"}`, "a.txt", "x\n", ""},
			{"FileEdit", `{"file_path":"n.txt","old_string":"","new_string":"made"}`, "n.txt", "made", ""},
			{"FileEdit", `{"file_path":"a.txt","old_string":"two","new_string":"2","expected_content_hash":"9a7a1ec5e1b4ba4d0a5a8c3f4d4e2b1a0f9e8d7c6b5a49382716f5e4d3c2b1a0"}`, "a.txt", text, "stale"},
			{"FileDelete", `{"path":"a.txt"}`, "a.txt", "(none)", ""},
			{"FileMove", `{"source":"a.txt","destination":"c.txt"}`, "c.txt", text, ""},
			{"FileMove", `{"source":"a.txt","destination":"sub/b.txt","overwrite":true}`, "sub/b.txt", text, ""},
		},
		"others": {
			{"Read", `{"file_path":"a.txt","offset":2,"limit":1}`, "", "", "two"},
			{"Edit", `{"file_path":"a.txt","old_string":"two","new_string":"2"}`, "a.txt", "one\n2\nthree\n", ""},
			{"str_replace_based_edit_tool", `{"command":"view","path":"a.txt","view_range":[2,2]}`, "", "", "two"},
			{"str_replace_based_edit_tool", `{"command":"create","path":"n.txt","file_text":"x"}`, "n.txt", "x", ""},
			{"str_replace_based_edit_tool", `{"command":"str_replace","path":"a.txt","old_str":"two","new_str":"2"}`, "a.txt", "one\n2\nthree\n", ""},
			{"str_replace_based_edit_tool", `{"command":"insert","path":"a.txt","insert_line":0,"insert_text":"zero"}`, "a.txt", "zero\n" + text, ""},
			{"apply_patch", `{"input":"*** Begin Patch\n*** Delete File: a.txt\n*** End Patch"}`, "a.txt", "(none)", ""},
			{"list_directory", `{"path":"sub"}`, "", "", "b.txt"},
			{"LS", `{"path":"sub"}`, "", "", "b.txt"},
			{"list_dir", `{"target_directory":"sub"}`, "", "", "b.txt"},
			{"create_directory", `{"path":"d/e"}`, "", "", "d/e"},
			{"delete_file", `{"target_file":"a.txt"}`, "a.txt", "(none)", ""},
			{"rename", `{"from":"a.txt","to":"c.txt"}`, "c.txt", text, ""},
		},
	}
	for system, calls := range tests {
		for _, c := range calls {
			t.Run(system+" "+c.tool+" "+c.args, func(t *testing.T) {
				r := newDesk(t)
				r.put(t, "a.txt", text)
				if err := os.Mkdir(filepath.Join(r.dir, "sub"), 0o755); err != nil {
					t.Fatal(err)
				}
				r.put(t, filepath.Join("sub", "b.txt"), "inner\n")
				out := r.call(t, c.tool, c.args)
				if c.says == "stale" {
					want(t, out, "stale_file")
				} else {
					want(t, out, "", c.says)
				}
				if c.file != "" && r.get(t, c.file) != c.want {
					t.Errorf("%s is %q, want %q", c.file, r.get(t, c.file), c.want)
				}
			})
		}
	}
}
