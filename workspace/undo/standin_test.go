package undo_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"jig/workspace/undo"
)

func TestTheStandInsOfASandboxAreNobodysChange(t *testing.T) {
	tests := map[string]struct {
		before string // what is there when the call begins
		do     string
		want   string // what is recorded
		stated string // the same for a call that stated paths below, if it differs
	}{
		"a folder that comes":                     {"", "mkdir .claude .mcp.json", "", ""},
		"a folder that comes with real changes":   {"", "mkdir .claude; echo 1 > a", "created a", ""},
		"a folder that goes":                      {"mkdir .claude .mcp.json", "rmdir .claude .mcp.json; echo 1 > a", "created a", ""},
		"one that comes in a folder":              {"mkdir .vscode; echo 1 > .vscode/x", "mkdir .vscode/settings.json", "", ""},
		"one that gives way to a file":            {"mkdir .mcp.json", "rmdir .mcp.json; echo 1 > .mcp.json", "created .mcp.json", ""},
		"one that takes the place of a file":      {"echo 1 > .mcp.json", "rm .mcp.json; mkdir .mcp.json", "deleted .mcp.json", ""},
		"a protected folder with something in it": {"", "mkdir .claude; echo 1 > .claude/x", "created .claude, created .claude/x", ""},
		"a protected folder that is filled":       {"mkdir .claude", "echo 1 > .claude/x", "created .claude/x", ""},
		"a protected folder with an empty one":    {"", "mkdir -p .claude/agents", "created .claude, created .claude/agents", ""},
		"a protected folder that is deleted":      {"mkdir .claude; echo 1 > .claude/x", "rm -r .claude", "deleted .claude, deleted .claude/x", "deleted .claude/x"},
		"a protected folder that is emptied":      {"mkdir .claude; echo 1 > .claude/x", "rm .claude/x", "deleted .claude/x", ""},
		"an empty folder of any other name":       {"", "mkdir src", "created src", ""},
	}
	for name, test := range tests {
		for _, stated := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				b := newBench(t, undo.Options{})
				b.shell(test.before + " ")
				tree := b.tree()
				c := b.change()
				if stated {
					c = b.change(".claude/x", ".claude/agents/y", ".mcp.json", ".vscode/settings.json", "a", "src")
				}
				b.call(c, func() { b.shell(test.do) })
				var got []string
				for _, r := range b.list() {
					for _, c := range r.Changes {
						got = append(got, c.Verb()+" "+b.log.Show(c.Path))
					}
				}
				want := test.want
				if stated && test.stated != "" {
					want = test.stated
				}
				if strings.Join(got, ", ") != want {
					t.Fatalf("recorded: %q, want %q", got, want)
				}
				if want == "" {
					return
				}
				if info, err := os.Lstat(b.path(".mcp.json")); err == nil && info.IsDir() {
					b.must(os.Remove(b.path(".mcp.json"))) // as when the command ends
				}
				b.undo(undo.Selection{})
				if got, want := filesOf(b.tree()), filesOf(tree); got != want {
					t.Errorf("undo left\n%s, not\n%s", got, want)
				}
			})
		}
	}
}

// filesOf leaves out of a tree what are folders.
func filesOf(tree string) string {
	lines := slices.DeleteFunc(strings.Split(tree, "\n"), func(line string) bool { return strings.Contains(line, " d") })
	return strings.Join(lines, "\n")
}

func TestUndoLeavesAStandInAlone(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.call(b.change("a"), func() { b.write("a", "1") })
	b.must(os.Mkdir(b.path(".claude"), 0o755)) // while a command in the background lives
	b.bash("echo 2 > b")
	b.must(os.Remove(b.path(".claude")))
	b.undo(undo.Selection{To: &undo.Point{}})
	b.must(os.Mkdir(b.path(".claude"), 0o755))
	b.redo(undo.Selection{})
	if _, err := os.Lstat(b.path(".claude")); err != nil {
		t.Error(err)
	}
}
