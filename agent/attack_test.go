package agent_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/wire"
)

// babbler never stops talking, and does not care for its context.
type babbler struct{ player }

func (m *babbler) Stream(context.Context, *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		for {
			<-time.After(time.Millisecond)
			if !yield(wire.Event{Kind: wire.Text, Text: "x"}, nil) {
				return
			}
		}
	}
}

func TestAModelThatNeverStopsIsStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t, agent.Options{Model: &babbler{}, Limits: agent.Limits{Time: 100 * time.Millisecond}})
		began := time.Now()
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.MaxTime)
		if took := time.Since(began); took > 110*time.Millisecond {
			t.Errorf("it took %s", took)
		}
	})
}

func TestARunGivesItsOwnEventsAlone(t *testing.T) {
	p := &player{}
	for range 2000 {
		p.answers = append(p.answers, []step{say("a")})
	}
	s := newSession(t, agent.Options{Model: p, Compaction: agent.CompactOptions{Off: true}})
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 300 {
				var kinds []agent.Kind
				busy := false
				for e := range s.Run(t.Context(), wire.Say("x")) {
					kinds = append(kinds, e.Kind)
					busy = e.End != nil && errors.Is(e.End.Err, agent.ErrBusy)
				}
				if n := len(kinds); !busy && (n != 7 || kinds[0] != agent.RunStarted || kinds[n-1] != agent.RunEnded) {
					t.Errorf("a run gave %v", kinds)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestSessionsOfOneNameDoNotDecideForEachOther(t *testing.T) {
	var b bench
	work1 := b.tool()
	eng := newEngine(t, work1, named{work1, "secret"})
	opened, allowed, over := make(chan struct{}), make(chan struct{}), make(chan struct{})
	narrow := &player{answers: answers([]step{
		calls("a", "work", work{Say: "1"}),
		does(func(context.Context) { close(opened); <-allowed }), calls("b", "secret", work{Say: "2"}),
	}, []step{say("end")})}
	wide := &player{answers: answers([]step{
		calls("a", "work", work{Say: "3"}), calls("b", "work", work{Say: "4"}),
		does(func(context.Context) { close(allowed); <-over }),
	}, []step{say("end")})}
	s := newSession(t, agent.Options{ID: "same", Model: narrow, Engine: eng, Tools: []string{"work"}})
	other := newSession(t, agent.Options{ID: "same", Model: wide, Engine: eng})
	var wg sync.WaitGroup
	wg.Go(func() {
		collect(t, s, wire.Say("go"))
		close(over)
	})
	wg.Go(func() {
		<-opened
		collect(t, other, wire.Say("go"))
	})
	wg.Wait()
	if got := show(s.Messages()); !strings.Contains(got, "not among those of this session") {
		t.Errorf("a tool that the session does not have has run:\n%s", got)
	}
}

// crossed finishes its calls in another order than it begins them, with one id for both.
type crossed struct{ player }

func (m *crossed) Stream(_ context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		reply := &wire.Reply{Message: wire.Message{Role: wire.Assistant}}
		if len(req.Messages) > 1 {
			reply.Parts = []wire.Part{{Kind: wire.TextPart, Text: "end"}}
		} else {
			a, b := &wire.Call{ID: "x", Name: "work"}, &wire.Call{ID: "x", Name: "work"}
			late := &wire.Call{ID: "x", Name: "work", Args: []byte(`{"say":"late"}`)} // comes with the whole answer only
			b.Args = []byte(`{"say":"b"}`)
			yield(wire.Event{Kind: wire.CallReady, Call: b}, nil)
			a.Args = []byte(`{"say":"a"}`)
			yield(wire.Event{Kind: wire.CallReady, Call: a}, nil)
			for _, c := range []*wire.Call{late, a, b} {
				reply.Parts = append(reply.Parts, wire.Part{Kind: wire.CallPart, Call: c})
			}
		}
		yield(wire.Event{Kind: wire.Done, Reply: reply}, nil)
	}
}

func TestCallsOfOneIDGetTheirOwnResults(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	s := newSession(t, agent.Options{Model: &crossed{}, Journal: j}, b.tool())
	collect(t, s, wire.Say("go"))
	again := resume(t, records(t, store, j), agent.Options{Model: &crossed{}}, b.tool())
	for _, messages := range [][]wire.Message{s.Messages(), again.Messages()} {
		made := messages[1].Calls()
		if len(made) != 3 || len(b.ran) != 3 {
			t.Fatalf("%d calls, ran %v", len(made), b.ran)
		}
		for i, c := range made {
			_, word, _ := strings.Cut(string(c.Args), `:"`)
			if got := messages[2].Parts[i].Result.Content[0].Text; got != "did "+strings.Trim(word, `"}`) {
				t.Errorf("the result of %s is %q", c.Args, got)
			}
		}
	}
}

func TestAThousandCallsOfOneID(t *testing.T) {
	var b bench
	var first []step
	for n := range 1000 {
		first = append(first, calls("same", "work", work{Say: fmt.Sprint(n)}))
	}
	s := newSession(t, agent.Options{Model: &player{answers: answers(first, []step{say("end")})}}, b.tool())
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	if len(b.ran) != 1000 {
		t.Errorf("%d of 1000 ran", len(b.ran))
	}
}

func TestASessionCanBeClosedAtAnyMoment(t *testing.T) {
	for ms := range 75 {
		synctest.Test(t, func(t *testing.T) {
			var b bench
			p := &player{}
			for i := range 5 {
				p.answers = append(p.answers, []step{say("x"), pause(5 * time.Millisecond), calls("a", "work", work{Say: fmt.Sprint(i), MS: 10}), pause(5 * time.Millisecond)})
			}
			s := newSession(t, agent.Options{Model: p}, b.tool())
			all := s.Events()
			var wg sync.WaitGroup
			wg.Go(func() {
				for range all { // it ends when the session is closed
				}
			})
			for n := range 3 {
				wg.Go(func() {
					<-time.After(time.Duration(ms) * time.Millisecond)
					if err := s.Close(); err != nil {
						t.Error(err)
					}
				})
				wg.Go(func() {
					<-time.After(time.Duration(n) * 20 * time.Millisecond)
					last := agent.Kind("")
					for e := range s.Run(t.Context(), wire.Say("go")) {
						if last = e.Kind; n == 1 && last == agent.TurnStarted {
							return // leaves it in the middle
						}
					}
					if last != agent.RunEnded {
						t.Errorf("the last event is %q", last)
					}
				})
			}
			wg.Wait()
			wantValid(t, s.Messages())
			if _, err := s.Do(t.Context(), wire.Say("x")); err == nil {
				t.Error("a closed session runs")
			}
		})
	}
}
