package agent_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/engine"
	"jig/model"
	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// eight is an answer of eight calls at the pace of a real model; the first ones take the
// longest.
func eight() *practice.Model {
	first := practice.Turn{}
	for i := range 8 {
		call := practice.Call{Name: "work", Args: work{Say: fmt.Sprint("part ", i), MS: 1600 - 200*i}}
		first.Steps = append(first.Steps, practice.Step{Text: "Now to the next part of the work. "}, practice.Step{Call: &call})
	}
	return practice.Script(first, practice.Turn{Text: "done"}).With(practice.Options{Pace: 80})
}

// timeline is when things happened in the first turn of a run.
type timeline struct{ ready, started, streamed, over []time.Duration }

func follow(t testing.TB, s *agent.Session) (l timeline) {
	t.Helper()
	begin := time.Now()
	for e := range s.Run(t.Context(), wire.Say("go")) {
		at := time.Since(begin)
		if e.Turn > 1 {
			continue
		}
		switch {
		case e.Kind == agent.CallReady:
			l.ready = append(l.ready, at)
		case e.Kind == agent.Spoken && e.Message.Role == wire.Assistant:
			l.streamed = append(l.streamed, at)
		case e.Kind == agent.TurnEnded:
			l.over = append(l.over, at)
		case e.Kind == agent.Tool && e.Tool.Kind == engine.Started:
			l.started = append(l.started, e.Tool.Time.Sub(begin))
		}
	}
	return l
}

func TestATurnTakesNoLongerThanItsStreamOrItsLongestCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		l := follow(t, newSession(t, agent.Options{Model: eight()}, b.tool()))
		if len(l.ready) != 8 || len(l.over) != 1 || len(b.ran) != 8 {
			t.Fatalf("%d calls, %d turns, ran %v", len(l.ready), len(l.over), b.ran)
		}
		critical := l.streamed[0]
		for i, at := range l.ready {
			critical = max(critical, at+time.Duration(1600-200*i)*time.Millisecond)
			if late := l.started[i] - at; late > time.Millisecond {
				t.Errorf("call %d started %s after it was complete", i, late)
			}
		}
		if l.over[0] > critical*105/100 {
			t.Errorf("the turn took %s, the critical path %s", l.over[0], critical)
		}
		if after := l.streamed[0] + 1600*time.Millisecond; after < l.over[0]*3/2 {
			t.Errorf("the turn took %s, and %s with the calls after the stream", l.over[0], after)
		}
		t.Logf("stream %s, critical path %s, turn %s", l.streamed[0], critical, l.over[0])
	})
}

// signal is a model of one call, which notes when its arguments were complete.
type signal struct{ at time.Time }

func (*signal) Name() string     { return "test/signal" }
func (*signal) Info() model.Info { return model.Info{} }

func (m *signal) Stream(_ context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		reply := &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: []wire.Part{{Kind: wire.TextPart, Text: "ok"}}}, Stop: wire.EndTurn}
		if len(req.Messages)%4 == 1 {
			c := &wire.Call{ID: "c", Name: "note", Args: []byte(`{}`)}
			reply.Parts = append(reply.Parts, wire.Part{Kind: wire.CallPart, Call: c})
			m.at = time.Now()
			if !yield(wire.Event{Kind: wire.CallReady, Call: c}, nil) {
				return
			}
		}
		yield(wire.Event{Kind: wire.Done, Reply: reply}, nil)
	}
}

// BenchmarkStart tells how long a call takes from the end of its arguments to its tool.
func BenchmarkStart(b *testing.B) {
	for _, journaled := range []string{"no journal", "reads", "writes"} {
		b.Run(journaled, func(b *testing.B) {
			m := &signal{}
			var took []time.Duration
			access := tool.FullAccess
			if journaled == "reads" {
				access = tool.ReadOnly
			}
			note := tool.New(tool.Spec{Name: "note", Description: "Notes the time", Access: access, Repeatable: true}, func(context.Context, struct{}) (string, error) {
				took = append(took, time.Since(m.at))
				return "ok", nil
			})
			opt := agent.Options{Model: m}
			if journaled != "no journal" {
				_, j := newJournal(b)
				opt.Journal = j
				b.Cleanup(func() {
					if err := j.Close(); err != nil {
						b.Error(err)
					}
				})
			}
			s := newSession(b, opt, note)
			for b.Loop() {
				if _, err := s.Do(b.Context(), wire.Say("go")); err != nil {
					b.Fatal(err)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2]), "ns/median")
			b.ReportMetric(float64(took[len(took)*95/100]), "ns/p95")
			b.ReportMetric(0, "ns/op")
		})
	}
}
