package agent_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"jig/agent"
	"jig/journal"
	"jig/model"
	"jig/wire"
)

// crashQueue is the part of the process that gets killed which queues messages, as fast as a
// person never could, and says so when the queue has them. Their texts tell their order.
func crashQueue(ctx context.Context, s *agent.Session, life string) error {
	for n := range 200 { // with a limit, so that the run can keep up
		select {
		case <-time.After(time.Duration(rand.IntN(6000)) * time.Microsecond):
		case <-ctx.Done():
			return nil
		}
		when := agent.AtOnce
		if rand.IntN(2) == 0 {
			when = agent.AtEnd
		}
		text := fmt.Sprintf("<%s %03s %03d>", when, life, n)
		if _, err := s.Queue(when, wire.Say(text)); err != nil {
			return err
		}
		fmt.Println("queued", text) // one write
	}
	return nil
}

var mailPattern = regexp.MustCompile(`<(steering|followup) \d{3} \d{3}>`)

// mail are the messages of all processes so far.
type mail struct {
	sent     map[string]bool // those that Queue had returned for
	restored int             // how often one had to wait again
}

// add reads what a process has said before it was killed. What was being said then may be
// cut off.
func (m *mail) add(said string) {
	for line := range strings.Lines(said) {
		if text := mailPattern.FindString(line); strings.HasPrefix(line, "queued") && text != "" {
			m.sent[text] = true
		}
	}
}

// check makes sure that each message that was queued has been said once, or waits; and that
// they are said in the order in which they were queued.
func (m *mail) check(t *testing.T, recs []journal.Record, s *agent.Session) {
	t.Helper()
	found := make(map[string]int)
	last := make(map[string]string) // in each of the queues
	see := func(text string) {
		kind, order, _ := strings.Cut(text, " ")
		if found[text]++; found[text] > 1 {
			t.Errorf("%s is there %d times", text, found[text])
		}
		if order < last[kind] {
			t.Errorf("%s comes after %s", text, last[kind])
		}
		last[kind] = order
	}
	for _, r := range recs {
		if r.Kind != "user" {
			continue
		}
		for _, text := range mailPattern.FindAllString(decodeText(t, &r), -1) {
			see(text)
		}
	}
	for _, q := range s.Restored() {
		see(q.Message.Text())
		m.restored++
	}
	for text := range m.sent {
		if found[text] != 1 {
			t.Errorf("%s is lost", text)
		}
	}
	// What the model is shown has none of them twice, either.
	shown := make(map[string]bool)
	for _, text := range mailPattern.FindAllString(strings.Join(spoken(s.Messages()), "\n"), -1) {
		if shown[text] {
			t.Errorf("%s is in the transcript twice", text)
		}
		shown[text] = true
	}
}

func decodeText(t *testing.T, r *journal.Record) string {
	t.Helper()
	var d struct {
		Message wire.Message `json:"message"`
	}
	if err := r.Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d.Message.Text()
}

// drain lets the session say all that waits, with a model that has nothing to do.
func (m *mail) drain(t *testing.T, dir string, store *journal.Store) {
	t.Helper()
	j, recs, err := store.Resume("crash")
	if err != nil {
		t.Fatal(err)
	}
	opt := crashOptions(dir, j)
	opt.Model, opt.Steering, opt.FollowUps = idle{}, agent.All, agent.All
	s := resume(t, recs, opt)
	if _, err := s.Do(t.Context(), wire.Say("the end")); err != nil {
		t.Fatal(err)
	}
	if err := opt.Engine.Close(); err != nil {
		t.Error(err)
	}
	recs = records(t, store, j)
	after := resume(t, recs, agent.Options{Model: idle{}})
	if left := after.Restored(); len(left) > 0 {
		t.Errorf("%d messages wait in the end", len(left))
	}
	m.check(t, recs, after)
}

// idle is a model that has finished at once.
type idle struct{}

func (idle) Name() string     { return "test/idle" }
func (idle) Info() model.Info { return model.Info{} }

func (idle) Stream(context.Context, *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		yield(wire.Event{Kind: wire.Done, Reply: &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: wire.Say("done").Parts}, Stop: wire.EndTurn}}, nil)
	}
}
