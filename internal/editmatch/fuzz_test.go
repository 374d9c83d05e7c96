package editmatch_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/editmatch"
)

// reference makes an edit in the simplest way: in a text whose lines end with \n,
// every place where the old text stands.
func reference(text string, e editmatch.Edit) (string, bool) {
	text, old, fresh := unix(text), unix(e.Old), unix(e.New)
	at := 0
	var places []int
	for {
		i := strings.Index(text[at:], old)
		if i < 0 {
			break
		}
		places = append(places, at+i)
		at += i + 1
	}
	switch {
	case len(places) == 0, len(places) > 1 && !e.All:
		return "", false
	case e.All:
		return strings.ReplaceAll(text, old, fresh), true
	}
	return text[:places[0]] + fresh + text[places[0]+len(old):], true
}

func unix(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// pieces are what texts are made of: small, so that they repeat.
func pieces() []string {
	return []string{"a", "b", "aa", "foo", "bar", " ", "  ", "\t", "\n", "\n", "\r\n", "ü", "日", "“", "-", "—", "{", "}", "\xff", "\u00a0", "1\t"}
}

func drawText(t *rapid.T, label string, most int, eol string) string {
	text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces()), 0, most).Draw(t, label), "")
	switch eol {
	case "lf":
		return unix(text)
	case "crlf":
		return strings.ReplaceAll(unix(text), "\n", "\r\n")
	}
	return text
}

func TestARandomEditIsMadeAsTheReferenceMakesItOrRefused(t *testing.T) {
	made, tolerant := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		eol := rapid.SampledFrom([]string{"lf", "crlf", "mixed"}).Draw(t, "eol")
		text := drawText(t, "text", 40, eol)
		e := editmatch.Edit{New: unix(drawText(t, "new", 8, "lf")), All: rapid.Bool().Draw(t, "all")}
		if rapid.Bool().Draw(t, "copied") && len(text) > 0 {
			from := rapid.IntRange(0, len(text)-1).Draw(t, "from")
			e.Old = unix(text[from:min(len(text), from+rapid.IntRange(1, 20).Draw(t, "size"))])
		} else {
			e.Old = drawText(t, "old", 8, "lf")
		}
		if strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\r") || strings.Contains(e.Old, "\r") {
			return // half a line end: not what a reader sees
		}
		out, err := editmatch.Apply(text, e)
		if e.Old == "" || e.Old == e.New {
			if err == nil {
				t.Fatalf("an edit that says nothing was made: %q", out.Text)
			}
			return
		}
		want, ok := reference(text, e)
		switch {
		case err != nil && ok && want != unix(text):
			t.Fatalf("refused: %v; want %q", err, want)
		case err == nil && out.How == editmatch.Exact:
			made++
			if !ok {
				t.Fatalf("made %q, which should be refused", out.Text)
			}
			if unix(out.Text) != want {
				t.Fatalf("made %q, want %q", out.Text, want)
			}
			if eol == "crlf" && strings.Contains(text, "\n") && strings.Contains(strings.ReplaceAll(out.Text, "\r\n", ""), "\n") {
				t.Fatalf("a line of %q does not end as the others", out.Text)
			}
		case err == nil:
			tolerant++
			if len(out.Lines) != 1 {
				t.Fatalf("%d places were changed by a tolerant match", len(out.Lines))
			}
			outside(t, text, e.Old, out)
		}
	})
	t.Logf("%d made, %d of a tolerant match", made, tolerant)
}

// outside checks that nothing changed but the lines where the text was found.
func outside(t *rapid.T, text, old string, out editmatch.Outcome) {
	before := strings.SplitAfter(text, "\n")
	first := out.Lines[0] - 1
	if head := strings.Join(before[:first], ""); !strings.HasPrefix(out.Text, head) {
		t.Fatalf("what is before line %d changed: %q", first+1, out.Text)
	}
	last := min(len(before), first+strings.Count(old, "\n")+1)
	if tail := strings.Join(before[last:], ""); !strings.HasSuffix(out.Text, tail) {
		t.Fatalf("what is after line %d changed: %q", last, out.Text)
	}
}

func FuzzApply(f *testing.F) {
	f.Add("a\r\nb\n", "a\nb", "c", false)
	f.Add("\tx()\n\ty()\n", "  x()\n  y()\n", "  z()\n", true)
	f.Fuzz(func(t *testing.T, text, old, fresh string, all bool) {
		out, err := editmatch.Apply(text, editmatch.Edit{Old: old, New: fresh, All: all})
		if err != nil {
			_ = err.Error()
			return
		}
		if out.Text == text {
			t.Errorf("nothing changed")
		}
		if len(out.Lines) != 1 && !all {
			t.Errorf("%d places changed", len(out.Lines))
		}
	})
}
