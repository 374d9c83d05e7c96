package practice_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/model"
	"jig/model/practice"
	"jig/tool"
	"jig/wire"
)

// ask gives the events of an answer, and the answer.
func ask(t *testing.T, m model.Model, req *wire.Request) ([]wire.Event, *wire.Reply) {
	t.Helper()
	var events []wire.Event
	for e, err := range m.Stream(t.Context(), req) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	last := events[len(events)-1]
	if last.Kind != wire.Done || last.Reply == nil {
		t.Fatalf("the last event is %+v", last)
	}
	return events, last.Reply
}

// answered is a conversation after an answer whose calls have all been answered alike.
func answered(req *wire.Request, reply *wire.Reply, text string) *wire.Request {
	next := *req
	next.Messages = append(append([]wire.Message{}, req.Messages...), reply.Message)
	var results wire.Message
	results.Role = wire.User
	for _, c := range reply.Calls() {
		results.Parts = append(results.Parts, wire.Part{Kind: wire.ResultPart, Result: &wire.Result{
			CallID: c.ID, Name: c.Name, Content: []tool.Block{tool.Text(text)},
		}})
	}
	if len(results.Parts) > 0 {
		next.Messages = append(next.Messages, results)
	}
	return &next
}

func TestAScriptGoesOnWhereTheConversationIs(t *testing.T) {
	turns := []practice.Turn{
		{Thinking: "hm", Text: "I look.", Calls: []practice.Call{{Name: "read", Args: map[string]any{"path": "a"}}, {Name: "list"}}},
		{Calls: []practice.Call{{Name: "read", Args: json.RawMessage(`{"path":"b"}`)}}},
		{Text: "Done."},
	}
	req := &wire.Request{Messages: []wire.Message{wire.Say("go")}}
	var texts []string
	for range 4 {
		// Another model each time: nothing is kept but the conversation.
		_, reply := ask(t, practice.Script(turns...), req)
		line := reply.Text() + "|" + string(reply.Stop)
		for _, c := range reply.Calls() {
			line += "|" + c.ID + " " + c.Name + " " + string(c.Args)
		}
		texts = append(texts, line)
		req = answered(req, reply, "fine")
	}
	want := []string{
		`I look.|tool_use|call_1 read {"path":"a"}|call_2 list {}`,
		`|tool_use|call_3 read {"path":"b"}`,
		`Done.|end_turn`,
		`The script is over.|end_turn`,
	}
	if diff := cmp.Diff(want, texts); diff != "" {
		t.Error(diff)
	}
}

func TestAScriptFindsItsPlaceAfterTheBeginningWasSummarised(t *testing.T) {
	turns := []practice.Turn{
		{Calls: []practice.Call{{Name: "a"}}}, {Calls: []practice.Call{{Name: "b"}}}, {Calls: []practice.Call{{Name: "c"}}},
	}
	m := practice.Script(turns...)
	req := &wire.Request{Messages: []wire.Message{wire.Say("go")}}
	for range 2 {
		_, reply := ask(t, m, req)
		req = answered(req, reply, "fine")
	}
	req.Messages = append([]wire.Message{wire.Say("summary")}, req.Messages[3:]...)
	_, reply := ask(t, m, req)
	if c := reply.Calls(); len(c) != 1 || c[0].Name != "c" || c[0].ID != "call_3" {
		t.Errorf("calls %+v", reply.Message)
	}
}

func TestASequenceGoesOnAfterAFailure(t *testing.T) {
	broken := errors.New("broken")
	m := practice.Sequence(practice.Turn{Text: "so f", Steps: []practice.Step{{Err: broken}, {Text: "never"}}}, practice.Turn{Text: "again"})
	req := &wire.Request{Messages: []wire.Message{wire.Say("go")}}
	var text strings.Builder
	var failed error
	for e, err := range m.Stream(t.Context(), req) {
		text.WriteString(e.Text)
		failed = err
	}
	if text.String() != "so f" || !errors.Is(failed, broken) {
		t.Errorf("%q, %v", text.String(), failed)
	}
	if _, reply := ask(t, m, req); reply.Text() != "again" {
		t.Errorf("then %q", reply.Text())
	}
}

func TestTheEventsOfAnAnswerAreExact(t *testing.T) {
	m := practice.Script(practice.Turn{Thinking: "why", Text: "héllo", Calls: []practice.Call{{Name: "read", Args: map[string]any{"p": "x"}}}}).
		With(practice.Options{Bytes: 2})
	events, reply := ask(t, m, &wire.Request{Messages: []wire.Message{wire.Say("two words")}})
	var got []string
	names := map[wire.EventKind]string{wire.Text: "text", wire.Thinking: "thinking", wire.CallBegun: "begun", wire.CallDelta: "delta", wire.CallReady: "ready", wire.Done: "done"}
	for _, e := range events {
		got = append(got, names[e.Kind]+" "+e.Text)
	}
	want := []string{"thinking wh", "thinking y", "text hé", "text ll", "text o", "begun ", `delta {"`, `delta p"`, `delta :"`, `delta x"`, "delta }", "ready ", "done "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if reply.Usage != (wire.Usage{Input: 2, Output: 4, Reasoning: 1}) {
		t.Errorf("usage %+v", reply.Usage)
	}
}

func TestPaceIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := practice.Script(practice.Turn{Text: strings.Repeat("a", 400), Calls: []practice.Call{{Name: "x", Args: json.RawMessage(`{"abcde":12345}   `)}}}).
			With(practice.Options{Pace: 100, Delay: time.Second})
		start := time.Now()
		var ready, done time.Duration
		for e, err := range m.Stream(t.Context(), &wire.Request{}) {
			if err != nil {
				t.Fatal(err)
			}
			switch e.Kind {
			case wire.CallReady:
				ready = time.Since(start)
			case wire.Done:
				done = time.Since(start)
			}
		}
		// A second of delay, a hundred tokens of text, four and a half of arguments.
		if want := 2*time.Second + 45*time.Millisecond; ready != want || done != want {
			t.Errorf("ready after %v, done after %v, want %v", ready, done, want)
		}
	})
}

func TestAScriptSetsThePace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		// A line end is said with each line: 400 bytes are a hundred tokens.
		text := "pace 100\nwait 2s\nsay " + strings.Repeat("a", 399)
		for _, err := range practice.New(practice.Options{}).Stream(t.Context(), &wire.Request{Messages: []wire.Message{wire.Say(text)}}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestTheEndOfTheContextEndsTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m := practice.Script(practice.Turn{Text: strings.Repeat("a", 4000)}).With(practice.Options{Pace: 1})
		var failed error
		for _, err := range m.Stream(ctx, &wire.Request{}) {
			failed = err
		}
		if !errors.Is(failed, context.DeadlineExceeded) {
			t.Errorf("ended with %v", failed)
		}
	})
}

func TestHalfACallNeverBecomesReady(t *testing.T) {
	m := practice.Script(practice.Turn{Calls: []practice.Call{{Name: "read", Args: map[string]any{"path": "a"}, Half: true}}, Stop: wire.MaxTokens})
	events, reply := ask(t, m, &wire.Request{})
	for _, e := range events {
		if e.Kind == wire.CallReady {
			t.Error("it became ready")
		}
	}
	if reply.Stop != wire.MaxTokens || len(reply.Calls()) != 0 {
		t.Errorf("reply %+v", reply)
	}
}
