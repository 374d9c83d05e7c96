package official_test

import (
	"encoding/json"
	"strings"
	"testing"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"jig/wire"
	"jig/wire/anthropic"
	"jig/wire/internal/streamtest"
)

func TestTheClientOfAnthropicDropsWhatItDoesNotKnow(t *testing.T) {
	// The other tests would prove nothing if it kept unknown fields.
	var params sdk.MessageNewParams
	const sent = `{"model":"m","max_tokens":1,"nonsense":1,"messages":[{"role":"user","content":[{"type":"text","text":"a","nonsense":2}]}]}`
	if err := json.Unmarshal([]byte(sent), &params); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(params)
	if err != nil || strings.Contains(string(again), "nonsense") {
		t.Errorf("%v %s", err, again)
	}
}

func TestRequestsToAnthropicAreKnownToItsClient(t *testing.T) {
	for name, sent := range golden(t, "anthropic") {
		t.Run(name, func(t *testing.T) {
			switch name {
			case "results.json":
				survives[sdk.MessageParam](t, sent)
			case "tools.json":
				survives[[]sdk.ToolParam](t, sent)
			default:
				survives[sdk.MessageNewParams](t, sent)
			}
		})
	}
}

func TestRecordedAnswersOfAnthropicCanBeSentBack(t *testing.T) {
	for _, c := range streamtest.Cases(t, "anthropic") {
		t.Run(c.File, func(t *testing.T) {
			got := streamtest.Run(anthropic.New, wire.Options{}, streamtest.Cut(c.Text, 0))
			if got.Err != nil {
				t.Fatal(got.Err)
			}
			sent, err := anthropic.Request(&wire.Request{Model: "claude-opus-5", Messages: []wire.Message{wire.Say("hi"), got.Reply.Message, wire.Say("thanks")}})
			if err != nil {
				t.Fatal(err)
			}
			survives[sdk.BetaMessageNewParams](t, sent)
		})
	}
}
