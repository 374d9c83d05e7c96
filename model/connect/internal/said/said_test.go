package said_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"jig/model/connect/internal/said"
)

func TestTextFindsTheMessageWhereverItIs(t *testing.T) {
	for body, want := range map[string]string{
		`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`:          "Overloaded; overloaded_error",
		`{"error":{"message":"No such model","type":"x","param":null,"code":"model_missing"}}`: "No such model; x; model_missing",
		`{"error":"model 'm' not found"}`:                                                      "model 'm' not found",
		`{"detail":[{"loc":["body"],"msg":"wrong","type":"t"}]}`:                               "wrong; t",
		`{"object":"error","message":"too big","type":"invalid"}`:                              "too big; invalid",
		`[{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}]`:                        "m; UNAVAILABLE",
		"plain\n  words":            "plain words",
		"<!doctype html><p>Bad</p>": "",
		"":                          "",
		"null":                      "",
		`{"error":{"message":"` + strings.Repeat("ä", 1000) + `"}}`: strings.Repeat("ä", 300) + "…",
	} {
		if got := said.Text([]byte(body)); got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func TestAfterReadsEveryWayToSayIt(t *testing.T) {
	for value, want := range map[string]time.Duration{"": 0, "3": 3 * time.Second, "0.5": time.Second / 2, "-1": 0, "NaN": 0, "1e300": 24 * time.Hour, "Mon, 02 Jan 2006 15:04:05 GMT": 0, "soon": 0} {
		if got := said.After(http.Header{"Retry-After": {value}}, nil); got != want {
			t.Errorf("%q: got %v, want %v", value, got, want)
		}
	}
	later := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	if got := said.After(http.Header{"Retry-After": {later}}, nil); got < 59*time.Minute || got > time.Hour {
		t.Errorf("a date: got %v", got)
	}
}

func FuzzText(f *testing.F) {
	f.Add(`{"error":{"message":"slow","details":[{"retryDelay":"12s"}]}}`, "12")
	f.Add(`[[[[{"errors":["a","b"]}]]]]`, "Mon, 02 Jan 2006 15:04:05 GMT")
	f.Add("\xff\x00<", "-1e999")
	f.Fuzz(func(t *testing.T, body, after string) {
		if text := said.Text([]byte(body)); !utf8.ValidString(text) || len(text) > 700 || strings.ContainsAny(text, "\r\n") {
			t.Errorf("got %q", text)
		}
		if d := said.After(http.Header{"Retry-After": {after}}, []byte(body)); d < 0 {
			t.Errorf("got %v", d)
		}
	})
}
