package agent_test

import (
	"context"
	"strings"
	"testing"

	"jig/agent"
	"jig/hook"
	"jig/wire"
)

func hooks(t *testing.T, on map[hook.Event]hook.Func) agent.Moments {
	t.Helper()
	cfg := hook.Config{Source: "test", Trusted: true, Groups: make(map[hook.Event][]hook.Group)}
	for event, f := range on {
		cfg.Groups[event] = []hook.Group{{Handlers: []hook.Handler{{Func: f}}}}
	}
	set, err := hook.New([]hook.Config{cfg}, hook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(set.Close)
	return agent.Moments{Hooks: set}
}

func TestHooksAroundASession(t *testing.T) {
	var fired []string
	keep := true
	m := hooks(t, map[hook.Event]hook.Func{
		hook.SessionStart: func(_ context.Context, in *hook.Input) (*hook.Output, error) {
			fired = append(fired, "start:"+in.Source)
			return &hook.Output{Context: "from the start"}, nil
		},
		hook.UserPromptSubmit: func(_ context.Context, in *hook.Input) (*hook.Output, error) {
			fired = append(fired, "prompt:"+in.Prompt)
			if in.Prompt == "bad" {
				return &hook.Output{Block: true, Reason: "not that"}, nil
			}
			return nil, nil
		},
		hook.Stop: func(_ context.Context, in *hook.Input) (*hook.Output, error) {
			fired = append(fired, "stop:"+in.LastMessage)
			if keep {
				keep = false
				return &hook.Output{Block: true, Reason: "run the tests"}, nil
			}
			return nil, nil
		},
	})
	p := &player{answers: answers([]step{say("done")}, []step{say("tested")})}
	s := newSession(t, agent.Options{Model: p, Moments: m})
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if got := strings.Join(fired, " "); got != "start:startup prompt:go stop:done stop:tested" {
		t.Error(got)
	}
	if got := show(s.Messages()); !strings.Contains(got, "from the start") || !strings.Contains(got, "user: text(run the tests)\n") {
		t.Error(got)
	}
	_, end = collect(t, s, wire.Say("bad"))
	wantReason(t, end, agent.Blocked)
	if end.Text != "not that" || len(p.asked) != 2 {
		t.Errorf("%q", end.Text)
	}
}
