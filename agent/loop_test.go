package agent_test

import (
	"context"
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

func TestAnAnswerWithoutCallsEndsTheRun(t *testing.T) {
	p := &player{answers: answers([]step{say("hel"), say("lo"), uses(10, 2)}), info: model.Info{Price: model.Price{Input: 1, Output: 5}}}
	s := newSession(t, agent.Options{Model: p})
	events, end := collect(t, s, wire.Say("hi"))
	wantReason(t, end, agent.Done)
	if end.Text != "hello" || texts(events) != "hello" || end.Turns != 1 {
		t.Errorf("got %+v, text %q", end, texts(events))
	}
	if u := s.Usage(); u.Input != 10 || u.Output != 2 || end.Cost != 20e-6 {
		t.Errorf("usage %+v, cost %v", u, end.Cost)
	}
	if got := show(s.Messages()); got != "user: text(hi)\nassistant: text(hel) text(lo)\n" {
		t.Error(got)
	}
}

func TestCallsRunWhileTheModelTalks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers(
			[]step{calls("a", "work", work{Say: "one", MS: 100}), pause(300 * time.Millisecond), calls("b", "work", work{Say: "two", MS: 100}), pause(50 * time.Millisecond)},
			[]step{say("done")},
		)}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		begin := time.Now()
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if took := time.Since(begin); took != 400*time.Millisecond {
			t.Errorf("the run took %s, want 400ms: the stream and what came after it", took)
		}
		if at := b.at["one"].Sub(begin); at > time.Millisecond {
			t.Errorf("the first call started after %s", at)
		}
		if got := show(s.Messages()); got != "user: text(go)\nassistant: call(a) call(b)\nuser: result(a: did one) result(b: did two)\nassistant: text(done)\n" {
			t.Error(got)
		}
	})
}

func TestSteeringComesWithTheResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers(
			[]step{calls("a", "work", work{Say: "one", MS: 100, Writes: "/x"}), calls("b", "work", work{Say: "two", MS: 100, Writes: "/x"})},
			[]step{say("as you like")},
		)}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		time.AfterFunc(50*time.Millisecond, func() { s.Steer(wire.Say("stop that")) })
		events, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if len(b.ran) != 1 || count(events, agent.Steered) != 1 {
			t.Errorf("ran %v", b.ran)
		}
		last := p.asked[1].Messages
		if got := show(last[2:]); got != "user: result(a: did one) result(b: Skipped due to queued user message.) text(stop that)\n" {
			t.Error(got)
		}
	})
}

func TestSteeringWithoutCallsIsTakenAfterTheAnswer(t *testing.T) {
	p := &player{answers: answers([]step{say("one")}, []step{say("two")}, []step{say("three")})}
	s := newSession(t, agent.Options{Model: p})
	p.answers[0] = append(p.answers[0], does(func(context.Context) { s.Steer(wire.Say("more")) }))
	s.FollowUp(wire.Say("and more"))
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if got := show(s.Messages()); got != "user: text(go)\nassistant: text(one)\nuser: text(more)\nassistant: text(two)\nuser: text(and more)\nassistant: text(three)\n" {
		t.Error(got)
	}
}

func TestQueuesTakeOneOrAll(t *testing.T) {
	for name, c := range map[string]struct {
		queue agent.Queue
		turns int
	}{"one at a time": {agent.OneAtATime, 3}, "all": {agent.All, 2}} {
		t.Run(name, func(t *testing.T) {
			p := &player{answers: answers([]step{say("1")}, []step{say("2")}, []step{say("3")})}
			s := newSession(t, agent.Options{Model: p, FollowUps: c.queue})
			s.FollowUp(wire.Say("a"))
			s.FollowUp(wire.Say("b"))
			_, end := collect(t, s, wire.Say("go"))
			if end.Turns != c.turns {
				t.Errorf("%d turns, want %d", end.Turns, c.turns)
			}
		})
	}
}

func TestTheFirstInterruptStopsTheTools(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers(
			[]step{calls("a", "work", work{Say: "one", MS: 100_000}), pause(200 * time.Millisecond), calls("b", "work", work{Say: "two"})},
			[]step{say("understood")},
		)}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		time.AfterFunc(100*time.Millisecond, func() { s.Interrupt() })
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if len(b.ran) != 0 {
			t.Errorf("ran %v", b.ran)
		}
		if got := show(s.Messages()); strings.Count(got, "interrupted the tools") != 2 || !strings.Contains(got, "understood") {
			t.Error(got)
		}
	})
}

func TestTheSecondInterruptStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers([]step{say("working"), calls("a", "work", work{Say: "one", MS: 100_000}), pause(time.Hour)})}
		s := newSession(t, agent.Options{Model: p, Limits: agent.Limits{Time: -1}}, b.tool())
		time.AfterFunc(100*time.Millisecond, func() { s.Interrupt() })
		time.AfterFunc(200*time.Millisecond, func() { s.Interrupt() })
		events, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Halted)
		if count(events, agent.Interrupted) != 2 {
			t.Error("two interrupts were not told")
		}
		if got := show(s.Messages()); !strings.Contains(got, "assistant: text(working) call(a)\nuser: result(a") {
			t.Error(got)
		}
	})
}

func TestAnInterruptWithoutToolsStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{answers: answers([]step{say("well, "), pause(time.Minute), say("no")}, []step{say("again")})}
		s := newSession(t, agent.Options{Model: p})
		time.AfterFunc(time.Second, func() { s.Interrupt() })
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Halted)
		if got := show(s.Messages()); got != "user: text(go)\nassistant: text(well, )\n" {
			t.Error(got)
		}
		_, end = collect(t, s, wire.Say("go on"))
		wantReason(t, end, agent.Done)
	})
}

func TestAnInterruptCanHandBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers([]step{calls("a", "work", work{MS: 100_000})})}
		s := newSession(t, agent.Options{Model: p, HandBack: true}, b.tool())
		time.AfterFunc(time.Second, func() { s.Interrupt() })
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Halted)
	})
}

func TestLimitsEndTheRunWithEveryCallAnswered(t *testing.T) {
	endless := func(n int) [][]step {
		var all [][]step
		for range n {
			all = append(all, []step{calls("a", "work", work{Say: "x" + string(rune('a'+len(all)))}), uses(100, 10)})
		}
		return all
	}
	for name, c := range map[string]struct {
		limits agent.Limits
		want   agent.Reason
		turns  int
	}{
		"turns":  {agent.Limits{Turns: 3}, agent.MaxTurns, 3},
		"tokens": {agent.Limits{Tokens: 250}, agent.MaxTokens, 3},
		"cost":   {agent.Limits{Cost: 0.0003}, agent.MaxCost, 2},
	} {
		t.Run(name, func(t *testing.T) {
			var b bench
			p := &player{answers: endless(20), info: model.Info{Price: model.Price{Input: 1, Output: 10}}}
			s := newSession(t, agent.Options{Model: p, Limits: c.limits}, b.tool())
			_, end := collect(t, s, wire.Say("go"))
			wantReason(t, end, c.want)
			if end.Turns != c.turns || len(b.ran) != c.turns {
				t.Errorf("%d turns, ran %v, want %d", end.Turns, b.ran, c.turns)
			}
		})
	}
}

func TestTheTimeLimitStopsToolsAndStream(t *testing.T) {
	for name, answer := range map[string][]step{
		"a tool at work":      {calls("a", "work", work{MS: 1_000_000})},
		"a model that thinks": {pause(time.Hour)},
		"both":                {calls("a", "work", work{MS: 1_000_000}), pause(time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b bench
				s := newSession(t, agent.Options{Model: &player{answers: answers(answer)}, Limits: agent.Limits{Time: time.Second}}, b.tool())
				begin := time.Now()
				_, end := collect(t, s, wire.Say("go"))
				wantReason(t, end, agent.MaxTime)
				if took := time.Since(begin); took > 2*time.Second {
					t.Errorf("took %s", took)
				}
			})
		})
	}
}

func TestABrokenAnswerIsAskedForAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{answers: answers([]step{say("hal"), breaks(broken())}, []step{breaks(broken())}, []step{say("whole")})}
		s := newSession(t, agent.Options{Model: p})
		events, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if count(events, agent.Retrying) != 2 || end.Turns != 1 {
			t.Errorf("%d retries, %d turns", count(events, agent.Retrying), end.Turns)
		}
		if got := show(s.Messages()); got != "user: text(go)\nassistant: text(whole)\n" {
			t.Error(got)
		}
	})
}

func TestAnAnswerThatBreaksForGoodFailsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &player{answers: answers([]step{breaks(broken())}, []step{breaks(broken())}, []step{say("late")})}
		s := newSession(t, agent.Options{Model: p, Retries: 1})
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Failed)
		denied := &model.Error{Reason: model.Unauthorized, Provider: "test", Text: "no key"}
		p = &player{answers: answers([]step{breaks(denied)})}
		_, end = collect(t, newSession(t, agent.Options{Model: p}), wire.Say("go"))
		wantReason(t, end, agent.Failed)
		if len(p.asked) != 1 {
			t.Errorf("asked %d times", len(p.asked))
		}
	})
}

func TestABrokenAnswerWhoseCallsHaveStartedIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers(
			[]step{say("first"), calls("a", "work", work{Say: "one"}), calls("b", "work", work{Say: "two", MS: 100_000}), pause(time.Second), breaks(broken())},
			[]step{say("fine")},
		)}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if len(b.ran) != 1 {
			t.Errorf("ran %v", b.ran)
		}
		got := show(s.Messages())
		if !strings.Contains(got, "assistant: text(first) call(a) call(b)\nuser: result(a: did one) result(b: Cancelled") || !strings.Contains(got, "broke off") {
			t.Error(got)
		}
	})
}

func TestReasonsToStop(t *testing.T) {
	for name, c := range map[string]struct {
		answers [][]step
		want    agent.Reason
		in      string // of the transcript
	}{
		"a refusal":                            {answers([]step{say("no"), stops(wire.Refusal)}), agent.Refused, "text(no)"},
		"a pause goes on":                      {answers([]step{say("one"), stops(wire.Paused)}, []step{say("two")}), agent.Done, "assistant: text(one) text(two)\n"},
		"a long text":                          {answers([]step{say("one"), stops(wire.MaxTokens)}), agent.Truncated, "text(one)"},
		"an unfinished call":                   {answers([]step{say("one"), {begin: &wire.Call{ID: "x", Name: "work"}}, stops(wire.MaxTokens)}, []step{say("ok")}), agent.Done, "in the middle of a call of work"},
		"a tool that stops the turn":           {answers([]step{calls("a", "work", work{Say: "x", Stop: true})}), agent.Stopped, "did x"},
		"a tool that parks it":                 {answers([]step{calls("a", "work", work{Say: "x", Wait: "tomorrow"})}), agent.Suspended, "did x"},
		"an unknown tool":                      {answers([]step{calls("a", "werk", work{})}, []step{say("ok")}), agent.Done, "result(a:"},
		"two calls of one id":                  {answers([]step{calls("a", "work", work{Say: "1"}), calls("a", "work", work{Say: "2"})}, []step{say("ok")}), agent.Done, "result(a: did 1) result(a_2: did 2)"},
		"arguments that are not JSON":          {answers([]step{{call: &wire.Call{ID: "a", Name: "work", Args: []byte(`{"say":`)}}}, []step{say("ok")}), agent.Done, "result(a:"},
		"an empty answer":                      {answers([]step{stops(wire.EndTurn)}), agent.Done, "user: text(go)\n"},
		"calls that come beside a long answer": {answers([]step{calls("a", "work", work{Say: "1"}), {begin: &wire.Call{ID: "x", Name: "work"}}, stops(wire.MaxTokens)}, []step{say("ok")}), agent.Done, "result(a: did 1) text((Your answer was cut"},
	} {
		t.Run(name, func(t *testing.T) {
			var b bench
			s := newSession(t, agent.Options{Model: &player{answers: c.answers}}, b.tool())
			_, end := collect(t, s, wire.Say("go"))
			wantReason(t, end, c.want)
			if got := show(s.Messages()); !strings.Contains(got, c.in) {
				t.Errorf("%q is not in\n%s", c.in, got)
			}
		})
	}
}

func TestBackgroundWorkIsNoted(t *testing.T) {
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "x", Leave: "job-1"})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p}, b.tool())
	_, end := collect(t, s, wire.Say("go"))
	if len(end.Background) != 1 || end.Background[0] != "job-1" {
		t.Errorf("background %v", end.Background)
	}
}

func TestOnlyTheToolsOfTheSessionRun(t *testing.T) {
	var b, c bench
	other := c.tool()
	named := named{other, "other"}
	p := &player{answers: answers([]step{calls("a", "other", work{Say: "x"}), calls("b", "work", work{Say: "y"})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p, Tools: []string{"Work"}}, b.tool(), named)
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if len(c.ran) != 0 || len(b.ran) != 1 {
		t.Errorf("ran %v and %v", b.ran, c.ran)
	}
	if got := p.asked[0].Tools; len(got) != 1 || got[0].Name != "work" {
		t.Errorf("offered %v", got)
	}
}

func TestLeavingTheLoopStopsTheRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{answers: answers([]step{calls("a", "work", work{MS: 100_000}), pause(time.Hour)})}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		for e := range s.Run(t.Context(), wire.Say("go")) {
			if e.Kind == agent.CallReady {
				break
			}
		}
		wantValid(t, s.Messages())
		for e := range s.Run(t.Context(), wire.Say("again")) {
			if e.Kind == agent.RunEnded {
				wantReason(t, e.End, agent.Failed) // nothing more to play
			}
		}
	})
}

// asking is a gate that nobody answers.
type asking struct{ asked chan string }

func (a asking) Decide(ctx context.Context, req *engine.Request) engine.Decision {
	select {
	case a.asked <- req.Call.ID:
		return engine.Decision{Effect: engine.Allow}
	case <-ctx.Done():
		return engine.Decision{Effect: engine.Deny, Reason: "no answer"}
	}
}

func TestABrokenAnswerIsAskedForAgainIfNoneOfItsCallsHasStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, j := newJournal(t)
		var b bench
		gate := asking{asked: make(chan string)}
		p := &player{answers: answers(
			[]step{calls("a", "work", work{Say: "no"}), pause(time.Second), breaks(broken())},
			[]step{calls("a", "work", work{Say: "yes"}), does(func(ctx) { <-gate.asked })},
			[]step{say("fine")},
		)}
		eng := agent.NewEngine(tool.NewSet(b.tool()), gate, engine.Options{})
		s := newSession(t, agent.Options{Model: p, Journal: j, Engine: eng})
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if len(b.ran) != 1 || b.ran[0] != "yes" {
			t.Errorf("ran %v", b.ran)
		}
		want := "user: text(go)\nassistant: call(a)\nuser: result(a: did yes)\nassistant: text(fine)\n"
		if got := show(s.Messages()); got != want {
			t.Error(got)
		}
		again := resume(t, records(t, store, j), agent.Options{Model: p, Engine: eng})
		if got := show(again.Messages()); got != want {
			t.Errorf("resumed: %s", got)
		}
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
}
