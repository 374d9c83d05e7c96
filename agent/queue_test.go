package agent_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jig/agent"
	"jig/wire"
)

func TestWhatWasSaidBeforeARunDoesNotSkipItsCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bench
		var first []step
		for _, id := range []string{"a", "b", "c"} {
			first = append(first, calls(id, "work", work{Say: id, Writes: "/x"}))
		}
		p := &player{answers: answers(first, []step{say("ok")})}
		s := newSession(t, agent.Options{Model: p}, b.tool())
		s.Steer(wire.Say("one"))
		s.Steer(wire.Say("two"))
		_, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		if len(b.ran) != 3 {
			t.Errorf("only %v ran", b.ran)
		}
		if got := show(s.Messages()[:1]); got != "user: text(one) text(two) text(go)\n" {
			t.Error(got)
		}
	})
}

// Interrupts, steering and follow-ups from many goroutines at any moment: every message is
// heard once, in this run or in a later one.
func TestQueuesNeitherLoseNorDoubleAMessage(t *testing.T) {
	for seed := range 100 {
		synctest.Test(t, func(t *testing.T) { storm(t, seed) })
	}
}

func storm(t *testing.T, seed int) {
	var b bench
	p := &player{}
	for i := range 6 {
		p.answers = append(p.answers, []step{
			calls(fmt.Sprint(i, "a"), "work", work{Say: fmt.Sprint(i, "a"), MS: 20}), pause(10 * time.Millisecond),
			calls(fmt.Sprint(i, "b"), "work", work{Say: fmt.Sprint(i, "b"), MS: 20}),
		})
	}
	for range 100 {
		p.answers = append(p.answers, []step{say("more")})
	}
	s := newSession(t, agent.Options{Model: p, HandBack: seed%2 == 0, Steering: agent.Queue(seed / 2 % 2), FollowUps: agent.Queue(seed / 4 % 2)}, b.tool())
	if s.Interrupt() {
		t.Error("there was something to interrupt before the first run")
	}
	var wg sync.WaitGroup
	for n := range 10 {
		wg.Go(func() {
			<-time.After(time.Duration((seed*7+n*13)%60) * time.Millisecond)
			s.Interrupt()
			s.Steer(wire.Say(fmt.Sprint("steer", n)))
			s.FollowUp(wire.Say(fmt.Sprint("follow", n)))
		})
	}
	var heard strings.Builder
	for round := range 10 {
		events, _ := collect(t, s, wire.Say("go"))
		for _, e := range events {
			if e.Kind == agent.Spoken && e.Message.Role == wire.User {
				heard.WriteString(e.Message.Text() + "\n")
			}
		}
		wg.Wait()
		if steering, followUps := s.Waiting(); round > 0 && steering+followUps == 0 {
			break
		}
	}
	for n := range 10 {
		for _, word := range []string{"steer", "follow"} {
			if got := strings.Count(heard.String(), fmt.Sprint(word, n)); got != 1 {
				t.Errorf("seed %d: %s%d was heard %d times", seed, word, n, got)
			}
		}
	}
	if s.Interrupt() {
		t.Error("there was something to interrupt after the last run")
	}
}

func TestMessagesThatCannotBeRecordedGoOnWaiting(t *testing.T) {
	full := &fullDisk{}
	p := &player{}
	s := newSession(t, agent.Options{Model: p, Journal: full, FollowUps: agent.All, Steering: agent.All})
	p.answers = answers([]step{say("a"), does(func(context.Context) {
		s.Steer(wire.Say("three"))
		full.mu.Lock()
		full.full = true
		full.mu.Unlock()
	})})
	s.FollowUp(wire.Say("one"))
	s.FollowUp(wire.Say("two"))
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Failed)
	if steering, followUps := s.Waiting(); steering != 1 || followUps != 2 {
		t.Errorf("%d and %d messages wait, want 1 and 2", steering, followUps)
	}
}
