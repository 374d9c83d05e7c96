package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/tool"
	"jig/workspace/undo"
)

// changed makes a folder in which one call has changed a file, and goes there.
func changed(t *testing.T) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	root := filepath.Join(dir, "proj")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	write(t, "a.txt", "old\n")
	log, done, err := jig.OpenUndo(root, undo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	end, err := log.Keep(t.Context(), tool.Change{
		Call: &tool.Call{ID: "call_1"}, Tool: "write", Turn: "turn_1",
		Intent: &tool.Intent{Summary: "write a.txt", Writes: []string{filepath.Join(root, "a.txt")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, "a.txt", "new\n")
	end(nil)
	if err := done(); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, u cli.Undoing, operands ...string) (string, error) {
	t.Helper()
	var b bytes.Buffer
	u.Out = cli.NewOutput(&b)
	if u.Format == "" {
		u.Format = cli.TextFormat
	}
	err := u.Run(t.Context(), operands)
	return b.String(), err
}

func TestUndoAndRedoFromTheCommandLine(t *testing.T) {
	changed(t)
	steps := []struct {
		name string
		u    cli.Undoing
		args []string
		want string // part of the output
		file string // what is in a.txt then
	}{
		{"list", cli.Undoing{Verb: "undo", List: true}, nil, "write a.txt  (done)  call call_1  turn turn_1\n        changed a.txt\n", "new\n"},
		{"diff", cli.Undoing{Verb: "undo", Diff: true}, nil, "would be undone: 1 write a.txt\n--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-new\n+old\n", "new\n"},
		{"dry run", cli.Undoing{Verb: "undo", DryRun: true}, []string{"1"}, "would be undone: 1 write a.txt\n        changed a.txt\n", "new\n"},
		{"undo", cli.Undoing{Verb: "undo"}, nil, "undone: 1 write a.txt\n        changed a.txt\n", "old\n"},
		{"list again", cli.Undoing{Verb: "undo", List: true}, nil, "(undone)", "old\n"},
		{"redo", cli.Undoing{Verb: "redo"}, nil, "redone: 1 write a.txt\n", "new\n"},
		{"undo by call", cli.Undoing{Verb: "undo"}, []string{"call_1"}, "undone: 1", "old\n"},
		{"redo to a point", cli.Undoing{Verb: "redo", To: "1"}, nil, "redone: 1", "new\n"},
		{"undo a turn", cli.Undoing{Verb: "undo", Turn: "turn_1"}, nil, "undone: 1", "old\n"},
		{"redo by number", cli.Undoing{Verb: "redo"}, []string{"1"}, "redone: 1", "new\n"},
		{"undo everything", cli.Undoing{Verb: "undo", To: "0"}, nil, "undone: 1", "old\n"},
	}
	for _, s := range steps {
		out, err := run(t, s.u, s.args...)
		if err != nil || !strings.Contains(out, s.want) {
			t.Fatalf("%s: %q, %v; want %q", s.name, out, err, s.want)
		}
		if got, err := os.ReadFile("a.txt"); err != nil || string(got) != s.file {
			t.Fatalf("%s: the file is %q, %v", s.name, got, err)
		}
	}
}

func TestAConflictIsToldInBothFormats(t *testing.T) {
	changed(t)
	write(t, "a.txt", "mine\n")
	_, err := run(t, cli.Undoing{Verb: "undo"})
	if err == nil || !strings.Contains(err.Error(), "a.txt: its content is another\nWith --force what is there now is saved as part of the undo") {
		t.Errorf("%v", err)
	}
	out, err := run(t, cli.Undoing{Verb: "undo", Format: cli.JSONFormat})
	var conflict undo.ConflictError
	if bad := json.Unmarshal([]byte(out), &conflict); bad != nil || err == nil || len(conflict.Clashes) != 1 {
		t.Errorf("%s, %v", out, err)
	}
	if got, err := os.ReadFile("a.txt"); err != nil || string(got) != "mine\n" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhereThereIsNothingToDoItSaysWhatToType(t *testing.T) {
	changed(t)
	if _, err := run(t, cli.Undoing{Verb: "undo"}); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		u    cli.Undoing
		args []string
		want string
	}{
		"an unknown call":       {cli.Undoing{Verb: "undo"}, []string{"no\x1bpe"}, `there is no call no\x1bpe; "jig undo --list" shows all`},
		"an unknown turn":       {cli.Undoing{Verb: "redo", Turn: "nope"}, nil, `there is no turn nope; "jig undo --list" shows all`},
		"the number of an undo": {cli.Undoing{Verb: "undo"}, []string{"2"}, `2 is the undo of 1; "jig redo 2" brings it back`},
		"all is undone":         {cli.Undoing{Verb: "undo"}, nil, "there is nothing to undo"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := run(t, test.u, test.args...); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
