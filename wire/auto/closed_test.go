package auto_test

import (
	"encoding/json"
	"testing"

	"jig/wire"
	"jig/wire/auto"
)

func TestWhatComesAfterTheEndChangesNothing(t *testing.T) {
	for name, answer := range map[string]string{
		"a provider's stream": anthropicStream,
		"another one":         chatStream,
		"text":                "So.\n<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":1}}</tool_call>",
		"nothing":             "",
	} {
		t.Run(name, func(t *testing.T) {
			d, err := auto.New(auto.Auto, wire.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range len(answer) {
				d.Write([]byte{answer[i]})
				if d.Reply() == nil {
					t.Fatal("there is no reply yet")
				}
			}
			if _, err := d.Close(); err != nil {
				t.Fatal(err)
			}
			before, found := reply(t, d), auto.Found(d)
			if events := d.Write([]byte("more")); len(events) > 0 {
				t.Errorf("behind the end came %v", events)
			}
			if events, err := d.Close(); len(events) > 0 || err != nil {
				t.Errorf("it ended again: %v, %v", events, err)
			}
			if after := reply(t, d); after != before || auto.Found(d) != found {
				t.Errorf("%s, %s became %s, %s", found, before, auto.Found(d), after)
			}
		})
	}
}

func reply(t *testing.T, d wire.Decoder) string {
	t.Helper()
	all, err := json.Marshal(d.Reply())
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}
