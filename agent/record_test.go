package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/agent"
	"jig/journal"
	"jig/wire"
)

// shaky is a journal that fails at one record, or from it on.
type shaky struct {
	*journal.Journal
	at      int
	forever bool

	mu    sync.Mutex
	n     int
	spent bool // it has failed
}

func (s *shaky) fails() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n++
	now := s.n == s.at || s.forever && s.n > s.at
	s.spent = s.spent || now
	return now
}

func (s *shaky) Append(kind string, data any) (int64, error) {
	if s.fails() {
		return 0, errFull
	}
	return s.Journal.Append(kind, data)
}

func (s *shaky) Commit(kind string, data any) (int64, error) {
	if s.fails() {
		return 0, errFull
	}
	return s.Journal.Commit(kind, data)
}

func TestADiskThatIsFullAtAnyRecordEndsTheRunClearly(t *testing.T) {
	for _, forever := range []bool{false, true} {
		for at := 3; at < 60; at++ { // the first two are those of the session and of what is queued before the run
			fullAt(t, at, forever)
			if t.Failed() {
				t.Fatalf("at record %d, for ever: %t", at, forever)
			}
		}
	}
}

func fullAt(t *testing.T, at int, forever bool) {
	store, j := newJournal(t)
	var b bench
	p := &player{}
	for i := range 4 {
		a := []step{say("text")}
		for n := range 3 {
			a = append(a, calls(fmt.Sprint(n), "work", work{Say: fmt.Sprint(i, "-", n), Writes: fmt.Sprint("/x", n%2)}))
		}
		p.answers = append(p.answers, a)
	}
	for range 12 {
		p.answers = append(p.answers, []step{say("end")})
	}
	disk := &shaky{Journal: j, at: at, forever: forever}
	s := newSession(t, agent.Options{Model: p, Journal: disk, Compaction: agent.CompactOptions{Window: 100, Keep: 1, Summarise: summary("s")}}, b.tool())
	s.FollowUp(wire.Say("more"))
	_, end := collect(t, s, wire.Say("go"))
	if disk.spent != errors.Is(end.Err, errFull) {
		t.Errorf("the disk was full: %t, but the run ended as %s: %v", disk.spent, end.Reason, end.Err)
	}
	if disk.spent && !forever { // there is room again
		_, end = collect(t, s, wire.Say("again"))
		wantReason(t, end, agent.Done)
	}
	recs := records(t, store, j)
	var known strings.Builder
	for _, r := range recs {
		if r.Kind == "call.started" {
			known.Write(r.Data)
		}
	}
	for _, ran := range b.ran {
		if !strings.Contains(known.String(), `"`+ran+`"`) {
			t.Errorf("%s has run, and there is no record of it", ran)
		}
	}
	resume(t, recs, agent.Options{Model: p}, b.tool())
}

func summary(text string) func(context.Context, []wire.Message) (string, error) {
	return func(context.Context, []wire.Message) (string, error) { return text, nil }
}

// notes is a journal in memory.
type notes struct {
	mu      sync.Mutex
	records []journal.Record
}

func (n *notes) Append(kind string, data any) (int64, error) {
	raw, err := json.Marshal(data)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.records = append(n.records, journal.Record{Kind: kind, Data: raw})
	return int64(len(n.records)), err
}

func (n *notes) Commit(kind string, data any) (int64, error) { return n.Append(kind, data) }

// The end of the process after any record: what is resumed can be resumed again, and goes
// on, with the same transcript each time. Records of kinds that nobody knows do no harm.
func TestASessionCanBeResumedTwiceFromEveryRecordAndGoesOn(t *testing.T) {
	var b bench
	eng := newEngine(t, b.tool())
	full := &notes{}
	p := &player{answers: answers([]step{breaks(broken())}, []step{say("x"), stops(wire.Paused)})}
	for i := range 8 {
		p.answers = append(p.answers, []step{say("text"), calls("c", "work", work{Say: fmt.Sprint(i), Writes: "/x"}), calls("c", "work", work{Say: fmt.Sprint(i, "b"), Fail: true})})
	}
	p.answers = append(p.answers, []step{calls("c", "work", work{Say: "last"}), breaks(broken())}, []step{say("end")}, []step{say("end")})
	s := newSession(t, agent.Options{Model: p, Engine: eng, Journal: full, Retries: 1, Compaction: agent.CompactOptions{Window: 200, Keep: 2, Summarise: summary("s")}})
	s.FollowUp(wire.Say("more"))
	collect(t, s, wire.Say("go"))
	reopen := func(recs []journal.Record, m *player, j agent.Recorder) *agent.Session {
		return resume(t, recs, agent.Options{Model: m, Engine: eng, Journal: j})
	}
	for n := range full.records {
		var more notes
		recs := func() []journal.Record {
			return slices.Concat(full.records[:n], []journal.Record{{Kind: "of.tomorrow", Data: []byte(`[1]`)}}, more.records)
		}
		first := reopen(recs(), p, &more)
		if diff := cmp.Diff(first.Messages(), reopen(recs(), p, nil).Messages()); diff != "" {
			t.Fatalf("after %d records, the second time is different:\n%s", n, diff)
		}
		next := reopen(recs(), &player{answers: answers([]step{calls("c", "work", work{Say: "later"})}, []step{say("end")})}, &more)
		collect(t, next, wire.Say("continue"))
		if diff := cmp.Diff(next.Messages(), reopen(recs(), p, nil).Messages()); diff != "" {
			t.Fatalf("after %d records, what went on is different:\n%s", n, diff)
		}
	}
}

func TestADecisionIsRecordedBeforeTheStart(t *testing.T) {
	var b bench
	var j notes
	p := &player{answers: answers(
		[]step{calls("a", "work", work{Say: "1"}), calls("b", "work", work{Say: "2", Writes: "/x"}), calls("c", "work", work{Say: "3", Writes: "/x"})},
		[]step{say("end")},
	)}
	s := newSession(t, agent.Options{Model: p, Journal: &j}, b.tool())
	collect(t, s, wire.Say("go"))
	at := make(map[string]int)
	for i, r := range j.records {
		var d struct {
			CallID string `json:"call_id"`
			Call   wire.Call
		}
		if err := r.Decode(&d); err != nil {
			t.Fatal(err)
		}
		key := r.Kind + " " + d.CallID + d.Call.ID
		if at[key] > 0 && strings.HasPrefix(key, "call.") {
			t.Errorf("two records of %s", key)
		}
		at[key] = i
	}
	for _, id := range []string{"a", "b", "c"} {
		if decided, started := at["call.decision "+id], at["call.started "+id]; decided == 0 || started == 0 || decided > started {
			t.Errorf("call %s was decided at %d and started at %d", id, decided, started)
		}
	}
}

func TestIDsThatLookLikeSecretsStillTieResultsToCalls(t *testing.T) {
	const secret = "sk-abcdef1234567890abcdef"
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers(
		[]step{calls(secret+"1", "work", work{Say: "1"}), calls(secret+"2", "work", work{Say: "2"}), calls("c", "work", work{Say: secret + "3"})},
		[]step{say("end")},
	)}
	s := newSession(t, agent.Options{Model: p, Journal: j}, b.tool())
	collect(t, s, wire.Say("my key is "+secret+"4"))
	recs := records(t, store, j)
	for _, r := range recs {
		if strings.Contains(string(r.Data), secret) {
			t.Errorf("the secret is in the journal: %s", r.Data)
		}
	}
	again := resume(t, recs, agent.Options{Model: p}, b.tool())
	if got := show(again.Messages()[2:3]); !strings.Contains(got, "did 1)") || !strings.Contains(got, "did 2)") {
		t.Errorf("results are lost:\n%s", got)
	}
}
