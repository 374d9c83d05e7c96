package auto_test

import (
	"errors"
	"strings"
	"testing"

	"jig/wire"
	"jig/wire/auto"
)

// attack gives what is found in an answer that is cut into pieces.
func attack(t *testing.T, answer string, size int) (found, said string, calls int, err error) {
	t.Helper()
	d, err := auto.New(auto.Auto, wire.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	take := func(events []wire.Event) {
		for _, e := range events {
			switch e.Kind {
			case wire.Text:
				all.WriteString(e.Text)
			case wire.CallReady:
				calls++
			}
		}
	}
	for rest := []byte(answer); len(rest) > 0; {
		n := min(size, len(rest))
		take(d.Write(rest[:n]))
		rest = rest[n:]
	}
	last, err := d.Close()
	take(last)
	return auto.Found(d), all.String(), calls, err
}

func TestTextThatLooksLikeAnAnswerOfAProviderComesOutAsItWentIn(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"nothing":                          "",
		"white space":                      " \n\t ",
		"one letter":                       "x",
		"a word that could be a field":     "dat",
		"a field alone":                    "data:",
		"a field and prose":                "data: is what I need.\nAnd more.\n",
		"a field and a number":             "id: 5\nname: Bob\n",
		"an event that is a party":         "event: the party\n\nIt is tonight.",
		"a comment":                        ": a colon begins this",
		"a stream of others":               "data: {\"a\": 1}\n\ndata: {\"b\": 2}\n\n",
		"the end of a stream":              "data: [DONE]\n\n",
		"a brace":                          "{",
		"a set":                            "{x} is a set",
		"an unclosed object":               "{\"a\": ",
		"an object":                        "{\"a\": [1, {\"b\": 2}], \"c\": \"}\"}",
		"an object and words":              "{\"a\": 1} is JSON",
		"lines of objects":                 "{\"a\": 1}\n{\"a\": 2}\n",
		"a list":                           "[1, 2, 3]",
		"a list of lists":                  "[[1], [2]]",
		"an empty list":                    "[]",
		"a list of objects":                "[{\"a\": 1}, {\"a\": 2}]",
		"a link":                           "[a](b) is a link",
		"choices of people":                "{\"choices\": [\"red\", \"green\"]}",
		"choices that are objects":         "{\"choices\": [{\"color\": \"red\"}], \"best\": 0}",
		"no choices":                       "{\"choices\": []}",
		"choices that are null":            "{\"choices\": null}",
		"candidates for an office":         "{\"candidates\": [{\"name\": \"Bob\"}, {\"name\": \"Eve\"}]}",
		"the output of a command":          "{\"output\": [\"a\", \"b\"], \"code\": 0}",
		"the output as text":               "{\"output\": \"[x]\"}",
		"a message":                        "{\"message\": \"hello\", \"done\": true}",
		"a type that is a number":          "{\"type\": 5, \"choices\": 1}",
		"an error that is a text":          "{\"error\": \"no such file\"}",
		"an error without a message":       "{\"error\": {\"code\": 1}}",
		"half a mark of the byte order":    "\xef\xbb",
		"a mark of the byte order and a {": "\ufeff{x}",
		"bytes that are no text":           "\xff{\"choices\": []}",
		"a long line":                      "data: " + strings.Repeat("x", 1<<16),
		"a long event":                     "event: " + strings.Repeat("x", 1<<16),
		"much white space":                 strings.Repeat(" ", 1<<16) + "x",
		"many comments":                    strings.Repeat(": x\n", 1<<12) + "y",
	} {
		for _, size := range []int{1, 3, 1 << 20} {
			found, said, calls, err := attack(t, answer, size)
			if said != answer || calls > 0 || err != nil || found != auto.Auto {
				t.Errorf("%s, by %d: found %s, %d calls, %.200q, %v", name, size, found, calls, said, err)
			}
		}
	}
}

func TestTextIsNotKeptForLongerThanNeeded(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{"x", "data: is", "{x", "[1", "[[", "id: 5\nso", "[{\"a\": 1}", "\xef\xbb\xbfx"} {
		d, err := auto.New(auto.Auto, wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(answer))
		if found := auto.Found(d); found != auto.Auto || d.Reply() == nil {
			t.Errorf("%q: %s", answer, found)
		}
		said := ""
		for _, e := range d.Write([]byte(" and more, for sure")) {
			said += e.Text
		}
		if said == "" && d.Reply().Text() == "" {
			t.Errorf("%q is still kept", answer)
		}
	}
}

func TestErrorsOfProvidersAreErrors(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`:                                       "anthropic",
		"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n": "anthropic",
		`{"error":{"message":"Rate limit","type":"requests","code":"rate_limit_exceeded"}}`:                                 "openai-chat",
		"data: {\"error\":{\"message\":\"Rate limit\",\"type\":\"requests\"}}\n\n":                                          "openai-chat",
		`{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}`:                                            "gemini",
		`[{"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED"}}]`:                                          "gemini",
	} {
		for _, size := range []int{1, 1 << 20} {
			found, said, _, err := attack(t, answer, size)
			var problem *wire.Error
			if found != want || said != "" || err == nil {
				t.Errorf("%s, by %d: found %s, %q, %v", answer, size, found, said, err)
			} else if !errors.As(err, &problem) {
				t.Errorf("%s: the error is a %T", answer, err)
			}
		}
	}
}

func TestAnswersAreKnownByWhatComesLate(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<17)
	for answer, want := range map[string]string{
		`{"id":"1","extra":"` + long + `","more":[{}],"choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}`:                                              "openai-chat",
		`{"usageMetadata":{"a":{"b":[]}},"candidates":[{"content":{"role":"model","parts":[{"text":"hi"}]},"finishReason":"STOP"}]}`:                                                              "gemini",
		`{"usage":{},"content":[{"type":"text","text":"hi"}],"role":"assistant","type":"message","stop_reason":"end_turn"}`:                                                                       "anthropic",
		"data: {\"choices\":[],\"model\":\"\",\"prompt_filter_results\":[]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n": "openai-chat",
		"\ufeff{\"done\":true,\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00Z\",\"message\":{\"role\":\"assistant\",\"content\":\"hi\"}}\n":                                                 "ollama",
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			found, said, _, err := attack(t, answer, size)
			if found != want || said != "hi" || err != nil {
				t.Errorf("%.60s, by %d: found %s, %.60q, %v, want %s", answer, size, found, said, err, want)
			}
		}
	}
}
