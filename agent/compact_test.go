package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// bulk is a tool whose results are long.
func bulk() tool.Tool {
	type in struct {
		N int `json:"n"`
	}
	return tool.New(tool.Spec{Name: "bulk", Description: "Gives much", Access: tool.ReadOnly}, func(_ context.Context, a in) (string, error) {
		return fmt.Sprintf("%d:%s", a.N, strings.Repeat("x", 2000)), nil
	})
}

func long(n int) [][]step {
	var all [][]step
	for i := range n {
		all = append(all, []step{say(fmt.Sprintf("step %d", i)), calls("c", "bulk", map[string]int{"n": i})})
	}
	return append(all, []step{say("done")})
}

func TestALongConversationIsSummedUp(t *testing.T) {
	p := &player{answers: long(12)}
	var asked [][]wire.Message
	s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Window: 4000, Keep: 2, Summarise: func(_ context.Context, m []wire.Message) (string, error) {
		asked = append(asked, m)
		return fmt.Sprintf("summary %d", len(asked)), nil
	}}}, bulk())
	s.FollowUp(wire.Say("and then"))
	p.answers = append(p.answers, []step{say("really done")})
	events, end := collect(t, s, wire.Say("the first request"))
	wantReason(t, end, agent.Done)
	if len(asked) < 2 || count(events, agent.Compacted) != len(asked) {
		t.Fatalf("%d summaries, %d events", len(asked), count(events, agent.Compacted))
	}
	for _, req := range p.asked {
		wantValid(t, req.Messages)
	}
	head := s.Messages()[0].Text()
	if !strings.HasPrefix(head, "the first request") || strings.Count(head, "summary") < 1 || strings.Contains(head, "summary 1\n") {
		t.Errorf("the head is %q", head)
	}
	if strings.Count(head, "has become long") != 1 {
		t.Errorf("summaries pile up: %q", head)
	}
}

func TestTheModelSumsUpItself(t *testing.T) {
	p := &player{answers: [][]step{}}
	for i := range 5 {
		p.answers = append(p.answers, []step{calls("c", "bulk", map[string]int{"n": i})})
	}
	p.answers = append(p.answers, []step{say("what it was about"), uses(7, 3)}, []step{say("done")})
	s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Window: 3000, Keep: 1}}, bulk())
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if head := s.Messages()[0].Text(); !strings.Contains(head, "what it was about") {
		t.Errorf("the head is %q", head)
	}
	if s.Usage().Input != 7 {
		t.Errorf("the summary was not counted: %+v", s.Usage())
	}
	if req := p.asked[5]; len(req.Tools) != 0 || len(req.Messages) != 1 || !strings.Contains(req.Messages[0].Text(), "call bulk") {
		t.Errorf("the summary was asked for with %d tools, %d messages", len(req.Tools), len(req.Messages))
	}
}

func TestWithoutASummaryOldResultsAreLeftOut(t *testing.T) {
	p := &player{answers: long(8)}
	s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Window: 4000, Keep: 2, Summarise: func(context.Context, []wire.Message) (string, error) {
		return "", errors.New("no")
	}}}, bulk())
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	got := show(s.Messages())
	if !strings.Contains(got, "was left out to save space") || !strings.Contains(got, "7:xxx") || strings.Contains(got, "result(c: 0:xx") {
		t.Error(got)
	}
}

func TestAConversationTooLongForTheModelIsMadeShorter(t *testing.T) {
	tooLong := &model.Error{Reason: model.TooLong, Provider: "test", Text: "too long"}
	for name, last := range map[string][]step{
		"by an error":  {breaks(tooLong)},
		"by its stop":  {say("cut"), stops(wire.Overflow)},
		"after a call": {calls("z", "bulk", map[string]int{"n": 99}), stops(wire.Overflow)},
	} {
		t.Run(name, func(t *testing.T) {
			p := &player{answers: append(long(6)[:6], last, []step{say("done")})}
			s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Summarise: func(context.Context, []wire.Message) (string, error) { return "short", nil }}}, bulk())
			events, end := collect(t, s, wire.Say("go"))
			wantReason(t, end, agent.Done)
			if count(events, agent.Compacted) != 1 {
				t.Errorf("%d compactions", count(events, agent.Compacted))
			}
			if got := show(p.asked[7].Messages); strings.Contains(got, "cut") || !strings.Contains(got, "short") {
				t.Error(got)
			}
		})
	}
	p := &player{answers: answers([]step{breaks(tooLong)})}
	_, end := collect(t, newSession(t, agent.Options{Model: p}), wire.Say("go"))
	wantReason(t, end, agent.ContextFull)
}

func TestACompactionCanBeAskedForBetweenRuns(t *testing.T) {
	store, j := newJournal(t)
	p := &player{answers: long(6)}
	s := newSession(t, agent.Options{Model: p, Journal: j, Compaction: agent.CompactOptions{Keep: 1, Summarise: func(context.Context, []wire.Message) (string, error) { return "short", nil }}}, bulk())
	collect(t, s, wire.Say("go"))
	shorter, err := s.Compact(t.Context())
	if err != nil || !shorter || len(s.Messages()) != 2 {
		t.Errorf("%v %v\n%s", shorter, err, show(s.Messages()))
	}
	other := &player{answers: answers([]step{say("hello")})}
	if err := s.Use(other); err != nil {
		t.Fatal(err)
	}
	_, end := collect(t, s, wire.Say("and now"))
	if end.Text != "hello" {
		t.Errorf("%q", end.Text)
	}
	again := resume(t, records(t, store, j), agent.Options{Model: p}, bulk())
	if got, want := show(again.Messages()), show(s.Messages()); got != want {
		t.Errorf("resumed as\n%swant\n%s", got, want)
	}
}

func TestACompactionThatDoesNotHelpIsNotRepeatedAtOnce(t *testing.T) {
	var b bench
	p := &player{info: model.Info{Context: 1000}}
	for i := range 40 {
		p.answers = append(p.answers, []step{calls("a", "work", work{Say: fmt.Sprint(i)}), uses(950, 5)})
	}
	p.answers = append(p.answers, []step{say("end")})
	system := strings.Repeat("rule ", 600) // fills the window alone
	s := newSession(t, agent.Options{Model: p, System: system, Compaction: agent.CompactOptions{Summarise: summary("s")}}, b.tool())
	events, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if n := count(events, agent.Compacted); n == 0 || n > 3 {
		t.Errorf("%d compactions in 41 turns", n)
	}
}

func TestASummaryDoesNotMakeTheConversationLonger(t *testing.T) {
	var b bench
	p := &player{info: model.Info{Context: 2000}}
	for i := range 12 {
		p.answers = append(p.answers, []step{calls("a", "work", work{Say: fmt.Sprint(i, strings.Repeat("y", 600))})})
	}
	p.answers = append(p.answers, []step{say("end")})
	long := summary(strings.Repeat("sum ", 100_000))
	s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Summarise: long}}, b.tool())
	events, _ := collect(t, s, wire.Say("go"))
	for _, e := range events {
		if c := e.Compaction; c != nil && c.After > c.Before {
			t.Errorf("%d tokens became %d", c.Before, c.After)
		}
	}
	if count(events, agent.Compacted) == 0 {
		t.Error("there was no compaction")
	}
}

func TestTheWorkGoesOnWithoutASummaryThatNeverComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		p := &player{info: model.Info{Context: 500}}
		for i := range 8 {
			p.answers = append(p.answers, []step{calls("a", "work", work{Say: fmt.Sprint(i, strings.Repeat("y", 600))})})
		}
		p.answers = append(p.answers, []step{say("end")})
		never := func(ctx context.Context, _ []wire.Message) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}
		s := newSession(t, agent.Options{Model: p, Limits: agent.Limits{Time: time.Hour}, Compaction: agent.CompactOptions{Summarise: never}}, b.tool())
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
	})
}
