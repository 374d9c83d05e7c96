package cli_test

import (
	"bytes"
	"strings"
	"testing"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/journal"
)

func TestARecordThatIsNotAsJigWroteItIsShownAllTheSame(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	store, err := jig.Sessions()
	if err != nil {
		t.Fatal(err)
	}
	j, err := store.Create(journal.Header{Dir: "\x1b[31m", Title: "a\nb\x1b]0;t\a"})
	if err != nil {
		t.Fatal(err)
	}
	kinds := []string{"session", "child", "user", "assistant", "call.started", "call.ended", "call.decision", "end", "other"}
	hostile := map[string]any{
		"status": "\x1b[2J", "reason": "\x1b[2J", "model": "\x1b[2J", "kind": "call.ended", "data": map[string]any{}, "decision": map[string]any{"effect": "\x1b[2J"},
		"message": map[string]any{"role": "assistant", "parts": []any{map[string]any{"kind": "call"}, map[string]any{"kind": "text", "text": "\x1b[2J"}}},
	}
	for _, kind := range kinds {
		for _, data := range []any{map[string]any{}, hostile, []string{"no object"}} {
			if _, err := j.Append(kind, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&cli.Logbook{Out: cli.NewOutput(&b), Format: cli.TextFormat}).Run(t.Context(), []string{j.ID()}); err != nil {
		t.Error(err)
	}
	if strings.Contains(b.String(), "\x1b") || strings.Count(b.String(), "\n") != 1+3*len(kinds) {
		t.Errorf("%q", b.String())
	}
}
