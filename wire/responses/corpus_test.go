package responses_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/wire"
	"jig/wire/internal/streamtest"
	"jig/wire/responses"
)

func TestRecordedStreamsGiveTheirCallsHoweverTheyAreCutAndFramed(t *testing.T) {
	cases := streamtest.Cases(t, "openai-responses")
	for _, c := range cases {
		framings := map[string][]byte{
			"lines": c.Text, "events": streamtest.SSE(c.Text, "\n"), "events with CRLF": streamtest.SSE(c.Text, "\r\n"),
		}
		if array := streamtest.Array(c.Text); json.Valid(array) { // one stream has a damaged line
			framings["array"] = array
		}
		if fed := streamtest.Fed(responses.New, c.Text); len(fed) != len(c.Expected) {
			t.Errorf("%s, event by event: got %d calls", c.File, len(fed))
		}
		for how, text := range framings {
			whole := streamtest.Run(responses.New, wire.Options{}, streamtest.Cut(text, 0))
			if whole.Err != nil {
				t.Errorf("%s, %s: %v", c.File, how, whole.Err)
			}
			c.Check(t, how, whole)
			if whole.Reply.Model == "" || whole.Reply.Stop == "" {
				t.Errorf("%s: %+v", c.File, whole.Reply)
			}
			sizes := []int{-300}
			if how == "lines" {
				sizes = []int{1, 3, -300}
			}
			for _, size := range sizes {
				got := streamtest.Run(responses.New, wire.Options{}, streamtest.Cut(text, size))
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
	streamtest.Cutoff(t, responses.New, streamtest.Cases(t, "openai-responses"))
}

func FuzzDecode(f *testing.F) {
	streamtest.Fuzz(f, responses.New,
		strings.Join([]string{
			created, added(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":""}`),
			`{"type":"response.function_call_arguments.delta","item_id":"fc","delta":"{\"x\":"}`,
			`{"type":"response.function_call_arguments.done","item_id":"fc","arguments":"{\"x\":1}"}`,
			done(0, `{"type":"function_call","id":"fc","call_id":"c","name":"f","arguments":"{\"x\":1}"}`), completed,
		}, "\n"),
		done(0, `{"type":"reasoning","id":"rs","summary":[{"text":"x"}]}`)+done(1, `{"type":"message","id":"m","phase":"p","content":[{"text":"x"}]}`)+completed,
		`{"object":"response","status":"incomplete","output":[{"type":"custom_tool_call","name":"f","input":"x"}],"tools":[{"type":"custom","name":"f"}]}`,
		`{"type":"error","message":"x"}`)
}
