package connect_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"

	"jig/model"
	"jig/model/connect"
	"jig/tool"
	"jig/wire"
)

// scripted is a model that says the same each time, in pieces, and remembers what it was
// asked.
type scripted struct {
	events []wire.Event
	reply  wire.Reply
	err    error
	asked  *wire.Request
}

func (m *scripted) Name() string     { return "test/scripted" }
func (m *scripted) Info() model.Info { return model.Info{Context: 7, Images: true} }

func (m *scripted) Stream(_ context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	m.asked = req
	return func(yield func(wire.Event, error) bool) {
		for _, e := range m.events {
			if !yield(e, nil) {
				return
			}
		}
		if m.err != nil {
			yield(wire.Event{}, m.err)
			return
		}
		yield(wire.Event{Kind: wire.Done, Reply: &m.reply}, nil)
	}
}

// saying is a model that writes a text, cut into pieces of n bytes.
func saying(text string, n int) *scripted {
	m := &scripted{reply: wire.Reply{ID: "r1", Stop: wire.EndTurn, Usage: wire.Usage{Input: 3, Output: 4}}}
	m.reply.Role = wire.Assistant
	m.reply.Parts = []wire.Part{{Kind: wire.TextPart, Text: text}}
	for piece := range slices.Chunk([]byte(text), n) {
		m.events = append(m.events, wire.Event{Kind: wire.Text, Text: string(piece)})
	}
	return m
}

const hermesCall = `<tool_call>` + "\n" + `{"name": "weather", "arguments": {"city": "Paris"}}` + "\n" + `</tool_call>`

func rescued(t *testing.T, m model.Model) model.Model {
	t.Helper()
	r, err := connect.Rescued(m, "hermes")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func prompted(t *testing.T, m model.Model) model.Model {
	t.Helper()
	p, err := connect.Prompted(m, "hermes")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestCallsInTheTextAreFound(t *testing.T) {
	for name, wrap := range map[string]func(*testing.T, model.Model) model.Model{"rescued": rescued, "prompted": prompted} {
		for _, n := range []int{1, 3, 1000} {
			t.Run(name, func(t *testing.T) {
				a := ask(t.Context(), wrap(t, saying("I look.\n"+hermesCall, n)), question())
				if a.err != nil || strings.TrimSpace(a.text) != "I look." || len(a.calls) != 1 || !strings.HasPrefix(a.calls[0], "weather{") {
					t.Fatalf("got %+v", a)
				}
				r := a.reply
				if r == nil || r.Stop != wire.ToolUse || len(r.Calls()) != 1 || r.ID != "r1" || r.Usage.Output != 4 || strings.Contains(r.Text(), "tool_call") {
					t.Errorf("the reply is %+v", r)
				}
			})
		}
	}
}

func TestTextThatIsNoCallIsWhole(t *testing.T) {
	text := "Write <tool_ and then <b>bold</b>, or `<tool_call>`.\n```\n" + hermesCall + "\n```\nSo."
	for name, wrap := range map[string]func(*testing.T, model.Model) model.Model{"rescued": rescued, "prompted": prompted} {
		t.Run(name, func(t *testing.T) {
			a := ask(t.Context(), wrap(t, saying(text, 2)), question())
			if a.err != nil || a.text != text || len(a.calls) != 0 || a.reply.Text() != text || a.reply.Stop != wire.EndTurn {
				t.Fatalf("got %+v", a)
			}
		})
	}
}

func TestNativeCallsWin(t *testing.T) {
	m := saying("First. "+hermesCall+" Then.", 4)
	call := &wire.Call{ID: "c1", Name: "weather", Args: []byte(`{"city":"Rome"}`)}
	m.events = append(m.events, wire.Event{Kind: wire.CallBegun, Call: call}, wire.Event{Kind: wire.CallReady, Call: call}, wire.Event{Kind: wire.Text, Text: "End."})
	m.reply.Parts = append(m.reply.Parts, wire.Part{Kind: wire.CallPart, Call: call}, wire.Part{Kind: wire.TextPart, Text: "End."})
	m.reply.Stop = wire.ToolUse
	a := ask(t.Context(), rescued(t, m), question())
	if a.err != nil || !slices.Equal(a.calls, []string{`weather{"city":"Rome"}`}) {
		t.Fatalf("got %+v", a)
	}
	if a.text != "First. "+hermesCall+" Then.End." || a.reply.Text() != a.text {
		t.Errorf("the text is %q, of the reply %q", a.text, a.reply.Text())
	}
}

func TestNothingIsSearchedWhereNoToolsAreOffered(t *testing.T) {
	req := question()
	req.Tools = nil
	if a := ask(t.Context(), rescued(t, saying(hermesCall, 5)), req); len(a.calls) > 0 || a.text != hermesCall {
		t.Errorf("got %+v", a)
	}
	req = question()
	req.Choice = "none"
	if a := ask(t.Context(), rescued(t, saying(hermesCall, 5)), req); len(a.calls) > 0 || a.text != hermesCall {
		t.Errorf("got %+v", a)
	}
}

func TestWhatWasKeptBackIsGivenWhenTheAnswerBreaksOff(t *testing.T) {
	for name, wrap := range map[string]func(*testing.T, model.Model) model.Model{"rescued": rescued, "prompted": prompted} {
		t.Run(name, func(t *testing.T) {
			m := saying("I look. <tool_c", 3)
			m.err = errors.New("cut")
			a := ask(t.Context(), wrap(t, m), question())
			if !errors.Is(a.err, m.err) || a.text != "I look. <tool_c" || a.reply != nil {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestACallThatIsCutOffDoesNotRun(t *testing.T) {
	for name, wrap := range map[string]func(*testing.T, model.Model) model.Model{"rescued": rescued, "prompted": prompted} {
		t.Run(name, func(t *testing.T) {
			m := saying(hermesCall[:len(hermesCall)/2], 3)
			m.reply.Stop = wire.MaxTokens
			a := ask(t.Context(), wrap(t, m), question())
			if a.err != nil || len(a.calls) > 0 || a.reply == nil || a.reply.Stop != wire.MaxTokens {
				t.Errorf("got %+v", a)
			}
		})
	}
}

func TestAPromptedModelIsToldInWords(t *testing.T) {
	m := saying("fine", 10)
	req := question()
	req.Choice = "weather"
	call := &wire.Call{ID: "c1", Name: "weather", Args: []byte(`{"city":"Rome"}`)}
	picture := tool.Block{Type: tool.ImageBlock, MIME: "image/png", Data: []byte("png")}
	req.Messages = append(req.Messages,
		wire.Message{Role: wire.Assistant, Parts: []wire.Part{{Kind: wire.TextPart, Text: "I look."}, {Kind: wire.CallPart, Call: call}}},
		wire.Message{Role: wire.User, Parts: []wire.Part{
			{Kind: wire.ResultPart, Result: &wire.Result{CallID: "c1", Name: "weather", Content: []tool.Block{tool.Text("sunny"), picture}}},
			{Kind: wire.TextPart, Text: "Thanks."},
		}})
	if a := ask(t.Context(), prompted(t, m), req); a.err != nil || a.text != "fine" {
		t.Fatalf("got %+v", a)
	}
	got := m.asked
	if len(got.Tools) > 0 || got.Choice != "" || !strings.HasPrefix(got.System, "Be kind.") || !strings.Contains(got.System, "The weather.") || !strings.Contains(got.System, "must call the tool weather") {
		t.Errorf("asked %+v", got)
	}
	for _, message := range got.Messages {
		for _, p := range message.Parts {
			if p.Kind == wire.CallPart || p.Kind == wire.ResultPart {
				t.Errorf("a %s is not in words", p.Kind)
			}
		}
	}
	if said := got.Messages[1].Text(); !strings.Contains(said, "Rome") || !strings.HasPrefix(said, "I look.") {
		t.Errorf("the call is %q", said)
	}
	if said := got.Messages[2].Text(); !strings.Contains(said, "sunny") || !strings.HasSuffix(said, "Thanks.") {
		t.Errorf("the result is %q", said)
	}
	if parts := got.Messages[2].Parts; !slices.ContainsFunc(parts, func(p wire.Part) bool { return p.Kind == wire.BlockPart && p.Block.MIME == "image/png" }) {
		t.Errorf("the image is lost: %+v", parts)
	}
	if len(req.Messages[2].Parts[0].Result.Content) != 2 || len(req.Tools) != 1 {
		t.Error("the request of the caller was changed")
	}
	if i := prompted(t, m).Info(); i.Mode != wire.PromptBased || i.Format != "hermes" || i.Context != 7 {
		t.Errorf("the info is %+v", i)
	}
}

func TestLeavingTheLoopOfATextualModelStopsIt(t *testing.T) {
	for _, wrap := range []func(*testing.T, model.Model) model.Model{rescued, prompted} {
		for range wrap(t, saying("one two three", 1)).Stream(t.Context(), question()) {
			break
		}
	}
}

func TestAServerThatLeavesCallsInTheText(t *testing.T) {
	chunk := func(text string) string {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return data(`{"id":"c1","choices":[{"index":0,"delta":{"content":` + string(quoted) + `},"finish_reason":null}]}`)
	}
	body := chunk("I look. <tool") + chunk(hermesCall[5:30]) + chunk(hermesCall[30:]) + data(`{"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`) + "data: [DONE]\n\n"
	for name, inWords := range map[string]bool{"vllm/unheard-of": false, "vllm/google/gemma-3-27b-it": true} {
		t.Run(name, func(t *testing.T) {
			s := newServer(t, stream("text/event-stream", body))
			a := ask(t.Context(), s.open(t, name, connect.Options{}), question())
			if a.err != nil || strings.TrimSpace(a.text) != "I look." || len(a.calls) != 1 || a.reply.Stop != wire.ToolUse {
				t.Fatalf("got %+v", a)
			}
			var sent struct {
				Tools json.RawMessage `json:"tools"`
			}
			got := s.requests()[0].body
			if err := json.Unmarshal([]byte(got), &sent); err != nil {
				t.Fatal(err)
			}
			if (sent.Tools == nil) != inWords || !strings.Contains(got, "The weather.") {
				t.Errorf("the request is %s", got)
			}
		})
	}
}
