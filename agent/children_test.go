package agent_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

type task struct {
	Prompt string   `json:"prompt"`
	Tools  []string `json:"tools,omitempty"`
	Turns  int      `json:"turns,omitempty"`
}

// spawner is a tool that starts a sub-agent, as the real one does.
func spawner(child model.Model) tool.Tool {
	spec := tool.Spec{Name: "agent", Aliases: []string{"Task"}, Description: "Starts a sub-agent", Access: tool.ReadOnly, Timeout: -1}
	return tool.New(spec, func(ctx context.Context, in task) (*tool.Result, error) {
		s := agent.FromContext(ctx)
		rep, err := s.Spawn(ctx, agent.Task{Prompt: in.Prompt, Tools: in.Tools, Model: child, Limits: agent.Limits{Turns: in.Turns}})
		res := tool.TextResult(rep.Text)
		res.ChildLoop = rep.Loop
		return res, err
	})
}

func TestAChildDoesATaskAndReports(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	child := &player{answers: answers([]step{calls("k", "work", work{Say: "inside"}), uses(50, 5)}, []step{say("found it"), uses(60, 6)})}
	p := &player{answers: answers([]step{calls("a", "Task", task{Prompt: "find it"}), uses(10, 1)}, []step{say("thanks"), uses(20, 2)})}
	s := newSession(t, agent.Options{Model: p, Journal: j}, b.tool(), spawner(child))
	events, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if got := show(s.Messages()); !strings.Contains(got, "result(a: found it)") {
		t.Error(got)
	}
	if u := s.Usage(); u.Input != 140 || end.Usage.Input != 140 {
		t.Errorf("usage %+v and %+v, want 140", u, end.Usage)
	}
	loops := make(map[string]int)
	for _, e := range events {
		if e.Loop != s.ID() {
			loops[e.Loop]++
			if e.Parent != s.ID() || e.ParentCall != "a" {
				t.Fatalf("event of a child: %+v", e)
			}
		}
	}
	if len(loops) != 1 {
		t.Errorf("children %v", loops)
	}
	if tools := child.asked[0].Tools; len(tools) != 1 || tools[0].Name != "work" {
		t.Errorf("the child was offered %v", tools)
	}
	again := resume(t, records(t, store, j), agent.Options{Model: p}, b.tool())
	if again.Usage() != s.Usage() {
		t.Errorf("resumed with %+v, want %+v", again.Usage(), s.Usage())
	}
}

func TestAChildHasNoMoreThanItsParent(t *testing.T) {
	var b, c bench
	child := &player{answers: answers([]step{calls("k", "other", work{Say: "no"}), calls("l", "agent", task{Prompt: "x"}), calls("m", "work", work{Say: "yes"})}, []step{say("done")})}
	p := &player{answers: answers([]step{calls("a", "agent", task{Prompt: "try", Tools: []string{"*", "other", "agent"}})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p, Tools: []string{"work", "agent"}}, b.tool(), named{c.tool(), "other"}, spawner(child))
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if len(c.ran) > 0 || len(b.ran) != 1 || len(child.asked) != 2 {
		t.Errorf("ran %v and %v, asked %d", b.ran, c.ran, len(child.asked))
	}
}

func TestAChildIsStoppedWithItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		child := &player{answers: answers([]step{calls("k", "work", work{Say: "long", MS: 1_000_000})})}
		p := &player{answers: answers([]step{calls("a", "agent", task{Prompt: "try"})}, []step{say("ok")})}
		s := newSession(t, agent.Options{Model: p, Limits: agent.Limits{Time: -1}}, b.tool(), spawner(child))
		time.AfterFunc(5*time.Minute, func() { s.Interrupt() }) // longer than the engine's own timeout
		begin := time.Now()
		events, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if took := time.Since(begin); took < 2*time.Minute || took > 5*time.Minute+10*time.Second {
			t.Errorf("took %s", took)
		}
		var ended bool
		for _, e := range events {
			ended = ended || e.Kind == agent.RunEnded && e.Parent != ""
		}
		if !ended {
			t.Error("the child did not end")
		}
	})
}

func TestAChildRunsOutOfItsLimits(t *testing.T) {
	child := &player{}
	for range 10 {
		child.answers = append(child.answers, []step{calls("k", "work", work{Say: strings.Repeat("x", len(child.answers)+1)}), uses(100, 1)})
	}
	for name, c := range map[string]struct {
		limits agent.Limits
		turns  int
		want   string
	}{
		"of its own":       {agent.Limits{}, 2, "2 turns"},
		"of its parent":    {agent.Limits{Tokens: 350}, 50, "tokens"},
		"it has none left": {agent.Limits{Tokens: 11}, 50, "tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			var b bench
			child := &player{answers: child.answers}
			p := &player{answers: answers([]step{calls("a", "agent", task{Prompt: "try", Turns: c.turns}), uses(1, 1)}, []step{say("ok")})}
			s := newSession(t, agent.Options{Model: p, Limits: c.limits}, b.tool(), spawner(child))
			collect(t, s, wire.Say("go"))
			if got := show(s.Messages()); !strings.Contains(got, c.want) {
				t.Error(got)
			}
		})
	}
}

func TestChildrenPassTheSameGate(t *testing.T) {
	var b bench
	child := &player{answers: answers([]step{calls("k", "work", work{Say: "x"})}, []step{say("refused")})}
	p := &player{answers: answers([]step{calls("a", "agent", task{Prompt: "try"})}, []step{say("ok")})}
	eng := agent.NewEngine(tool.NewSet(b.tool(), spawner(child)), onlyAgents{}, engine.Options{})
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	s := newSession(t, agent.Options{Model: p, Engine: eng})
	collect(t, s, wire.Say("go"))
	if len(b.ran) > 0 || len(child.asked) != 2 || !strings.Contains(show(child.asked[1].Messages), "only agents") {
		t.Errorf("ran %v", b.ran)
	}
}

type onlyAgents struct{}

func (onlyAgents) Decide(_ context.Context, req *engine.Request) engine.Decision {
	if req.Spec.Name == "agent" {
		return engine.Decision{Effect: engine.Allow}
	}
	return engine.Decision{Effect: engine.Deny, Reason: "only agents"}
}

func TestAChildCanHaveAStricterGate(t *testing.T) {
	var b bench
	child := &player{answers: answers([]step{calls("k", "work", work{Say: "x"})}, []step{say("refused")})}
	s := newSession(t, agent.Options{Model: &player{}}, b.tool())
	rep, err := s.Spawn(t.Context(), agent.Task{Prompt: "try", Model: child, Gate: onlyAgents{}, Loop: "mine"})
	if err != nil || rep.Loop != "mine" {
		t.Error(rep, err)
	}
	if len(b.ran) > 0 || !strings.Contains(show(child.asked[1].Messages), "only agents") {
		t.Errorf("ran %v", b.ran)
	}
}

func TestClosingASessionEndsChildrenInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		child := &player{answers: answers([]step{calls("k", "work", work{Say: "long", MS: 1_000_000})})}
		s := newSession(t, agent.Options{Model: &player{}}, b.tool())
		got := make(chan error, 1)
		go func() {
			_, err := s.Spawn(t.Context(), agent.Task{Prompt: "x", Model: child})
			got <- err
		}()
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if err := <-got; err == nil {
			t.Error("the child came to an end of its own")
		}
		if _, err := s.Spawn(t.Context(), agent.Task{Prompt: "x", Model: child}); err == nil {
			t.Error("a closed session has a child")
		}
	})
}

func TestAChildCanHaveAToolOfItsOwn(t *testing.T) {
	var b, c bench
	child := &player{answers: answers([]step{calls("k", "summary", work{Say: "all"})}, []step{say("done")})}
	s := newSession(t, agent.Options{Model: &player{}, Without: []string{"summary"}}, b.tool(), named{c.tool(), "summary"})
	if _, err := s.Spawn(t.Context(), agent.Task{Prompt: "x", Model: child, Tools: []string{}, Always: []string{"summary"}}); err != nil {
		t.Fatal(err)
	}
	if tools := child.asked[0].Tools; len(c.ran) != 1 || len(tools) != 1 || tools[0].Name != "summary" {
		t.Errorf("ran %v, offered %v", c.ran, tools)
	}
}

func TestAnAnswerOfAChildCanBeAskedForAgain(t *testing.T) {
	child := &player{answers: answers([]step{say("words")}, []step{say(`{"n":1}`)})}
	s := newSession(t, agent.Options{Model: &player{}})
	rounds := 0
	rep, err := s.Spawn(t.Context(), agent.Task{Prompt: "x", Model: child, More: func(_ context.Context, sofar agent.Report) (wire.Message, bool) {
		if rounds++; strings.HasPrefix(sofar.Text, "{") {
			return wire.Message{}, false
		}
		return wire.Say("as JSON, please"), true
	}})
	if err != nil || rep.Text != `{"n":1}` || rounds != 2 || rep.Turns != 2 {
		t.Errorf("%+v %v after %d rounds", rep, err, rounds)
	}
	if _, err := newSession(t, agent.Options{Model: &player{}, Depth: -1}).Spawn(t.Context(), agent.Task{Prompt: "x"}); !errors.Is(err, agent.ErrDepth) {
		t.Error(err)
	}
}

// spender never has enough, and pays a hundred tokens each time.
type spender struct{ player }

func (m *spender) Stream(context.Context, *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		<-time.After(time.Millisecond)
		call := wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: "a", Name: "work", Args: []byte("{}")}}
		reply := &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: []wire.Part{call}}, Usage: wire.Usage{Input: 100}}
		yield(wire.Event{Kind: wire.Done, Reply: reply}, nil)
	}
}

func TestChildrenThatRunTogetherShareWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		var first []step
		for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			first = append(first, calls(id, "agent", task{Prompt: "spend " + id}))
		}
		p := &player{answers: answers(first, []step{say("end")})}
		loops := engine.LoopLimits{Repeats: 1000, Cycles: 1000}
		s := newSession(t, agent.Options{Model: p, Loops: loops, Limits: agent.Limits{Tokens: 1000}}, b.tool(), spawner(&spender{}))
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.MaxTokens)
		if used := s.Usage().Input; used > 1000+7*100 { // each may have one answer under way
			t.Errorf("%d tokens were used of 1000", used)
		}
	})
}

func TestWhatAChildOfAChildHasUsedIsKnownAfterwards(t *testing.T) {
	store, j := newJournal(t)
	m := &player{answers: answers(
		[]step{calls("a", "agent", task{Prompt: "1", Tools: []string{"agent"}}), uses(10, 1)},
		[]step{calls("b", "agent", task{Prompt: "2"}), uses(20, 1)},
		[]step{say("deep"), uses(40, 1)}, []step{say("middle"), uses(80, 1)}, []step{say("top"), uses(160, 1)},
	)}
	s := newSession(t, agent.Options{Model: m, Journal: j, Depth: 2}, spawner(m))
	collect(t, s, wire.Say("go"))
	again := resume(t, records(t, store, j), agent.Options{Model: m})
	if got := again.Usage(); got.Input != 310 || got != s.Usage() {
		t.Errorf("%+v, and after it was resumed %+v; want 310", s.Usage(), got)
	}
}
