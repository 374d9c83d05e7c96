package chat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/chat"
	"jig/wire/internal/streamtest"
)

func TestRecordedStreamsGiveTheirCallsHoweverTheyAreCutAndFramed(t *testing.T) {
	cases := streamtest.Cases(t, "openai-chat")
	for _, c := range cases {
		framings := map[string][]byte{
			"lines": c.Text, "events": streamtest.SSE(c.Text, "\n"), "events with CRLF": streamtest.SSE(c.Text, "\r\n"), "array": streamtest.Array(c.Text),
		}
		if fed := streamtest.Fed(chat.New, c.Text); len(fed) != len(c.Expected) {
			t.Errorf("%s, event by event: got %d calls", c.File, len(fed))
		}
		for how, text := range framings {
			whole := streamtest.Run(chat.New, wire.Options{}, streamtest.Cut(text, 0))
			if whole.Err != nil {
				t.Errorf("%s, %s: %v", c.File, how, whole.Err)
			}
			c.Check(t, how, whole)
			if whole.Reply.Usage.Input == 0 || whole.Reply.Usage.Output == 0 || whole.Reply.Model == "" || whole.Reply.Stop == "" {
				t.Errorf("%s: %+v", c.File, whole.Reply)
			}
			sizes := []int{-300}
			if how == "lines" {
				sizes = []int{1, 3, -300}
			}
			for _, size := range sizes {
				got := streamtest.Run(chat.New, wire.Options{}, streamtest.Cut(text, size))
				if diff := cmp.Diff(whole.Events, got.Events); diff != "" {
					t.Fatalf("%s, %s, cut by %d: %s", c.File, how, size, diff)
				}
				if diff := cmp.Diff(whole.Reply, got.Reply); diff != "" {
					t.Fatalf("%s, %s, cut by %d: %s", c.File, how, size, diff)
				}
			}
		}
	}
	t.Logf("%d streams", len(cases))
}

func TestStreamsThatBreakOffMakeUpNothing(t *testing.T) {
	streamtest.Cutoff(t, chat.New, streamtest.Cases(t, "openai-chat"))
}

func FuzzDecode(f *testing.F) {
	streamtest.Fuzz(f, chat.New,
		`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":"}}]}}]}`+"\n"+
			`{"choices":[{"delta":{"content":[{"type":"thinking","thinking":[{"text":"h"}]}],"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]},"finish_reason":"stop"}],"usage":{"prompt_tokens":1}}`,
		`{"choices":[{"message":{"content":"x","reasoning":"r","reasoning_details":[{"index":0,"type":"t","text":"x"}],"tool_calls":[{"id":"a","function":{"name":"f","arguments":{"a":1}}}]},"finish_reason":"length"}]}`,
		`{"error":{"message":"x"}}`, `[{"choices":[{"delta":{"refusal":"no"}}]},{"choices":[{"finish_reason":"error"}]}]`)
}

// BenchmarkDecode reads calls with ever longer arguments, in pieces of three bytes.
func BenchmarkDecode(b *testing.B) {
	for _, size := range []int{1 << 10, 100 << 10, 10 << 20} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			var text strings.Builder
			text.WriteString("data: " + delta(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"x\":\""}}`, "") + "\n\n")
			for text.Len() < size {
				text.WriteString("data: " + delta(`{"index":0,"function":{"arguments":"some more of a long text"}}`, "") + "\n\n")
			}
			text.WriteString("data: " + delta(`{"index":0,"function":{"arguments":"\"}"}}`, "tool_calls") + "\n\ndata: [DONE]\n\n")
			streamtest.Bench(b, chat.New, []byte(text.String()))
		})
	}
}
