package text_test

import (
	"testing"

	"jig/wire"
	"jig/wire/text"
)

func TestAutoTellsWhichFormatItHasFound(t *testing.T) {
	tests := map[string]string{
		"<tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>":                                         "hermes",
		"<tool_call>\n<function=f>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>":             "qwen3_coder",
		"<function_calls><invoke name=\"f\"><parameter name=\"a\">1</parameter></invoke></function_calls>": "anthropic_xml",
		"just text": "auto",
	}
	for said, want := range tests {
		d, err := text.New("auto", wire.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d.Write([]byte(said))
		if _, err := d.Close(); err != nil {
			t.Error(err)
		}
		if got := text.Found(d); got != want {
			t.Errorf("%q: found %s, want %s", said, got, want)
		}
	}
}
