package connect_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"jig/model"
	"jig/model/connect"
)

func TestWhateverAServerAnswersThereIsAnAnswerOrAnError(t *testing.T) {
	bodies := []string{
		"", "null", "[]", "{}", "0", `""`, "\xff\xfe", "data:", "data: [DONE]\n\n", "data: null\n\n", "data: []\n\n", "\r\r\r", "event: error\ndata: {}\n\n",
		`{"error":null}`, `{"error":{"message":{"a":1}}}`, `data: {"error":"x"}` + "\n\n", `data: {"type":"error"}` + "\n\n", `{"choices":[{}]}`, `{"candidates":[{}]}`, `{"message":{}}`,
	}
	for name, f := range fixtures() {
		for _, status := range []int{200, 204, 300, 400, 418, 500, 599} {
			for _, body := range bodies {
				m, _ := inMemory(t, f, connect.Options{Retries: -1}, recorded(failure(status, body, "Retry-After", "-7")))
				a := ask(t.Context(), m, question())
				var e *model.Error
				switch {
				case a.err == nil && a.reply == nil:
					t.Errorf("%s, %d, %q: neither answer nor error", name, status, body)
				case a.err != nil && !errors.As(a.err, &e):
					t.Errorf("%s, %d, %q: %v is no *model.Error", name, status, body, a.err)
				case a.err != nil && (!utf8.ValidString(e.Error()) || len(e.Error()) > 2000 || e.After != 0):
					t.Errorf("%s, %d, %q: %q after %v", name, status, body, e.Error(), e.After)
				}
			}
		}
	}
}
