package gemini_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"jig/tool"
	"jig/wire"
	"jig/wire/gemini"
	"jig/wire/internal/streamtest"
)

// chunk is a response with the given parts, and a reason to stop if it is the last.
func chunk(finish string, parts ...string) string {
	out := `{"candidates":[{"content":{"role":"model","parts":[` + strings.Join(parts, ",") + `]}`
	if finish != "" {
		out += `,"finishReason":"` + finish + `"`
	}
	return out + `,"index":0}],"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":4,"candidatesTokenCount":5,"thoughtsTokenCount":3,"totalTokenCount":18},"modelVersion":"gemini-3-pro","responseId":"r1"}`
}

func lines(all ...string) []byte { return []byte(strings.Join(all, "\n") + "\n") }

// framings are the ways in which the responses may come.
func framings(all []byte) map[string][]byte {
	return map[string][]byte{"lines": all, "sse": streamtest.SSE(all, "\r\n"), "array": streamtest.Array(all)}
}

func TestAnswersAreRead(t *testing.T) {
	reply := func(stop wire.Stop, parts ...wire.Part) *wire.Reply {
		return &wire.Reply{
			Message: wire.Message{Role: wire.Assistant, Parts: parts}, ID: "r1", Model: "gemini-3-pro", Stop: stop,
			Usage: wire.Usage{Input: 10, Output: 8, CacheRead: 4, Reasoning: 3},
		}
	}
	call := func(id, name, args, raw string) wire.Part {
		return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id, Name: name, Args: []byte(args)}, From: "gemini", Raw: []byte(raw)}
	}
	const read = `{"functionCall":{"name":"read","args":{"path":"a"}}}`
	const signed = `{"functionCall":{"id":"f1","name":"read","args":{"path":"a"}},"thoughtSignature":"U2ln"}`
	const code = `{"executableCode":{"language":"PYTHON","code":"print(1)"}}`
	png := tool.Image("image/png", []byte("png"))
	cases := []struct {
		name   string
		stream []byte
		want   *wire.Reply
	}{
		{
			"texts are one part, thinking another",
			lines(chunk("", `{"text":"hm","thought":true}`), chunk("", `{"text":"a"}`), chunk("", `{"text":"b"}`), chunk("STOP", `{"text":""}`)),
			reply(wire.EndTurn, wire.Part{Kind: wire.ThinkingPart, Text: "hm"}, wire.Part{Kind: wire.TextPart, Text: "ab"}),
		},
		{
			"what is signed is a part of its own",
			lines(chunk("", `{"text":"a"}`, `{"text":"b","thoughtSignature":"U2ln"}`, `{"text":"c"}`), chunk("STOP", `{"text":"","thoughtSignature":"RW5k"}`)),
			reply(wire.EndTurn, wire.Part{Kind: wire.TextPart, Text: "a"}, wire.Part{Kind: wire.TextPart, Text: "b", From: "gemini", Raw: []byte(`{"text":"b","thoughtSignature":"U2ln"}`)},
				wire.Part{Kind: wire.TextPart, Text: "c"}, wire.Part{Kind: wire.OpaquePart, From: "gemini", Raw: []byte(`{"text":"","thoughtSignature":"RW5k"}`)}),
		},
		{"calls without identifiers get one", lines(chunk("", read, read), chunk("STOP")), reply(wire.ToolUse, call("made_1", "read", `{"path":"a"}`, read), call("made_2", "read", `{"path":"a"}`, read))},
		{"a call with one keeps it", lines(chunk("STOP", signed)), reply(wire.ToolUse, call("f1", "read", `{"path":"a"}`, signed))},
		{"a call without arguments", lines(chunk("STOP", `{"functionCall":{"name":"now"}}`)), reply(wire.ToolUse, call("made_1", "now", `{}`, `{"functionCall":{"name":"now"}}`))},
		{"what the provider runs", lines(chunk("", code), chunk("STOP")), reply(wire.EndTurn, wire.Part{Kind: wire.OpaquePart, From: "gemini", Raw: []byte(code)})},
		{"members that say nothing", lines(chunk("", `{"text":"","executableCode":null}`), chunk("STOP", `{"\u0074ext":"","executableCode":null}`)), reply(wire.EndTurn)},
		{"an image", lines(chunk("STOP", `{"inlineData":{"mimeType":"image/png","data":"cG5n"}}`)), reply(wire.EndTurn, wire.Part{Kind: wire.BlockPart, Block: &png})},
		{"the limit", lines(chunk("MAX_TOKENS", `{"text":"a"}`)), reply(wire.MaxTokens, wire.Part{Kind: wire.TextPart, Text: "a"})},
		{"a refusal", lines(chunk("SAFETY")), reply(wire.Refusal)},
		{"a refused question", lines(`{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":10,"cachedContentTokenCount":4,"candidatesTokenCount":5,"thoughtsTokenCount":3},"modelVersion":"gemini-3-pro","responseId":"r1"}`), reply(wire.Refusal)},
		{"a wrapped response", lines(`{"response":` + chunk("STOP", `{"text":"a"}`) + `}`), reply(wire.EndTurn, wire.Part{Kind: wire.TextPart, Text: "a"})},
		{
			"arguments in pieces",
			lines(chunk("", `{"functionCall":{"name":"write","willContinue":true},"thoughtSignature":"U2ln"}`),
				chunk("", `{"functionCall":{"partialArgs":[{"jsonPath":"$.path","stringValue":"a","willContinue":true}],"willContinue":true}}`),
				chunk("", `{"functionCall":{"partialArgs":[{"jsonPath":"$.path","stringValue":"b"},{"jsonPath":"$.at[0].n","numberValue":1.5},{"jsonPath":"$.at[1]['x y']","boolValue":true}],"willContinue":true}}`),
				chunk("", `{"functionCall":{"partialArgs":[{"jsonPath":"$.none","nullValue":"NULL_VALUE"}],"willContinue":true}}`),
				chunk("STOP", `{"functionCall":{}}`)),
			reply(wire.ToolUse, call("made_1", "write", `{"at":[{"n":1.5},{"x y":true}],"none":null,"path":"ab"}`,
				`{"functionCall":{"name":"write","args":{"at":[{"n":1.5},{"x y":true}],"none":null,"path":"ab"}},"thoughtSignature":"U2ln"}`)),
		},
		{
			"arguments that the limit has cut are no call",
			lines(chunk("", `{"functionCall":{"name":"write","willContinue":true}}`), chunk("MAX_TOKENS", `{"functionCall":{"partialArgs":[{"jsonPath":"$.path","stringValue":"a","willContinue":true}],"willContinue":true}}`)),
			reply(wire.MaxTokens),
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for framing, stream := range framings(c.stream) {
				var first []string
				for _, size := range []int{0, 1, 3, -40} {
					got := streamtest.Run(gemini.New, wire.Options{}, streamtest.Cut(stream, size))
					if got.Err != nil {
						t.Fatal(got.Err)
					}
					if diff := cmp.Diff(c.want, got.Reply, cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("%s, %d: (-want +got)\n%s", framing, size, diff)
					}
					if first == nil {
						first = got.Events
					}
					if !slices.Equal(first, got.Events) {
						t.Errorf("%s, %d: the events depend on the cuts: %q, %q", framing, size, first, got.Events)
					}
				}
			}
		})
	}
}

func TestBrokenAnswersSayWhatIsWrong(t *testing.T) {
	cases := []struct {
		name, stream, want string
		cut                bool
	}{
		{"nothing", "", "empty", true},
		{"cut after a piece", chunk("", `{"text":"a"}`), "cut off", true},
		{"cut in a piece", chunk("", `{"text":"a"}`) + chunk("STOP")[:30], "cut off", true},
		{"cut in a call", chunk("", `{"functionCall":{"name":"write","willContinue":true}}`), "cut off", true},
		{"an error", `{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}`, "RESOURCE_EXHAUSTED: slow down", false},
		{"an error in an array", `[{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}]`, "RESOURCE_EXHAUSTED: slow down", false},
		{"a call that the provider could not read", chunk("MALFORMED_FUNCTION_CALL"), "MALFORMED_FUNCTION_CALL", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := streamtest.Run(gemini.New, wire.Options{}, streamtest.Cut([]byte(c.stream), 0))
			if got.Err == nil || !strings.Contains(got.Err.Error(), c.want) || errors.Is(got.Err, wire.ErrCut) != c.cut {
				t.Errorf("got %v, want %q", got.Err, c.want)
			}
			if len(got.Calls) > 0 {
				t.Errorf("got calls: %v", got.Calls)
			}
		})
	}
	t.Run("the status of an error is known", func(t *testing.T) {
		got := streamtest.Run(gemini.New, wire.Options{}, streamtest.Cut([]byte(cases[4].stream), 0))
		var said *wire.Error
		if !errors.As(got.Err, &said) || said.Status != 429 {
			t.Errorf("got %#v", got.Err)
		}
	})
}
