package connect_test

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/model/connect"
	"jig/wire"
)

// TestRecordedStreams plays answers that providers really gave through their own clients.
func TestRecordedStreams(t *testing.T) {
	list, err := os.ReadFile(corpora.Path(t, "streams", "expected.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	models := map[string]string{"anthropic": "anthropic/m", "openai-chat": "openai-chat/m", "openai-responses": "openai/m"}
	for line := range bytes.Lines(list) {
		var c struct {
			Wire     string `json:"provider_wire"`
			File     string `json:"file"`
			Expected []struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
				Block     string          `json:"block"`
			} `json:"expected"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.File, func(t *testing.T) {
			events, err := os.ReadFile(corpora.Path(t, "streams", c.File))
			if err != nil {
				t.Fatal(err)
			}
			var body strings.Builder
			for event := range bytes.Lines(events) {
				if event = bytes.TrimSpace(event); len(event) == 0 {
					continue
				}
				frame := data
				if c.Wire != "openai-chat" {
					frame = named
				}
				body.WriteString(frame(string(event)))
			}
			if c.Wire == "openai-chat" {
				body.WriteString("data: [DONE]\n\n")
			}
			s := newServer(t, stream("text/event-stream", body.String()))
			a := ask(t.Context(), s.open(t, models[c.Wire], connect.Options{Format: "none"}), &wire.Request{Messages: []wire.Message{wire.Say("go")}})
			if a.err != nil || a.reply == nil {
				t.Fatalf("got %+v", a)
			}
			// Tools that the provider runs itself are not ours to run.
			calls := a.reply.Calls()
			for _, want := range c.Expected {
				if len(calls) > 0 && calls[0].Name == want.Name && sameJSON(t, calls[0].Args, want.Arguments) {
					calls = calls[1:]
				} else if want.Block == "" || want.Block == "tool_use" || want.Block == "function_call" {
					t.Errorf("the call %s%s is missing", want.Name, want.Arguments)
				}
			}
			if len(calls) > 0 {
				t.Errorf("the call %s%s is too much", calls[0].Name, calls[0].Args)
			}
		})
	}
}

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return string(a) == string(b)
	}
	return reflect.DeepEqual(x, y)
}
