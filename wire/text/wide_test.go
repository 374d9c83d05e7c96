package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"jig/wire"
	"jig/wire/text"
)

// Text in any language comes out as it went in, however it is cut, and no piece of it ends in
// the middle of a character.
func TestCharactersAreNotCut(t *testing.T) {
	t.Parallel()
	words := []string{
		"ä", "ß", "я", "ё", "中", "文", "ก", "ह", "🚀", "👩‍👩‍👧", "…", "“", "\u00a0", "\ufeff", "\ud7ff", "\ue000", "\U0010ffff",
		"a", "t", "to", "c", "call", "<", "`", "~", "[", "{", "\n", " ", "｜", "<｜", "\x00",
	}
	broken := []string{"\xff", "\xc3", "\xe4\xb8", "\xf0\x9f\x9a", "\x80", "\xed\xa0\x80", "\xe0\x80\x80", "\xc0\xaf", "\xf4\x90\x80\x80"}
	rapid.Check(t, func(t *rapid.T) {
		from := words
		if rapid.Bool().Draw(t, "broken") {
			from = append(broken, words...)
		}
		said := "So: " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(from), 0, 40).Draw(t, "words"), "")
		format := rapid.SampledFrom([]string{"hermes", "auto", "gemma4", "pythonic", "deepseek_v3"}).Draw(t, "format")
		thinking := rapid.Bool().Draw(t, "thinking")
		d, err := text.New(format, wire.Options{Thinking: thinking && format == "hermes"})
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		take := func(events []wire.Event) {
			for i := range events {
				if e := &events[i]; e.Kind == wire.Text || e.Kind == wire.Thinking {
					got.WriteString(e.Text)
					if utf8.ValidString(said) && !utf8.ValidString(e.Text) {
						t.Errorf("%q is cut", e.Text)
					}
				}
			}
		}
		size := rapid.IntRange(1, 20).Draw(t, "size")
		for rest := []byte(said); len(rest) > 0; {
			n := min(size, len(rest))
			take(d.Write(rest[:n]))
			rest = rest[n:]
		}
		last, err := d.Close()
		take(last)
		if got.String() != said || err != nil {
			t.Errorf("%q came out as %q, %v", said, got.String(), err)
		}
	})
}
