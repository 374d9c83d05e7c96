package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"jig/agent"
	"jig/engine"
	"jig/journal"
	"jig/tool"
	"jig/wire"
)

func newJournal(t testing.TB) (*journal.Store, *journal.Journal) {
	t.Helper()
	store := journal.Open(t.TempDir(), journal.Options{})
	j, err := store.Create(journal.Header{})
	if err != nil {
		t.Fatal(err)
	}
	return store, j
}

// records closes the journal and reads it.
func records(t testing.TB, store *journal.Store, j *journal.Journal) []journal.Record {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	var all []journal.Record
	for r, err := range store.Read(j.ID()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

func resume(t testing.TB, recs []journal.Record, opt agent.Options, tools ...tool.Tool) *agent.Session {
	t.Helper()
	if opt.Engine == nil {
		opt.Engine = newEngine(t, tools...)
	}
	s, err := agent.Resume(recs, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	wantValid(t, s.Messages())
	return s
}

func TestASessionIsResumedAsItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, j := newJournal(t)
		var b bench
		p := &player{answers: answers(
			[]step{{think: "hm"}, say("one"), calls("c", "work", work{Say: "a", Leave: "job"}), calls("d", "werk", nil), uses(10, 5)},
			[]step{say("brok"), breaks(broken())},
			[]step{calls("c", "work", work{Say: "b"}), uses(20, 5)},
			[]step{say("two"), stops(wire.Paused)}, []step{say("three")},
			[]step{say("four")},
		)}
		for i := range 6 {
			p.answers = append(p.answers, []step{calls("c", "work", work{Say: fmt.Sprint(i), Writes: "/x"})})
		}
		p.answers = append(p.answers, []step{say("end")})
		summary := func(context.Context, []wire.Message) (string, error) { return "sum", nil }
		s := newSession(t, agent.Options{Model: p, Journal: j, Compaction: agent.CompactOptions{Window: 120, Keep: 2, Summarise: summary}}, b.tool())
		s.FollowUp(wire.Say("more"))
		events, end := collect(t, s, wire.Say("go"))
		wantReason(t, end, agent.Done)
		_, end = collect(t, s, wire.Say("again"))
		wantReason(t, end, agent.Done)
		if count(events, agent.Compacted) == 0 {
			t.Log("no compaction in the first run")
		}
		again := resume(t, records(t, store, j), agent.Options{Model: p}, b.tool())
		if diff := cmp.Diff(s.Messages(), again.Messages()); diff != "" {
			t.Errorf("the transcript differs:\n%s", diff)
		}
		if s.Usage() != again.Usage() || s.Turns() != again.Turns() || again.ID() != s.ID() || !cmp.Equal(s.Background(), again.Background()) {
			t.Errorf("%+v %d %s, want %+v %d %s", again.Usage(), again.Turns(), again.ID(), s.Usage(), s.Turns(), s.ID())
		}
	})
}

// A cut through the record at every place gives a valid transcript, with what was recorded.
func TestASessionCanBeResumedFromEveryPrefixOfItsRecord(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers(
		[]step{calls("c", "work", work{Say: "a"}), say("one"), calls("d", "work", work{Say: "b"})},
		[]step{calls("c", "work", work{Say: "c"}), calls("d", "work", work{Say: "d", Fail: true})},
		[]step{say("end")},
	)}
	s := newSession(t, agent.Options{Model: p, Journal: j}, b.tool())
	collect(t, s, wire.Say("go"))
	all := records(t, store, j)
	seen := make(map[string]bool)
	for n := 0; n <= len(all); n++ {
		again := resume(t, all[:n], agent.Options{Model: p, ID: "x"}, b.tool())
		got := show(again.Messages())
		for _, r := range all[:n] {
			if r.Kind != "call.ended" {
				continue
			}
			var d struct {
				Result struct{ Content []tool.Block }
			}
			if err := r.Decode(&d); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(got, d.Result.Content[0].Text) {
				t.Errorf("after %d records the result %q is lost:\n%s", n, d.Result.Content[0].Text, got)
			}
		}
		seen["interrupted"] = seen["interrupted"] || strings.Contains(got, "may or may not have taken effect")
		seen["not run"] = seen["not run"] || strings.Contains(got, "before this call started")
	}
	if !seen["interrupted"] {
		t.Error("no prefix had a call that had started and not ended")
	}
}

func TestAStartIsRecordedBeforeTheToolRuns(t *testing.T) {
	store, j := newJournal(t)
	saw := false
	look := tool.New(tool.Spec{Name: "look", Description: "Looks at the journal"}, func(context.Context, struct{}) (string, error) {
		for r, err := range store.Read(j.ID()) {
			if err != nil {
				return "", err
			}
			saw = saw || r.Kind == "call.started"
		}
		return "ok", nil
	})
	p := &player{answers: answers([]step{calls("a", "look", struct{}{})}, []step{say("ok")})}
	s := newSession(t, agent.Options{Model: p, Journal: j}, look)
	collect(t, s, wire.Say("go"))
	if !saw {
		t.Error("the tool ran before its start was on the disk")
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

func TestACallThatCannotBeRecordedIsNotRun(t *testing.T) {
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "x", Writes: "/x"})}, []step{say("ok")})}
	full := &fullDisk{from: "call.started"}
	s := newSession(t, agent.Options{Model: p, Journal: full}, b.tool())
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.Failed)
	if !errors.Is(end.Err, errFull) || len(b.ran) != 0 {
		t.Errorf("%v, ran %v", end.Err, b.ran)
	}
}

var errFull = errors.New("no space left")

// fullDisk is a journal that takes nothing any more once a kind has come.
type fullDisk struct {
	from string
	mu   sync.Mutex
	full bool
}

func (f *fullDisk) Append(kind string, _ any) (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.full = f.full || kind == f.from; f.full {
		return 0, errFull
	}
	return 0, nil
}

func (f *fullDisk) Commit(kind string, data any) (int64, error) { return f.Append(kind, data) }

func TestAResumedSessionGoesOnWithoutAMessage(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "x"})}, []step{say("fine")})}
	s := newSession(t, agent.Options{Model: p, Journal: j, Limits: agent.Limits{Turns: 1}}, b.tool())
	_, end := collect(t, s, wire.Say("go"))
	wantReason(t, end, agent.MaxTurns)
	again := resume(t, records(t, store, j), agent.Options{Model: p}, b.tool())
	_, end = collect(t, again)
	wantReason(t, end, agent.Done)
	if end.Text != "fine" || again.Turns() != 2 {
		t.Errorf("%q after %d turns", end.Text, again.Turns())
	}
}

func TestDecisionsAreRecorded(t *testing.T) {
	store, j := newJournal(t)
	var b bench
	p := &player{answers: answers([]step{calls("a", "work", work{Say: "x"})}, []step{say("fine")})}
	eng := agent.NewEngine(tool.NewSet(b.tool()), engine.DenyAll(), engine.Options{})
	defer func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	}()
	s := newSession(t, agent.Options{Model: p, Journal: j, Engine: eng})
	collect(t, s, wire.Say("go"))
	var kinds []string
	for _, r := range records(t, store, j) {
		kinds = append(kinds, r.Kind)
	}
	slices.Sort(kinds) // a call may be decided about before or after its message is whole
	want := "assistant assistant call.decision call.ended end journal session user"
	if got := strings.Join(kinds, " "); got != want || len(b.ran) > 0 {
		t.Errorf("got %s, ran %v", got, b.ran)
	}
}
