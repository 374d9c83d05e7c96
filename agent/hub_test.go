package agent_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jig/agent"
	"jig/wire"
)

func TestASlowReaderHoldsNobodyUpAndMissesNothingThatMatters(t *testing.T) {
	var answer []step
	for range 20_000 {
		answer = append(answer, say("word "))
	}
	var b bench
	p := &player{answers: answers(append(answer, calls("a", "work", work{Say: "x"})), []step{say("done")})}
	s := newSession(t, agent.Options{Model: p}, b.tool())
	slow := s.Events() // it is read only when everything is over
	if _, err := s.Do(t.Context(), wire.Say("go")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var events []agent.Event
	missed := 0
	for e := range slow {
		events = append(events, e)
		missed += e.Missed
	}
	if got := strings.Count(texts(events), "word "); got != 20_000 || missed > 0 {
		t.Errorf("%d words in %d events, %d missed", got, len(events), missed)
	}
	if len(events) > 500 {
		t.Errorf("%d events waited", len(events))
	}
	for kind, want := range map[agent.Kind]int{agent.RunStarted: 1, agent.RunEnded: 1, agent.TurnStarted: 2, agent.TurnEnded: 2, agent.CallReady: 1, agent.Spoken: 4} {
		if got := count(events, kind); got != want {
			t.Errorf("%d of %s, want %d:\n%.2000s", got, kind, want, show(s.Messages()[1:]))
		}
	}
}

func TestEventsAreFlatJSON(t *testing.T) {
	var b bench
	p := &player{answers: answers([]step{say("hi"), calls("a", "work", work{Say: "x"}), uses(3, 4)}, []step{say("done")})}
	s := newSession(t, agent.Options{Model: p, ID: "s1"}, b.tool())
	events, _ := collect(t, s, wire.Say("go"))
	for _, e := range events {
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatalf("%s: %v", e.Kind, err)
		}
		if !strings.HasPrefix(string(raw), `{"type":"`+string(e.Kind)+`"`) || !strings.Contains(string(raw), `"loop_id":"s1"`) {
			t.Errorf("%s", raw)
		}
	}
}

func TestAReaderWhoNeverReadsCostsSoMuchAndNoMore(t *testing.T) {
	var b bench
	p := &player{}
	for i := range 20 {
		var a []step
		for n := range 600 {
			a = append(a, calls("a", "work", work{Say: fmt.Sprint(i, "-", n)}))
		}
		p.answers = append(p.answers, a)
	}
	p.answers = append(p.answers, []step{say("end")})
	s := newSession(t, agent.Options{Model: p, Limits: agent.Limits{Tokens: -1}}, b.tool())
	idle := s.Events()
	if _, err := s.Do(t.Context(), wire.Say("go")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	n, missed, last := 0, 0, agent.Kind("")
	for e := range idle {
		n, missed, last = n+1, missed+e.Missed, e.Kind
	}
	if n > 1<<16+1 || missed == 0 || last != agent.RunEnded {
		t.Errorf("%d events waited, %d were missed, the last was %s", n, missed, last)
	}
}
