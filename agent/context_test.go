package agent_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jig/agent"
)

// tree writes files below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func trusting(string) bool { return true }

func paths(t *testing.T, dir string, files []agent.ContextFile) string {
	t.Helper()
	var names []string
	for _, f := range files {
		rel, err := filepath.Rel(dir, f.Path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(rel)+"="+f.Text)
	}
	return strings.Join(names, " ")
}

func TestContextComesFromTheRootToTheFolder(t *testing.T) {
	dir := tree(t, map[string]string{
		"conf/jig/AGENTS.md": "mine", "p/.git/HEAD": "ref: refs/heads/main\n", "p/AGENTS.md": "top", "p/CLAUDE.md": "claude",
		"p/a/CLAUDE.md": "inner", "p/a/b/AGENTS.md": "top", "p/c/AGENTS.md": "elsewhere", "AGENTS.md": "outside",
	})
	opt := agent.ContextOptions{Dir: filepath.Join(dir, "p", "a", "b"), ConfigHome: filepath.Join(dir, "conf"), Trusted: trusting}
	files, err := agent.ReadContext(opt)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := paths(t, dir, files), "conf/jig/AGENTS.md=mine p/AGENTS.md=top p/CLAUDE.md=claude p/a/CLAUDE.md=inner"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	opt.Trusted = func(string) bool { return false }
	files, err = agent.ReadContext(opt)
	if got := paths(t, dir, files); got != "conf/jig/AGENTS.md=mine" || err != nil {
		t.Errorf("without trust: %s, %v", got, err)
	}
	if got := agent.Branch(opt.Dir); got != "main" {
		t.Errorf("branch %q", got)
	}
}

func TestContextIsBounded(t *testing.T) {
	dir := tree(t, map[string]string{"AGENTS.md": strings.Repeat("ä", 1000), "a/AGENTS.md": strings.Repeat("b", 1000), "a/b/AGENTS.md": "c"})
	files, err := agent.ReadContext(agent.ContextOptions{Dir: filepath.Join(dir, "a", "b"), Root: dir, Trusted: trusting, MaxFile: 101, MaxTotal: 150})
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	if files[0].Text != strings.Repeat("ä", 50) || !files[0].Cut || len(files[1].Text) > 50 {
		t.Errorf("%q %v, %d bytes", files[0].Text, files[0].Cut, len(files[1].Text))
	}
}

func TestContextDoesNotFollowLinksOutOfTheProject(t *testing.T) {
	dir := tree(t, map[string]string{"secret": "key", "p/x": "inside"})
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "p", "AGENTS.md")); err != nil {
		t.Skip("no links here:", err)
	}
	if err := os.Symlink("x", filepath.Join(dir, "p", "CLAUDE.md")); err != nil {
		t.Fatal(err)
	}
	files, err := agent.ReadContext(agent.ContextOptions{Dir: filepath.Join(dir, "p"), Trusted: trusting})
	if err == nil || len(files) != 1 || files[0].Text != "inside" {
		t.Errorf("%v, %v", files, err)
	}
}

func TestThePromptSaysWhereItIs(t *testing.T) {
	got := agent.Prompt(agent.PromptOptions{
		Base: "Be brief.", Dir: "/w", Platform: "linux/amd64", Branch: "main", Date: time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
		Context: []agent.ContextFile{{Path: "/w/AGENTS.md", Text: "tabs"}}, More: "More.",
	})
	for _, want := range []string{"Be brief.\n", "<project-instructions path=\"/w/AGENTS.md\">\ntabs\n", "More.\n", "folder: /w\nplatform: linux/amd64\ngit branch: main\ndate: Tuesday, 3 February 2026\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if base := agent.Prompt(agent.PromptOptions{}); len(base) < 200 || strings.Contains(base, "environment") {
		t.Errorf("the default is %q", base)
	}
}
