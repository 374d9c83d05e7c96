package jig_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig"
	"jig/agent"
	"jig/config"
	"jig/engine/guard"
	"jig/policy"
	"jig/wire"
)

// home is a person without any settings, who trusts a project.
func home(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	root := t.TempDir()
	for name, value := range map[string]string{"HOME": "home", "XDG_STATE_HOME": "state", "XDG_CONFIG_HOME": "home/.config", "XDG_CACHE_HOME": "cache"} {
		t.Setenv(name, filepath.Join(root, value))
	}
	t.Setenv(jig.ModelVariable, jig.Practice)
	dir = filepath.Join(root, "project")
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// answerer says the same to every question.
type answerer bool

func (a answerer) Ask(_ context.Context, questions []guard.Question) ([]guard.Answer, error) {
	answers := make([]guard.Answer, len(questions))
	for i := range answers {
		answers[i].Allow = bool(a)
	}
	return answers, nil
}

// say runs one task on the practice model and gives what it says in the end, with the events on the way.
func say(t *testing.T, dir string, opt jig.Options, words string) (string, []agent.Event) {
	t.Helper()
	rt, err := jig.Open(t.Context(), dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
	}()
	s, err := rt.Session(t.Context(), jig.SessionOptions{Forget: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	var events []agent.Event
	for e := range s.Run(t.Context(), wire.Say(words)) {
		events = append(events, e)
	}
	return events[len(events)-1].End.Text, events
}

func TestSubAgentsWorkBelowTheirSession(t *testing.T) {
	dir := home(t, map[string]string{"project/a.txt": "hello\n"})
	text, events := say(t, dir, jig.Options{}, "agent explore: read a.txt")
	if !strings.Contains(text, "hello") {
		t.Error(text)
	}
	var below int
	for _, e := range events {
		if e.Parent != "" && e.ParentCall != "" {
			below++
		}
	}
	if below == 0 {
		t.Error("the events of the sub-agent are not among those of the session")
	}
}

func TestOnlySubAgentsReportAndNoneStartsOthersByAWildcard(t *testing.T) {
	dir := home(t, map[string]string{
		"project/a.txt":                   "hello\n",
		"home/.config/jig/agents/all.md":  "---\ndescription: x\ntools: '*'\n---\ny",
		"home/.config/jig/agents/poor.md": "---\ndescription: x\ntools: []\n---\ny",
	})
	for words, want := range map[string]string{
		`call summary {"task_result":"x"}`:                        "no tool summary is offered",
		`agent: agent: list`:                                      "no tool agent is offered",
		`agent all: agent: list`:                                  "no tool agent is offered",
		`agent all: call summary {"task_result":"the result"}`:    "the result",
		`agent poor: call summary {"task_result":"all the same"}`: "all the same",
		`agent poor: read a.txt`:                                  "Offered are: summary.",
		`agent wizard: list`:                                      "there is general, explore, plan, all, poor",
	} {
		if text, _ := say(t, dir, jig.Options{}, words); !strings.Contains(text, want) {
			t.Errorf("%s: %s", words, text)
		}
	}
}

func TestSubAgentsAreDeniedWhatTheirParentIs(t *testing.T) {
	dir := home(t, map[string]string{"project/a.txt": "hello\n", "project/.env.local": "secret\n"})
	deny := jig.Options{Mode: policy.Bypass, Rules: []policy.Rule{{Effect: policy.Deny, Text: "Read(.env*)"}, {Effect: policy.Deny, Text: "Edit(a.txt)"}}}
	for words, opt := range map[string]jig.Options{
		"agent: read .env.local":      deny,
		"agent: write a.txt: changed": deny,
		"agent: write b.txt: new":     {},
		"agent: write c.txt: new":     {Asker: answerer(false)},
		"agent: write d.txt: new":     {Mode: policy.Plan},
	} {
		if text, _ := say(t, dir, opt, words); !strings.Contains(text, "Permission denied") || strings.Contains(text, "secret\n") {
			t.Errorf("%s: %s", words, text)
		}
	}
	if text, _ := say(t, dir, jig.Options{Asker: answerer(true)}, "agent: write e.txt: new"); !strings.Contains(text, "Created e.txt") {
		t.Error(text)
	}
}

func TestATypeMayOnlyBeStricter(t *testing.T) {
	file := func(mode config.Mode) string {
		return "---\ndescription: x\npermissionMode: " + string(mode) + "\n---\ny"
	}
	dir := home(t, map[string]string{
		"project/a.txt": "hello\n", "home/.claude/agents/planner2.md": file("plan"), "home/.claude/agents/quiet.md": file("dontAsk"),
		"home/.claude/agents/wild.md": file("bypassPermissions"),
	})
	tests := map[string]struct {
		opt    jig.Options
		words  string
		denied bool
	}{
		"plan in a session that may edit":     {jig.Options{Mode: policy.AcceptEdits}, "agent planner2: write b.txt: x", true},
		"plan may look":                       {jig.Options{Mode: policy.AcceptEdits}, "agent planner2: read a.txt", false},
		"no questions where some are allowed": {jig.Options{Asker: answerer(true)}, "agent quiet: write c.txt: x", true},
		"bypass in a session that asks":       {jig.Options{Asker: answerer(false)}, "agent wild: write d.txt: x", true},
		"bypass where that is the mode":       {jig.Options{Mode: policy.Bypass}, "agent wild: write e.txt: x", false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if text, _ := say(t, dir, test.opt, test.words); strings.Contains(text, "Permission denied") != test.denied {
				t.Error(text)
			}
		})
	}
}

func TestASubAgentInAWorktreeLeavesTheFolderAlone(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := home(t, map[string]string{"project/sub/a.txt": "hello\n", "project/sub/keep.txt": "as it is\n", "project/other.txt": "x"})
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "new.txt"), []byte("not committed"), 0o600); err != nil {
		t.Fatal(err)
	}
	opt := jig.Options{
		Mode:  policy.Bypass,
		Rules: []policy.Rule{{Effect: policy.Deny, Text: "Edit(keep.txt)"}},
		Only:  []string{"agent", "read", "write", "list"},
	}
	in := func(task string) string { return `call agent {"prompt":"` + task + `","isolation":"worktree"}` }
	sub := filepath.Join(dir, "sub")
	for task, want := range map[string]string{
		"list":                                "keep.txt",
		"write a.txt: other":                  "a.txt | 2 +-",
		"write keep.txt: other":               "Permission denied",
		"write " + sub + "/keep.txt: by path": "Permission denied",
		"agent: list":                         "no tool agent is offered",
	} {
		if text, _ := say(t, sub, opt, in(task)); !strings.Contains(text, want) {
			t.Errorf("%s: %s", task, text)
		}
	}
	if text, _ := say(t, sub, jig.Options{Asker: answerer(false)}, in("list")); !strings.Contains(text, "Permission denied") {
		t.Error("nobody was asked about a worktree: " + text)
	}
	for name, want := range map[string]string{"a.txt": "hello\n", "keep.txt": "as it is\n"} {
		if text, err := os.ReadFile(filepath.Join(sub, name)); err != nil || string(text) != want {
			t.Errorf("%s: %q %v", name, text, err)
		}
	}
}

func TestBackgroundWorkGoesOnBetweenRuns(t *testing.T) {
	rt, err := jig.Open(t.Context(), home(t, map[string]string{"project/a.txt": "hello\n"}), jig.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rt.Session(t.Context(), jig.SessionOptions{Forget: true})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(words string) *agent.End {
		t.Helper()
		end, err := s.Do(t.Context(), wire.Say(words))
		if err != nil {
			t.Fatal(err)
		}
		return end
	}
	begin := func(task string) string {
		t.Helper()
		end := ask(`call agent {"prompt":"` + task + `","run_in_background":true}`)
		if len(end.Background) == 0 {
			t.Fatal(end.Text)
		}
		return end.Background[len(end.Background)-1]
	}
	id := begin("read a.txt")
	if end := ask(`call agent {"action":"wait","id":"` + id + `"}`); !strings.Contains(end.Text, "hello") {
		t.Error(end.Text)
	}
	begin("sleep 1000") // it ends with the session
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := rt.Close(); err != nil {
		t.Error(err)
	}
}

func TestSubAgentsAreForSessionsOnly(t *testing.T) {
	rt, err := jig.Open(t.Context(), home(t, map[string]string{"project/a.txt": ""}), jig.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
	}()
	if _, ok := rt.Tools().Lookup("agent"); ok {
		t.Error("agent is offered where nobody could run one")
	}
	s, err := rt.Session(t.Context(), jig.SessionOptions{Forget: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if out := rt.Call(t.Context(), "agent", map[string]string{"prompt": "x"}); !strings.Contains(out.Result.Text(), "belongs to a session") {
		t.Error(out.Result.Text())
	}
}
