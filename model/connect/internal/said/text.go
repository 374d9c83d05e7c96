package said

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// Text is what the body of a failure says, in one short line: the message and the
// codes, wherever providers put them.
func Text(body []byte) string {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		text := string(body)
		if strings.HasPrefix(strings.TrimSpace(text), "<") {
			return "" // a page of a proxy; the status says as much
		}
		return Line(text)
	}
	var said []string
	collect(value, &said)
	return Line(strings.Join(said, "; "))
}

// collect finds the messages and codes in what providers send: {"error":{"message","type",
// "code","status"}}, {"error":"…"}, {"detail":…}, {"message":…}, or a list of one of them.
func collect(value any, said *[]string) {
	switch v := value.(type) {
	case string:
		if v != "" && v != "error" {
			*said = append(*said, v)
		}
	case []any:
		for _, e := range v {
			collect(e, said)
		}
	case map[string]any:
		for _, key := range []string{"error", "errors", "message", "msg", "detail", "type", "code", "status", "reason", "details"} {
			if inner, ok := v[key]; ok {
				collect(inner, said)
			}
		}
	}
}

// Line is a text as one line that is short enough for a message.
func Line(text string) string {
	const longest = 600
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
