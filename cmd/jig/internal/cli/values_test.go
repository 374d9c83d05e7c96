package cli_test

import (
	"testing"
	"time"

	"jig/cmd/jig/internal/cli"
)

func TestASpanIsATimeAboveZero(t *testing.T) {
	const advice = "use a time above 0 with its unit, such as 30s or 1m30s"
	for text, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "1m30s": 90 * time.Second, "1ns": 1,
		"": 0, "0": 0, "0s": 0, "-1s": 0, "30": 0, "soon": 0, "99999999h": 0,
	} {
		var span cli.Span
		err := span.Set(text)
		if time.Duration(span) != want || (want == 0) != (err != nil) {
			t.Errorf("%q gives %s, %v; want %s", text, time.Duration(span), err, want)
		}
		if err != nil && err.Error() != advice {
			t.Errorf("%q: %v", text, err)
		}
	}
	span := cli.Span(time.Minute)
	if unset := new(cli.Span); unset.String() != "" || span.String() != "1m0s" || span.Type() != "time" {
		t.Errorf("%q, %q, %q", unset, &span, span.Type())
	}
}

func TestALengthIsANumberAboveZeroOrAll(t *testing.T) {
	const advice = "use a number above 0, or -1 for all"
	for text, want := range map[string]cli.Length{
		"1": 1, "200": 200, "-1": -1,
		"": 0, "0": 0, "-2": 0, "x": 0, "1.5": 0, "99999999999999999999": 0,
	} {
		var length cli.Length
		err := length.Set(text)
		if length != want || (want == 0) != (err != nil) {
			t.Errorf("%q gives %d, %v; want %d", text, length, err, want)
		}
		if err != nil && err.Error() != advice {
			t.Errorf("%q: %v", text, err)
		}
	}
	if length := cli.Length(10); length.String() != "10" || length.Type() != "characters" {
		t.Errorf("%q, %q", &length, length.Type())
	}
}
