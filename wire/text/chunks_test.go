package text_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// The events of a text must not depend on how it was cut.
func TestEventsDoNotDependOnHowATextIsCut(t *testing.T) {
	cases := corpusCases(t)
	random := rand.New(rand.NewPCG(1, 2))
	for i, format := range text.Formats() {
		if !wanted(format) {
			continue
		}
		t.Run(format, func(t *testing.T) {
			for j := range cases {
				c := &cases[j]
				// All texts of the format itself, and some of the others: they are what
				// real texts look like that are none of ours.
				if c.Format != format && (i+j)%7 != 0 {
					continue
				}
				sameHoweverCut(t, format, c.tools(), c.Text, random)
				sameHoweverCut(t, format, c.tools(), mangled(c.Text, random), random)
			}
		})
	}
}

// mangled is a text with a piece cut out, moved, or doubled, as models do.
func mangled(s string, random *rand.Rand) string {
	if len(s) < 4 {
		return s
	}
	from := random.IntN(len(s))
	to := from + random.IntN(min(len(s)-from, 40))
	at := random.IntN(len(s))
	switch random.IntN(4) {
	case 0:
		return s[:from] + s[to:]
	case 1:
		return s[:at] + s[from:to] + s[at:]
	case 2:
		return s[:to]
	default:
		return s[from:] + "\n" + s
	}
}

func sameHoweverCut(t testing.TB, format string, tools []tool.Definition, s string, random *rand.Rand) {
	t.Helper()
	_, whole := decode(t, format, tools, []string{s})
	for _, most := range []int{1, 3, 20} {
		var chunks []string
		for rest := s; rest != ""; {
			n := min(len(rest), 1+random.IntN(most))
			chunks = append(chunks, rest[:n])
			rest = rest[n:]
		}
		if _, cut := decode(t, format, tools, chunks); cut != whole {
			t.Errorf("%s reads this text differently in pieces\ntext   %q\npieces %q\nwhole:%s\n\nin pieces:%s", format, s, chunks, whole, cut)
			return
		}
	}
}

// Text that has nothing to do with calls comes out as it went in.
func TestProseComesOutAsItWentIn(t *testing.T) {
	for _, format := range text.Formats() {
		if !wanted(format) {
			continue
		}
		for _, prose := range []string{
			"Hello, world!\nWhat's up?",
			"2 < 3, a[0], {x}, f(y) and `code`",
			"```go\nfunc main() { fmt.Println(\"<b>\") }\n```\n",
			"Grüße, 你好 🌍 <",
			"   \n\t   ",
			"unfinished <",
			"an array [1, 2, 3] and an object {\"a\": {\"b\": 1}}",
		} {
			var got strings.Builder
			d, err := text.New(format, wire.Options{})
			if err != nil {
				t.Fatal(err)
			}
			events := d.Write([]byte(prose))
			events = slices.Clone(events)
			last, err := d.Close()
			if err != nil {
				t.Error(err)
			}
			for _, e := range append(events, last...) {
				if e.Kind == wire.Text {
					got.WriteString(e.Text)
				}
			}
			if got.String() != prose {
				t.Errorf("%s: %q became %q", format, prose, got.String())
			}
			if reply := d.Reply(); reply.Text() != prose || len(reply.Calls()) > 0 {
				t.Errorf("%s: the reply to %q is %q", format, prose, reply.Text())
			}
		}
	}
}

// FuzzFormats checks that no text breaks a decoder, and that none is read differently in
// pieces.
func FuzzFormats(f *testing.F) {
	formats := text.Formats()
	for i, format := range formats {
		f.Add(uint8(i), uint64(i), "<tool_call>{\"name\": \"a\", \"arguments\": {}}</tool_call>")
		for _, piece := range []string{"[", "{", "<|", "```", "<think>", "</", "'", "call:", "[f(x=1)]"} {
			f.Add(uint8(i), uint64(3), fmt.Sprint(format, piece, "\"name\":", piece))
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, s string) {
		format := formats[int(which)%len(formats)]
		sameHoweverCut(t, format, nil, s, rand.New(rand.NewPCG(seed, 1)))
	})
}
