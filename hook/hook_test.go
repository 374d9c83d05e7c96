package hook_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jig/hook"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bash is a set with one command for the event.
func bash(t *testing.T, event hook.Event, handlers ...hook.Handler) *hook.Set {
	t.Helper()
	return newSet(t, hook.Options{}, trusted(event, handlers...))
}

func trusted(event hook.Event, handlers ...hook.Handler) hook.Config {
	return hook.Config{Source: "settings.json", Trusted: true, Groups: map[hook.Event][]hook.Group{event: {{Handlers: handlers}}}}
}

func newSet(t *testing.T, opt hook.Options, configs ...hook.Config) *hook.Set {
	t.Helper()
	if opt.ProjectDir == "" {
		opt.ProjectDir = t.TempDir()
	}
	set, err := hook.New(configs, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	return set
}

func command(line string) hook.Handler {
	return hook.Handler{Command: line, Timeout: 20 * time.Second}
}

func call(event hook.Event) *hook.Input {
	return &hook.Input{
		Event: event, SessionID: "s1", ToolUseID: "t1",
		Tool:      hook.ToolName{Canonical: "shell", Aliases: []string{"Bash"}, Builtin: true},
		ToolInput: json.RawMessage(`{"command":"ls"}`), ToolResponse: json.RawMessage(`{"out":"x"}`), Prompt: "hello",
	}
}

func fire(t *testing.T, set *hook.Set, in *hook.Input) *hook.Result {
	t.Helper()
	res, err := set.Fire(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func contains(t *testing.T, what, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s is %q, want %q in it", what, text, part)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}
