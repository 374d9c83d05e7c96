package toolbox_test

import (
	"os"
	"strings"
	"testing"

	"jig/engine"
	"jig/policy"
	"jig/sandbox"
	"jig/tool"
	"jig/toolbox"
	"jig/workspace"
)

func TestMain(m *testing.M) {
	sandbox.MaybeInit()
	os.Exit(m.Run())
}

func all(t *testing.T) *tool.Set {
	t.Helper()
	space, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	box, err := toolbox.Open(toolbox.Options{Session: workspace.NewSession(space, workspace.SessionOptions{}), Stash: engine.NewDirStash("", 0)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := box.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return tool.NewSet(box.Tools()...)
}

// The names that other systems have for our tools.
func elsewhere() map[string]string {
	return map[string]string{
		"read":          "read Read fs_read fsRead read_file FileRead",
		"write":         "write Write fs_write fsWrite write_file FileWrite",
		"edit":          "edit Edit edit_file FileEdit",
		"multi_edit":    "multi_edit MultiEdit",
		"apply_patch":   "apply_patch ApplyPatch",
		"notebook_edit": "notebook_edit NotebookEdit",
		"delete":        "delete FileDelete",
		"move":          "move FileMove",
		"list":          "list list_files ls LS",
		"grep":          "grep Grep grep_search search",
		"glob":          "glob Glob glob_search",
		"shell":         "shell bash Bash execute_bash execute_cmd executeCmd ShellExec",
		"powershell":    "powershell PowerShell",
		"repl":          "repl REPL",
		"monitor":       "monitor Monitor",
		"sleep":         "sleep Sleep",
		"git_status":    "git_status GitStatus",
		"git_diff":      "git_diff GitDiff",
		"git_log":       "git_log GitLog",
		"git_show":      "git_show GitShow",
		"git_blame":     "git_blame GitBlame",
	}
}

func TestToolsAnswerToTheirNamesElsewhere(t *testing.T) {
	set := all(t)
	for own, names := range elsewhere() {
		for _, name := range strings.Fields(names) {
			found, ok := set.Lookup(name)
			if !ok || found.Spec().Name != own {
				t.Errorf("%s is not found as %s", own, name)
			}
		}
	}
	if _, hidden := set.Export(tool.Export{}); len(hidden) > 0 {
		t.Errorf("names that mean two things: %v", hidden)
	}
}

// A rule about Read, Edit or Bash is about every tool that reads, changes files or runs commands.
func TestRulesKnowTheTools(t *testing.T) {
	set := all(t)
	families := map[string]string{
		"Read": "read list grep glob", "Edit": "write edit multi_edit insert apply_patch delete move mkdir notebook_edit", "Bash": "shell powershell",
	}
	space, err := workspace.New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	}()
	for rule, names := range families {
		p, err := policy.New(policy.Options{Space: space, Rules: []policy.Rule{{Effect: policy.Deny, Text: rule}}})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(names) {
			found, ok := set.Lookup(name)
			if !ok {
				t.Fatalf("there is no %s", name)
			}
			for _, alias := range append([]string{name}, found.Spec().Aliases...) {
				if _, known := policy.StandIn(alias); !known {
					t.Errorf("rules do not know %s, another name of %s", alias, name)
				}
			}
			v := p.Decide(&policy.Subject{Spec: found.Spec(), Args: []byte("{}"), Intent: &tool.Intent{Reads: []string{space.Roots()[0]}}})
			if v.Effect != policy.Deny {
				t.Errorf("a rule against %s does not speak of %s", rule, name)
			}
		}
	}
}
