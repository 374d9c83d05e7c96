package agent_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"jig/agent"
	"jig/engine"
	"jig/journal"
	"jig/tool"
	"jig/wire"
)

// deciding is a gate made of a function.
type deciding func(r *engine.Request) engine.Decision

func (g deciding) Decide(_ context.Context, r *engine.Request) engine.Decision { return g(r) }

func TestACallThatIsAllowedWithOtherArgumentsPassesEveryGateWithThose(t *testing.T) {
	changes := func(r *engine.Request) engine.Decision {
		if r.Answered() {
			return engine.Decision{Effect: engine.Allow}
		}
		return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: json.RawMessage(`{"say":"new"}`), By: "person"}}
	}
	allows := func(*engine.Request) engine.Decision { return engine.Decision{Effect: engine.Allow} }
	denies := func(r *engine.Request) engine.Decision {
		if strings.Contains(string(r.Call.Args), "new") {
			return engine.Decision{Effect: engine.Deny, Reason: "nothing new"}
		}
		return engine.Decision{Effect: engine.Allow}
	}
	for name, test := range map[string]struct {
		gate, beside deciding
		ran          string
		record       string
	}{
		"it runs as changed, and the record says so": {changes, allows, "new", `"change":{"args":{"say":"new"},"by":"person"}`},
		"the gate of the session denies it":          {changes, denies, "", "nothing new"},
		"the gate of the session cannot change it":   {allows, changes, "", "only the gate of the engine may"},
	} {
		t.Run(name, func(t *testing.T) {
			store, j := newJournal(t)
			var b bench
			p := &player{answers: answers([]step{calls("a", "work", work{Say: "old"})}, []step{say("fine")})}
			eng := agent.NewEngine(tool.NewSet(b.tool()), test.gate, engine.Options{})
			t.Cleanup(func() {
				if err := eng.Close(); err != nil {
					t.Error(err)
				}
			})
			s := newSession(t, agent.Options{Model: p, Journal: j, Engine: eng, Gate: test.beside})
			collect(t, s, wire.Say("go"))
			if got := strings.Join(b.ran, " "); got != test.ran {
				t.Errorf("ran %q", got)
			}
			n := 0
			for _, r := range records(t, store, j) {
				if r.Kind == "call.decision" {
					if n++; !strings.Contains(string(r.Data), test.record) {
						t.Errorf("the record is %s", r.Data)
					}
				}
			}
			if n != 1 {
				t.Errorf("%d decisions are recorded", n)
			}
		})
	}
}

func TestAnAnswerToTheGateOfTheEngineIsNoneToTheGateOfTheSession(t *testing.T) {
	changes := deciding(func(r *engine.Request) engine.Decision {
		if r.Answered() {
			return engine.Decision{Effect: engine.Allow}
		}
		return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: json.RawMessage(`{"say":"new"}`), By: "person"}}
	})
	// A gate that would ask, and has nobody to ask.
	wary := deciding(func(r *engine.Request) engine.Decision {
		if r.Answered() {
			return engine.Decision{Effect: engine.Allow}
		}
		return engine.Decision{Effect: engine.Ask, Reason: "somebody has to look at it"}
	})
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "old"})}, []step{say("fine")})}
	eng := agent.NewEngine(tool.NewSet(b.tool()), changes, engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	s := newSession(t, agent.Options{Model: p, Engine: eng, Gate: wary})
	collect(t, s, wire.Say("go"))
	if len(b.ran) != 0 {
		t.Errorf("ran %q, which the gate of the session wanted to ask about", b.ran)
	}
}

func TestWhatAPersonSaidWithAYesIsNotLostBesideTheGateOfTheSession(t *testing.T) {
	says := deciding(func(*engine.Request) engine.Decision {
		return engine.Decision{Effect: engine.Allow, Reason: "a person was asked", Words: "but hurry"}
	})
	allows := deciding(func(*engine.Request) engine.Decision { return engine.Decision{Effect: engine.Allow} })
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "it"})}, []step{say("fine")})}
	eng := agent.NewEngine(tool.NewSet(b.tool()), says, engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	s := newSession(t, agent.Options{Model: p, Journal: j, Engine: eng, Gate: allows})
	collect(t, s, wire.Say("go"))
	if read, err := json.Marshal(s.Messages()); err != nil || !strings.Contains(string(read), "but hurry") {
		t.Errorf("the model reads %s, %v", read, err)
	}
	for _, r := range records(t, store, j) {
		if r.Kind == "call.decision" && !strings.Contains(string(r.Data), "a person was asked") {
			t.Errorf("the record is %s", r.Data)
		}
	}
}

func TestAfterACrashTheModelIsToldWithWhichArgumentsACallMayHaveRun(t *testing.T) {
	gate := deciding(func(r *engine.Request) engine.Decision {
		if r.Answered() {
			return engine.Decision{Effect: engine.Allow}
		}
		return engine.Decision{Effect: engine.Allow, Change: &engine.Change{Args: json.RawMessage(`{"say":"new"}`), By: "person"}}
	})
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "old"})}, []step{say("fine")})}
	eng := agent.NewEngine(tool.NewSet(b.tool()), gate, engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	s := newSession(t, agent.Options{Model: p, Journal: j, Engine: eng})
	collect(t, s, wire.Say("go"))
	all := records(t, store, j)
	end := slices.IndexFunc(all, func(r journal.Record) bool { return r.Kind == "call.ended" })
	for name, left := range map[string][]journal.Record{
		"its end was not seen":                  all[:end],
		"it has a result, which says so itself": all[:end+1],
	} {
		again := resume(t, left, agent.Options{Model: &player{}})
		read, err := json.Marshal(again.Messages())
		if err != nil || !strings.Contains(string(read), "changed its arguments") || !strings.Contains(string(read), "new") {
			t.Errorf("%s: the model reads %s, %v", name, read, err)
		}
	}
}
