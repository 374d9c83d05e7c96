package config_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/config"
)

// While a command of another session runs, empty folders stand where protected names
// must not be made.
func TestAnEmptyFolderInThePlaceOfAProjectsSettingsIsNone(t *testing.T) {
	for _, name := range []string{".jig/settings.json", ".claude/settings.json", ".mcp.json", ".kiro", ".claude"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.must(os.MkdirAll(filepath.Join(w.project, name), 0o755))
			if c := w.load(); len(c.Layers) > 0 || len(c.Warnings) > 0 || c.ExecutableHash != "" {
				t.Errorf("%+v", c)
			}
		})
	}
}

func TestARepositoryDoesNotBeginWhereTheSandboxHoldsThePlaceOfGit(t *testing.T) {
	w := newWorld(t)
	w.write("project", `{"permissions": {"deny": ["X"]}}`)
	w.must(os.Mkdir(filepath.Join(w.project, ".git"), 0o700))
	w.options.Dir = filepath.Join(w.project, "sub")
	w.must(os.MkdirAll(w.options.Dir, 0o700))
	w.must(os.Mkdir(filepath.Join(w.options.Dir, ".git"), fs.ModeSticky|0o755))
	if diff := cmp.Diff([]string{"X"}, texts(w.load().Merged().Permissions.Deny)); diff != "" {
		t.Error(diff)
	}
}

func TestAProjectThatSaysNothingOfTheSandboxLeavesItAsItIs(t *testing.T) {
	for name, test := range map[string]struct {
		user, project string
		want          config.SandboxMode
	}{
		"nothing does not switch it on": {`{"sandbox": {"mode": "off"}}`, `{}`, config.SandboxOff},
		"other settings do not either":  {`{"sandbox": {"mode": "off"}}`, `{"sandbox": {"filesystem": {"denyRead": ["x"]}}}`, config.SandboxOff},
		"prefer is stricter than off":   {`{"sandbox": {"mode": "off"}}`, `{"sandbox": {"mode": "prefer"}}`, config.SandboxPrefer},
		"off is not stricter":           {`{"sandbox": {"mode": "require"}}`, `{"sandbox": {"mode": "off"}}`, config.SandboxRequire},
		"nobody says anything":          {`{}`, `{}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.write("user", test.user)
			w.write("project", test.project)
			if got := w.load().Merged().Sandbox.Mode; got != test.want {
				t.Errorf("the mode is %q, want %q", got, test.want)
			}
		})
	}
}
