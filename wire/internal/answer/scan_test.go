package answer_test

import (
	"encoding/json"
	"strings"
	"testing"

	"jig/wire/internal/answer"
)

func TestScanTakesPlainJSONAndNothingElse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		ok   bool
	}{
		"an event":                        {`{"a":1,"b":[true,false,null,-20],"c":{"d":"e\n\u00e9"}}`, true},
		"white space around everything":   {" { \"a\" : [ ] ,\n\"b\" : { } } ", true},
		"characters beyond ASCII":         {`{"a":"é…"}`, true},
		"half a character":                {"{\"a\":\"\xc3\"}", false},
		"a line break in a text":          {"{\"a\":\"\n\"}", false},
		"an escape that is none":          {`{"a":"\x"}`, false},
		"an escape that is cut":           {`{"a":"\u00"}`, false},
		"an escape in a name":             {`{"\u0061":1}`, false},
		"a comma too many":                {`{"a":1,}`, false},
		"a comma too few":                 {`{"a":1"b":2}`, false},
		"a number that begins with zeros": {`{"a":012}`, false},
		"a sign without a number":         {`{"a":-}`, false},
		"a fraction":                      {`{"a":1.5}`, false},
		"a word that is none":             {`{"a":nul}`, false},
		"the wrong bracket":               {`{"a":[1}}`, false},
		"no end":                          {`{"a":1`, false},
		"something behind the end":        {`{"a":1} {}`, false},
		"nothing":                         {``, false},
		"too deep":                        {`{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answer.Scan{Data: []byte(c.text)}
			s.Skip()
			if got := s.End(); got != c.ok {
				t.Errorf("%s: got %v, want %v", c.text, got, c.ok)
			}
		})
	}
}

func FuzzScan(f *testing.F) {
	f.Add(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\nb"}}`)
	f.Add(`["\ud83d\ude00", "\ud83d", -0, 10, null]`)
	f.Fuzz(func(t *testing.T, text string) {
		s := answer.Scan{Data: []byte(text)}
		s.Skip()
		if s.End() && !json.Valid([]byte(text)) {
			t.Errorf("%q is no JSON and was taken", text)
		}
		s = answer.Scan{Data: []byte(text)}
		raw := s.Text()
		if !s.End() {
			return
		}
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil || answer.String(raw) != want {
			t.Errorf("%q was read as %q, want %q, %v", text, answer.String(raw), want, err)
		}
	})
}
