package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jig/engine"
	"jig/tool"
)

func TestResultsAreHandedOutOnlyWhenTheMessageIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		eng := newEngine(t, engine.Options{}, worker(nil))
		turn := eng.Turn(t.Context(), engine.TurnOptions{})
		done := make(chan []engine.Outcome, 1)
		go func() { done <- turn.Wait() }()
		begin := time.Now()
		for i := range 3 { // the model produces a call every 100 ms
			if err := turn.Add(call(t, fmt.Sprint(i), "work", work{MS: 150, Reads: []string{"/a"}})); err != nil {
				t.Fatal(err)
			}
			<-time.After(100 * time.Millisecond)
			synctest.Wait()
			select {
			case <-done:
				t.Fatal("results before the turn was closed")
			default:
			}
		}
		turn.Close()
		out := <-done
		// The last call was added at 200 ms and began at once.
		if took := time.Since(begin); took != 350*time.Millisecond || len(out) != 3 {
			t.Errorf("took %s for %d", took, len(out))
		}
		if out[0].Ended.Sub(begin) != 150*time.Millisecond {
			t.Errorf("the first call ended after %s", out[0].Ended.Sub(begin))
		}
	})
}

func TestASlowReaderMissesPiecesButNoStartAndNoEnd(t *testing.T) {
	const pieces = 20_000
	chatty := tool.New(tool.Spec{Name: "chatty", Description: "chatty"}, func(ctx context.Context, _ struct{}) (string, error) {
		c := tool.FromContext(ctx)
		for range pieces {
			c.Update(tool.TextResult("x"))
		}
		return "ok", nil
	})
	eng := newEngine(t, engine.Options{}, chatty)
	turn := eng.Turn(t.Context(), engine.TurnOptions{})
	events := turn.Events()
	for i := range 10 {
		if err := turn.Add(call(t, fmt.Sprint(i), "chatty", struct{}{})); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	turn.Wait() // nobody has read anything so far
	count := map[engine.Kind]int{}
	missed := 0
	for e := range events {
		count[e.Kind]++
		missed += e.Missed
	}
	if count[engine.Started] != 10 || count[engine.Ended] != 10 || count[engine.TurnEnded] != 1 || count[engine.Proposed] != 10 {
		t.Errorf("%v", count)
	}
	if got := count[engine.Updated] + missed; got != 10*pieces || count[engine.Updated] > 5000 {
		t.Errorf("%d pieces seen and %d told as missed", count[engine.Updated], missed)
	}
}

func TestAReaderMayLeaveEarly(t *testing.T) {
	eng := newEngine(t, engine.Options{}, worker(nil))
	turn := eng.Turn(t.Context(), engine.TurnOptions{})
	events := turn.Events()
	if err := turn.Add(call(t, "1", "work", work{})); err != nil {
		t.Fatal(err)
	}
	for range events {
		break
	}
	turn.Close()
	turn.Wait()
}

func TestWaitWaitsForObservers(t *testing.T) {
	var seen atomic.Int64
	observe := func(engine.Event) { runtime.Gosched(); seen.Add(1) }
	eng := newEngine(t, engine.Options{Observe: observe}, worker(nil))
	runAll(t, eng, engine.TurnOptions{Observe: observe}, call(t, "1", "work", work{}), call(t, "2", "work", work{}))
	if n := seen.Load(); n != 2*(2*4+1) {
		t.Errorf("%d events seen", n)
	}
}

func TestAnObserverThatCrashesCostsNobodyElseTheEvent(t *testing.T) {
	var seen atomic.Int64
	eng := newEngine(t, engine.Options{Observe: func(engine.Event) { panic("boom") }}, worker(nil))
	out := runAll(t, eng, engine.TurnOptions{Observe: func(engine.Event) { seen.Add(1) }}, call(t, "1", "work", work{Say: "x"}))
	if out[0].Result.Text() != "x" || seen.Load() != 5 {
		t.Errorf("%q, %d events seen", out[0].Result.Text(), seen.Load())
	}
}

func TestAnOutcomeIsWrittenAsJSON(t *testing.T) {
	out := newEngine(t, engine.Options{Clock: func() time.Time { return time.Unix(0, 0) }}, worker(nil)).Call(t.Context(), call(t, "1", "work", work{}))
	raw, err := json.Marshal(out)
	const want = `"status":"ok","tool":"work","intent":{},`
	if err != nil || !strings.Contains(string(raw), want) || !strings.Contains(string(raw), `"text":"(no output)"`) {
		t.Errorf("%s %v", raw, err)
	}
}

func TestEventsAreWrittenAsFlatJSON(t *testing.T) {
	eng := newEngine(t, engine.Options{Clock: func() time.Time { return time.Unix(0, 0) }}, worker(nil))
	turn := eng.Turn(t.Context(), engine.TurnOptions{Strategy: engine.Sequential()})
	events := turn.Events()
	for _, c := range []tool.Call{call(t, "1", "work", work{Say: "hi"}), {ID: "2", Name: "work", Args: []byte(`{"say`)}} {
		if err := turn.Add(c); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	turn.Wait()
	got := map[string][]string{}
	for e := range events {
		raw, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		id := "turn"
		if e.Call != nil {
			id = e.Call.ID
		}
		got[id] = append(got[id], string(raw))
	}
	const at = `"time":"1970-01-01T00:00:00Z"`
	want := map[string][]string{
		"1": {
			`{"type":"proposed",` + at + `,"index":0,"call_id":"1","name":"work","arguments":{"say":"hi"}}`,
			`{"type":"decided",` + at + `,"index":0,"call_id":"1","tool":"work","arguments":{"say":"hi"},"decision":{"effect":"allow","rule":"allow-all"}}`,
			`{"type":"started",` + at + `,"index":0,"call_id":"1","tool":"work"}`,
			`{"type":"ended",` + at + `,"index":0,"call_id":"1","tool":"work","result":{"content":[{"type":"text","text":"hi"}]},"status":"ok"}`,
		},
		"turn": {`{"type":"turn_ended",` + at + `}`},
	}
	for id, lines := range want {
		if fmt.Sprint(got[id]) != fmt.Sprint(lines) {
			t.Errorf("%s:\n%q\nwant\n%q", id, got[id], lines)
		}
	}
	if len(got["2"]) != 3 {
		t.Errorf("the broken call has %d events: %q", len(got["2"]), got["2"])
	}
}

func TestTenThousandCallsInOneTurn(t *testing.T) {
	const n = 10_000
	eng := newEngine(t, engine.Options{}, worker(nil))
	turn := eng.Turn(t.Context(), engine.TurnOptions{})
	for i := range n {
		w := work{Say: fmt.Sprint(i)}
		switch i % 3 {
		case 0:
			w.Writes = []string{fmt.Sprintf("/d%d/f%d", i%17, i%1001)}
		case 1:
			w.Reads = []string{fmt.Sprintf("/d%d", i%17)}
		}
		if err := turn.Add(call(t, w.Say, "work", w)); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	for i, o := range turn.Wait() {
		if o.Status != engine.OK || o.Result.Text() != fmt.Sprint(i) {
			t.Fatalf("call %d: %s %q", i, o.Status, o.Result.Text())
		}
	}
}

func TestQuickCallsAreDoneWhenTheyAreAdded(t *testing.T) {
	var adder, runner string
	here := func() string {
		buf := make([]byte, 64)
		return string(buf[:runtime.Stack(buf, false)][:20])
	}
	quick := tool.New(tool.Spec{Name: "quick", Description: "quick", Quick: true}, func(context.Context, struct{}) (string, error) {
		runner = here()
		return "ok", nil
	})
	eng := newEngine(t, engine.Options{}, quick)
	adder = here()
	if out := eng.Call(t.Context(), call(t, "1", "quick", struct{}{})); out.Status != engine.OK || adder != runner {
		t.Errorf("%s: added on %q, run on %q", out.Status, adder, runner)
	}
	if out := runAll(t, eng, engine.TurnOptions{}, call(t, "1", "quick", struct{}{}), call(t, "2", "quick", struct{}{})); len(out) != 2 {
		t.Errorf("%v", out)
	}
}
