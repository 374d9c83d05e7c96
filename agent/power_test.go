package agent_test

import (
	"context"
	"fmt"
	"testing"

	"jig/agent"
	"jig/wire"
)

// volatile is a journal of which a loss of power leaves only what was synced.
type volatile struct {
	notes
	synced int
}

func (v *volatile) Sync() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.synced = len(v.records)
	return nil
}

func (v *volatile) Commit(kind string, data any) (int64, error) {
	n, err := v.Append(kind, data)
	if err != nil {
		return n, err
	}
	return n, v.Sync()
}

// lost counts the records of a kind that a loss of power would cost now.
func (v *volatile) lost(kind string) (lost, all int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i, r := range v.records {
		if r.Kind == kind {
			if all++; i >= v.synced {
				lost++
			}
		}
	}
	return lost, all
}

func TestALossOfPowerCostsNeitherAResultThatTheModelKnowsNorAMessage(t *testing.T) {
	disk := &volatile{}
	var b bench
	p := &player{}
	s := newSession(t, agent.Options{Model: p, Journal: disk}, b.tool())
	safe := func(kinds ...string) {
		t.Helper()
		for _, kind := range kinds {
			if lost, all := disk.lost(kind); lost > 0 {
				t.Errorf("%d of %d records of the kind %s are not on the disk", lost, all, kind)
			}
		}
	}
	for turn := range 20 {
		answer := []step{does(func(context.Context) {
			safe("call.ended", "user", "queued") // of the turns before
			for _, when := range []agent.When{agent.AtOnce, agent.AtEnd} {
				if _, err := s.Queue(when, wire.Say(fmt.Sprint("more ", when))); err != nil {
					t.Error(err)
				}
				safe("queued")
			}
		})}
		for n := range 4 {
			answer = append(answer, calls(fmt.Sprint("c", n), "work", work{Say: fmt.Sprint(turn, n), MS: 1, Writes: fmt.Sprint("/", n)}))
		}
		p.answers = append(p.answers, answer)
	}
	for range 25 {
		p.answers = append(p.answers, []step{say("ok")})
	}
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Done)
	safe("call.started", "call.ended", "user", "queued", "end")
	if _, all := disk.lost("call.ended"); all != 80 {
		t.Errorf("%d results were recorded, want 80", all)
	}
}
