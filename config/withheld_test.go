package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/config"
)

const guarded = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "%s"}]}]}}`

// warned gives the warnings about a file.
func warned(c *config.Config, file string) string {
	var about []string
	for _, w := range c.Warnings {
		if strings.Contains(w, file) {
			about = append(about, w)
		}
	}
	return strings.Join(about, "\n")
}

func TestHooksThatDoNotRunAreTold(t *testing.T) {
	for name, test := range map[string]struct {
		before func(w *world)
		want   string
	}{
		"nobody has decided": {func(*world) {}, "its hooks do not run until you trust the folder: jig trust"},
		"it was refused":     {func(w *world) { w.must(w.trust.Set(w.project, false)) }, "you refused to trust the folder"},
		"it has changed": {func(w *world) {
			w.write("project", fmt.Sprintf(guarded, "old"))
			w.must(w.trust.Set(w.project, true))
		}, "NOTHING GUARDS CALLS HERE: the PreToolUse hooks"},
		"there is no trust store": {func(w *world) { w.options.Trust = nil }, "its hooks do not run until you trust the folder"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			test.before(w)
			file := w.write("project", fmt.Sprintf(guarded, "new"))
			servers := w.write("home/project/.mcp.json", `{"mcpServers": {"x": {"command": "x"}}}`)
			c := w.load()
			if got := warned(c, file); !strings.Contains(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
			if got := warned(c, servers); !strings.Contains(got, "its MCP servers do not start") {
				t.Errorf("%q", got)
			}
			withheld := c.Withheld()
			if len(withheld) != 1 || withheld[0].Source != (config.Source{File: file, Level: config.Project, Line: 1}) || !strings.Contains(string(withheld[0].Raw), "new") {
				t.Errorf("%+v", withheld)
			}
		})
	}
	w := newWorld(t)
	w.write("project", fmt.Sprintf(guarded, "new"))
	w.must(w.trust.Set(w.project, true))
	if c := w.load(); len(c.Withheld()) > 0 || len(c.Warnings) > 0 {
		t.Errorf("trusted: %+v", c)
	}
}

func TestAllThatTheHashIsAboutIsListed(t *testing.T) {
	w := newWorld(t)
	w.write("project", fmt.Sprintf(hooked, "make"))
	w.write("home/project/.mcp.json", `{"mcpServers": {"y": {"command": "y"}}}`)
	w.write("home/project/.kiro/agents/k.json", `{"name": "k", "hooks": {"stop": [{"command": "z"}]}, "mcpServers": {"s": {"command": "s"}}}`)
	w.write("home/project/.kiro/agents/harmless.json", `{"name": "h"}`)
	w.write("home/project/.claude/agents/c.md", "---\nhooks: {}\n---\nhi")
	w.write("home/project/.jig/agents/broken.json", `{`)
	var got []string
	for _, r := range w.load().Runnables {
		file, err := filepath.Rel(w.project, r.File)
		w.must(err)
		got = append(got, strings.TrimSpace(file+" "+r.Kind+" "+r.Name)+": "+r.Text)
	}
	want := []string{
		".claude/agents/c.md front matter: hooks: {}",
		".jig/agents/broken.json text that cannot be understood: {",
		`.jig/settings.json MCP server x: {"command":"sh"}`,
		`.jig/settings.json hooks: {"Stop":[{"hooks":[{"type":"command","command":"make"}]}]}`,
		`.kiro/agents/k.json MCP servers: {"s":{"command":"s"}}`,
		`.kiro/agents/k.json hooks: {"stop":[{"command":"z"}]}`,
		`.mcp.json MCP server y: {"command":"y"}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFolderWithMoreThanAnybodyLooksAtCannotBeTrusted(t *testing.T) {
	for name, test := range map[string]struct {
		files, size int
		want        string
	}{
		"too many files":   {201, 2, "more than 200 agent files"},
		"too many bytes":   {9, 1 << 20, "more than 8388608 bytes"},
		"too many entries": {2001, 0, "more than 2000 files"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for i := range test.files {
				w.write(fmt.Sprintf("home/project/.claude/agents/%d.md", i), strings.Repeat("x", test.size))
			}
			for what, err := range map[string]error{"trust": w.trust.Set(w.project, true), "load": func() error { _, err := config.Load(w.options); return err }()} {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%s: %v", what, err)
				}
			}
			w.must(w.trust.Set(w.project, false))
		})
	}
}

func TestAServerFileHoldsNothingButServers(t *testing.T) {
	for _, file := range []string{"home/project/.mcp.json", "home/project/.kiro/settings/mcp.json"} {
		for text, want := range map[string]string{
			`{"hooks": {"Stop": []}}`:              "for MCP servers only",
			`{"permissions": {"allow": ["X"]}}`:    "for MCP servers only",
			`{"hook": {}}`:                         "for MCP servers only",
			`{"mcpservers": {}}`:                   `did you mean "mcpServers"?`,
			`{"mcpServers": {"x": "npx"}}`:         "expected an object",
			`{"mcpServers": {}, "mcpServers": {}}`: "second time",
		} {
			w := newWorld(t)
			w.write(file, text)
			if _, err := config.Load(w.options); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %s: %v", file, text, err)
			}
		}
		w := newWorld(t)
		w.write(file, `{"mcpServers": {"x": {"command": "x"}}, "inputs": []}`)
		if c := w.load(); len(c.Runnables) != 1 || !strings.Contains(warned(c, "inputs"), "only mcpServers counts") {
			t.Errorf("%+v", c)
		}
	}
}

func TestSettingsOfTheRepositoryTightenInItsSubfolders(t *testing.T) {
	w := newWorld(t)
	file := w.write("project", `{"permissions": {"deny": ["X"], "allow": ["Y"], "defaultMode": "plan"}, "sandbox": {"filesystem": {"denyRead": ["secret"]}},
  "hooks": {"PreToolUse": []}, "mcpServers": {"x": {"command": "x"}}}`)
	w.write("home/.jig/settings.json", `{"permissions": {"deny": ["above the repository"]}}`)
	w.must(os.Mkdir(filepath.Join(w.project, ".git"), 0o700))
	w.options.Dir = filepath.Join(w.project, "sub", "deep")
	w.must(os.MkdirAll(w.options.Dir, 0o700))
	w.must(w.trust.Set(w.project, true))
	c := w.load()
	m := c.Merged()
	if diff := cmp.Diff([]string{"X"}, texts(m.Permissions.Deny)); diff != "" || m.Permissions.Mode != config.Plan || len(m.Permissions.Allow) > 0 {
		t.Errorf("%+v", m.Permissions)
	}
	if diff := cmp.Diff([]string{filepath.Join(w.project, "secret")}, m.Sandbox.Hidden); diff != "" {
		t.Error(diff)
	}
	if len(c.Hooks())+len(c.MCPServers()) > 0 || !c.Trusted || c.ExecutableHash != "" {
		t.Errorf("%+v", c)
	}
	if len(c.Withheld()) != 1 || !strings.Contains(warned(c, file), "they belong to a folder above; start jig there") {
		t.Errorf("%q", c.Warnings)
	}
	w.must(os.Remove(filepath.Join(w.project, ".git")))
	if got := w.load().Merged().Permissions.Deny; len(got) > 0 {
		t.Error("without a repository:", got)
	}
}

func TestARefusalSaysItsLine(t *testing.T) {
	w := newWorld(t)
	w.write("project", "{\n\"env\": {\n\"A\": \"b\"},\n\"permissions\": {\n\"defaultMode\": \"bypass\",\n\"additionalDirectories\": [\n\"/\"]},\n\"hooks\": {\"Stop\": [1]}}")
	got := map[string]int{}
	for _, r := range w.load().Layers[0].Refused {
		got[r.Key] = r.Line
	}
	want := map[string]int{"env.A": 3, "permissions.defaultMode": 5, "permissions.additionalDirectories[0]": 7, "hooks": 8}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFurtherFolderThatIsMissingIsNamedWithItsFile(t *testing.T) {
	w := newWorld(t)
	file := w.write("user", "{\"permissions\": {\"additionalDirectories\": [\n\".\", \"nowhere\"]}}")
	_, err := config.Load(w.options)
	if err == nil || !strings.Contains(err.Error(), file+":2:") || !strings.Contains(err.Error(), "there is no folder "+filepath.Join(w.project, "nowhere")) {
		t.Error(err)
	}
}

func TestHiddenCharactersAreShown(t *testing.T) {
	for text, want := range map[string]string{
		"plain text, é and 日本": "plain text, é and 日本", "a\x1b[2Jb": `a\x1b[2Jb`, "a\nb": `a\nb`, "\u202egpj": `\u202egpj`,
		"a\u200bb": `a\u200bb`, "\xff": `\ufffd`, "\u3164": `\u3164`, "\U000e0041": `\U000e0041`,
	} {
		if got := config.Visible(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
