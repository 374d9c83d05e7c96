package agent_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/agent"
	"jig/model"
	"jig/wire"
)

// moody is a model that does all that a model can do, by chance, and checks every request.
type moody struct {
	player
	t    *testing.T
	dice *rand.Rand
	left int // answers until it is done
	next int // number of the next call
}

func (m *moody) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	if err := agent.Check(req.Messages); err != nil {
		m.t.Errorf("a request is not valid: %v\n%s", err, show(req.Messages))
	}
	m.left--
	m.answers = append(m.answers, m.answer())
	return m.player.Stream(ctx, req)
}

func (m *moody) answer() []step {
	if m.left <= 0 {
		return []step{say("done")}
	}
	var a []step
	for range m.dice.IntN(6) {
		switch m.dice.IntN(10) {
		case 0, 1:
			a = append(a, say(fmt.Sprintf("text %d ", m.next)))
		case 2:
			a = append(a, step{think: "hm"})
		case 3, 4:
			a = append(a, pause(time.Duration(m.dice.IntN(50))*time.Millisecond))
		case 5:
			a = append(a, calls("x", "nonsense", nil))
		default:
			m.next++
			in := work{Say: fmt.Sprint(m.next), MS: m.dice.IntN(60)}
			if m.dice.IntN(2) == 0 {
				in.Writes = fmt.Sprint("/w", m.dice.IntN(2))
			}
			in.Fail, in.Stop = m.dice.IntN(5) == 0, m.dice.IntN(40) == 0
			id := fmt.Sprint("c", m.dice.IntN(3)) // ids collide
			a = append(a, calls(id, "work", in))
		}
	}
	switch m.dice.IntN(14) {
	case 0:
		a = append(a, breaks(broken()))
	case 1:
		a = append(a, breaks(&model.Error{Reason: model.TooLong, Provider: "test", Text: "too long"}))
	case 2:
		a = append(a, breaks(errors.New("out of the blue")))
	case 3:
		a = append(a, step{begin: &wire.Call{ID: "y", Name: "work"}}, stops(wire.MaxTokens))
	case 4:
		a = append(a, stops(wire.Paused))
	case 5:
		a = append(a, stops(wire.Overflow))
	case 6:
		a = append(a, stops(wire.Refusal))
	}
	return append(a, uses(int64(100+m.dice.IntN(900)), 10))
}

func TestWhateverHappensTheTranscriptIsValidAndCanBeResumed(t *testing.T) {
	seeds := 300
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		synctest.Test(t, func(t *testing.T) { chaos(t, uint64(seed)) })
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
}

func chaos(t *testing.T, seed uint64) {
	dice := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // a test that can be repeated
	store, j := newJournal(t)
	var b bench
	m := &moody{t: t, dice: rand.New(rand.NewPCG(seed, 2)), left: 12} //nolint:gosec // the same
	opt := agent.Options{
		Model: m, Journal: j, HandBack: dice.IntN(2) == 0, Steering: agent.Queue(dice.IntN(2)), FollowUps: agent.Queue(dice.IntN(2)),
		Limits: agent.Limits{Turns: 20, Tokens: 20_000, Time: 2 * time.Second},
		Compaction: agent.CompactOptions{Window: 2000, Keep: 2, Summarise: func(context.Context, []wire.Message) (string, error) {
			if dice.IntN(3) == 0 {
				return "", errors.New("no summary today")
			}
			return "what happened", nil
		}},
	}
	s := newSession(t, opt, b.tool())
	for round := range 4 {
		for range dice.IntN(4) {
			at := time.Duration(dice.IntN(400)) * time.Millisecond
			act := func() { s.Interrupt() }
			switch text := fmt.Sprintf("words %d", dice.IntN(100)); dice.IntN(3) {
			case 0:
				act = func() { s.Steer(wire.Say(text)) }
			case 1:
				act = func() { s.FollowUp(wire.Say(text)) }
			}
			time.AfterFunc(at, act)
		}
		collect(t, s, wire.Say(fmt.Sprint("round ", round)))
		m.left += dice.IntN(4)
	}
	<-time.After(time.Second) // what is still to come comes now
	seen := make(map[string]bool)
	for _, n := range b.ran {
		if seen[n] {
			t.Errorf("call %s was made twice", n)
		}
		seen[n] = true
	}
	again := resume(t, records(t, store, j), agent.Options{Model: m}, b.tool())
	if diff := cmp.Diff(s.Messages(), again.Messages()); diff != "" {
		t.Errorf("resumed differently:\n%s", diff)
	}
	if s.Usage() != again.Usage() || s.Turns() != again.Turns() {
		t.Errorf("resumed with %+v after %d turns, want %+v after %d", again.Usage(), again.Turns(), s.Usage(), s.Turns())
	}
}
