package agent_test

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jig/agent"
	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

func TestMain(m *testing.M) {
	if crashChild() {
		return
	}
	goleak.VerifyTestMain(m)
}

// player is a model that plays its answers one after the other and remembers what it was
// asked.
type player struct {
	info    model.Info
	answers [][]step

	mu    sync.Mutex
	asked []*wire.Request
}

// step is one thing that happens in an answer.
type step struct {
	text, think string
	call        *wire.Call
	begin       *wire.Call // begun and never ready
	pause       time.Duration
	err         error
	stop        wire.Stop
	usage       wire.Usage
	do          func(ctx context.Context)
}

func say(text string) step              { return step{text: text} }
func pause(d time.Duration) step        { return step{pause: d} }
func breaks(err error) step             { return step{err: err} }
func stops(s wire.Stop) step            { return step{stop: s} }
func uses(in, out int64) step           { return step{usage: wire.Usage{Input: in, Output: out}} }
func answers(a ...[]step) [][]step      { return a }
func does(f func(context.Context)) step { return step{do: f} }

func calls(id, name string, args any) step {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return step{call: &wire.Call{ID: id, Name: name, Args: raw}}
}

func broken() error {
	return &model.Error{Reason: model.Broken, Provider: "test", Text: "the line went dead"}
}

func (p *player) Name() string     { return "test/player" }
func (p *player) Info() model.Info { return p.info }

func (p *player) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	p.mu.Lock()
	n := len(p.asked)
	kept := *req
	kept.Messages = slices.Clone(req.Messages)
	p.asked = append(p.asked, &kept)
	p.mu.Unlock()
	return func(yield func(wire.Event, error) bool) {
		if n >= len(p.answers) {
			yield(wire.Event{}, &model.Error{Reason: model.Rejected, Provider: "test", Text: "nothing more to play"})
			return
		}
		reply := &wire.Reply{Message: wire.Message{Role: wire.Assistant}, Stop: wire.EndTurn}
		for _, s := range p.answers[n] {
			if !play(ctx, s, reply, yield) {
				return
			}
		}
		if len(reply.Calls()) > 0 && reply.Stop == wire.EndTurn {
			reply.Stop = wire.ToolUse
		}
		yield(wire.Event{Kind: wire.Done, Reply: reply}, nil)
	}
}

func play(ctx context.Context, s step, reply *wire.Reply, yield func(wire.Event, error) bool) bool {
	part := func(p wire.Part) { reply.Parts = append(reply.Parts, p) }
	switch {
	case s.text != "":
		part(wire.Part{Kind: wire.TextPart, Text: s.text})
		return yield(wire.Event{Kind: wire.Text, Text: s.text}, nil)
	case s.think != "":
		part(wire.Part{Kind: wire.ThinkingPart, Text: s.think, Raw: json.RawMessage(`{"sig":1}`), From: "test"})
		return yield(wire.Event{Kind: wire.Thinking, Text: s.think}, nil)
	case s.call != nil:
		c := &wire.Call{ID: s.call.ID, Name: s.call.Name}
		if !yield(wire.Event{Kind: wire.CallBegun, Call: c}, nil) || !yield(wire.Event{Kind: wire.CallDelta, Call: c, Text: string(s.call.Args)}, nil) {
			return false
		}
		c.Args = s.call.Args
		part(wire.Part{Kind: wire.CallPart, Call: c})
		return yield(wire.Event{Kind: wire.CallReady, Call: c}, nil)
	case s.begin != nil:
		return yield(wire.Event{Kind: wire.CallBegun, Call: s.begin}, nil)
	case s.err != nil:
		yield(wire.Event{}, s.err)
		return false
	case s.stop != "":
		reply.Stop = s.stop
	case s.do != nil:
		s.do(ctx)
	case s.pause > 0:
		timer := time.NewTimer(s.pause)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			yield(wire.Event{}, ctx.Err())
			return false
		}
	}
	reply.Usage.Add(s.usage)
	return true
}

// work is the input of the tool that most tests use.
type work struct {
	Say    string `json:"say,omitempty"`
	MS     int    `json:"ms,omitempty"`
	Writes string `json:"writes,omitempty"`
	Fail   bool   `json:"fail,omitempty"`
	Stop   bool   `json:"stop,omitempty"`
	Wait   string `json:"wait,omitempty"`
	Leave  string `json:"leave,omitempty"`
}

// bench is a tool and what it has done.
type bench struct {
	mu  sync.Mutex
	ran []string
	at  map[string]time.Time
}

func (b *bench) tool() tool.Tool {
	b.at = make(map[string]time.Time)
	return tool.New(tool.Spec{Name: "work", Description: "Works", Access: tool.FullAccess}, func(ctx context.Context, in work) (*tool.Result, error) {
		b.mu.Lock()
		b.at[in.Say] = time.Now()
		b.mu.Unlock()
		if in.MS > 0 {
			timer := time.NewTimer(time.Duration(in.MS) * time.Millisecond)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		b.mu.Lock()
		b.ran = append(b.ran, in.Say)
		b.mu.Unlock()
		res := tool.TextResult("did " + in.Say)
		res.IsError = in.Fail
		res.Control = tool.Control{StopTurn: in.Stop, Suspend: in.Wait, Background: in.Leave}
		return res, nil
	}).WithPlan(func(_ context.Context, in work) (*tool.Intent, error) {
		i := &tool.Intent{Summary: in.Say}
		if in.Writes != "" {
			i.Writes = []string{in.Writes}
		}
		return i, nil
	})
}

func newSession(t testing.TB, opt agent.Options, tools ...tool.Tool) *agent.Session {
	t.Helper()
	if opt.Engine == nil {
		opt.Engine = newEngine(t, tools...)
	}
	s, err := agent.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

type ctx = context.Context

func newEngine(t testing.TB, tools ...tool.Tool) *agent.Engine {
	t.Helper()
	return newEngineOver(t, tool.NewSet(tools...))
}

func newEngineOver(t testing.TB, set *tool.Set) *agent.Engine {
	t.Helper()
	eng := agent.NewEngine(set, engine.AllowAll(), engine.Options{Stash: engine.NewDirStash(t.TempDir(), 0)})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
	})
	return eng
}

// collect runs the session and checks what must hold at the end of every run.
func collect(t testing.TB, s *agent.Session, messages ...wire.Message) ([]agent.Event, *agent.End) {
	t.Helper()
	var events []agent.Event
	for e := range s.Run(t.Context(), messages...) {
		events = append(events, e)
	}
	if len(events) == 0 || events[len(events)-1].Kind != agent.RunEnded {
		t.Fatalf("the last of %d events is not the end of the run", len(events))
	}
	wantValid(t, s.Messages())
	return events, events[len(events)-1].End
}

func wantValid(t testing.TB, messages []wire.Message) {
	t.Helper()
	if err := agent.Check(messages); err != nil {
		t.Errorf("the transcript is not valid: %v\n%s", err, show(messages))
	}
}

func wantReason(t testing.TB, end *agent.End, want agent.Reason) {
	t.Helper()
	if end.Reason != want {
		t.Errorf("the run ended as %s (%s, %v), want %s", end.Reason, end.Text, end.Err, want)
	}
}

// show writes a transcript in short.
func show(messages []wire.Message) string {
	var b strings.Builder
	for i := range messages {
		b.WriteString(string(messages[i].Role) + ":")
		for _, p := range messages[i].Parts {
			switch p.Kind {
			case wire.CallPart:
				b.WriteString(" call(" + p.Call.ID + ")")
			case wire.ResultPart:
				b.WriteString(" result(" + p.Result.CallID + ": " + p.Result.Content[0].String() + ")")
			default:
				b.WriteString(" " + string(p.Kind) + "(" + p.Text + ")")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

func count(events []agent.Event, kind agent.Kind) int {
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

func texts(events []agent.Event) string {
	var b strings.Builder
	for _, e := range events {
		if e.Kind == agent.TextDelta {
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

// named is a tool under another name.
type named struct {
	tool.Tool
	name string
}

func (n named) Unwrap() tool.Tool { return n.Tool }

func (n named) Spec() *tool.Spec {
	spec := *n.Tool.Spec()
	spec.Name = n.name
	return &spec
}
