package shellfuzz_test

import (
	"strings"
	"testing"

	"jig/internal/shellfuzz"
)

// FuzzReadOnlyLines lets the fuzzing engine search for the bytes of a line that
// is called read-only and is not.
func FuzzReadOnlyLines(f *testing.F) {
	for _, seed := range []string{"", "sort", "\x00\x01\x02\x03\x04\x05\x06\x07", strings.Repeat("\xff\x07", 20), strings.Repeat("\x0d\x33\x91", 30), "a line of bytes that nobody has chosen with care"} {
		f.Add([]byte(seed))
	}
	bubble := bubbles(f, f.Context(), 1)[0]
	generator := &shellfuzz.Generator{Corpus: corpusLines(f)}
	f.Fuzz(func(t *testing.T, data []byte) {
		line := generator.Line(data)
		if strings.Contains(line, "\x00") || !readOnly(line) {
			return
		}
		report, err := bubble.Hunt(t.Context(), []string{line})
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range report.Findings {
			t.Errorf("read-only, but it changes things:\n%s\n%q", found.Line, found.Changes)
		}
	})
}

// FuzzLine makes sure that any bytes make a line, and the same bytes the same.
func FuzzLine(f *testing.F) {
	f.Add([]byte("seed"), "git status && ls")
	f.Fuzz(func(t *testing.T, data []byte, corpus string) {
		g := &shellfuzz.Generator{Corpus: []string{corpus}}
		if a, b := g.Line(data), g.Line(data); a != b {
			t.Errorf("the same bytes made two lines:\n%s\n%s", a, b)
		}
	})
}
