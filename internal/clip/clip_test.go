package clip_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"jig/internal/clip"
)

func TestTextsAreShortenedBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text         string
		most         int
		runes, bytes string
	}{
		{"", 0, "", ""},
		{"abc", 3, "abc", "abc"},
		{"abcd", 3, "abc…", "abc…"},
		{"äöü", 3, "äöü", "ä…"},
		{"äöüß", 3, "äöü…", "ä…"},
		{"a", 0, "…", "…"},
		{"\xffab", 2, "\uFFFDa…", "…"},
	} {
		if got := clip.Runes(c.text, c.most); got != c.runes {
			t.Errorf("%q to %d characters is %q, want %q", c.text, c.most, got, c.runes)
		}
		if got := clip.Bytes(c.text, c.most); got != c.bytes {
			t.Errorf("%q to %d bytes is %q, want %q", c.text, c.most, got, c.bytes)
		}
	}
}

func TestWhatIsLeftIsTheBeginningAndNotTooLong(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, most := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "most")
		for _, got := range []string{clip.Runes(text, most), clip.Bytes(text, most)} {
			head, cut := strings.CutSuffix(got, "…")
			if got != text && (!cut || !strings.HasPrefix(text, head)) || !utf8.ValidString(got) {
				t.Errorf("%q became %q", text, got)
			}
		}
		if n := utf8.RuneCountInString(clip.Runes(text, most)); n > most+1 {
			t.Errorf("%d characters are left", n)
		}
		if n := len(clip.Bytes(text, most)); n > most+len("…") {
			t.Errorf("%d bytes are left", n)
		}
	})
}
