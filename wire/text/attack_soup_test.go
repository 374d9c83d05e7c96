package text_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// attackTools are tools with parameters of all kinds.
func attackTools() []tool.Definition {
	return []tool.Definition{
		{Name: "get", Input: []byte(`{"type":"object","properties":{"key":{"type":"string"},"n":{"type":"integer"}}}`)},
		{Name: "write", Input: []byte(`{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}`)},
	}
}

// attackRun gives what a decoder says to a text that is cut into pieces: text and thinking
// in their order, and the calls.
func attackRun(t testing.TB, format string, opt wire.Options, in string, size int) (said string, calls []*wire.Call) {
	t.Helper()
	d, err := text.New(format, opt)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	take := func(events []wire.Event) {
		for _, e := range events {
			switch e.Kind {
			case wire.Text, wire.Thinking:
				all.WriteString(e.Text)
			case wire.CallReady:
				calls = append(calls, e.Call)
			}
		}
	}
	for rest := []byte(in); len(rest) > 0; {
		n := min(size, len(rest))
		take(d.Write(rest[:n]))
		rest = rest[n:]
	}
	last, err := d.Close()
	if err != nil {
		t.Error(err)
	}
	take(last)
	return all.String(), calls
}

// attackSoup is a text of pieces of a format, of Markdown and of prose.
func attackSoup(random *rand.Rand, own []string) string {
	common := []string{
		"text", " ", "\n", "\r\n", "<", ">", "{", "}", "[", "]", "(", ")", `"`, "'", ",", ":", "=", "\\", "/", "é", "\xff", "\xe2\x82", "\x00", "1",
		"```", "````", "~~~", "`", "```json\n", "- ", "name", "get", "key", `{"name": "get"`, `{"a": 1}`, "[1, 2]", "</", "<|", "<think>", "</think>", "data:",
	}
	var b strings.Builder
	for range 1 + random.IntN(14) {
		from := common
		if random.IntN(3) == 0 && len(own) > 0 {
			from = own
		}
		piece := from[random.IntN(len(from))]
		if random.IntN(8) == 0 {
			piece = piece[:random.IntN(len(piece))]
		}
		b.WriteString(piece)
	}
	return b.String()
}

// attackBare is a text without control tokens, however they come together.
func attackBare(s string, control []string) string {
	for {
		before := s
		for _, c := range control {
			s = strings.ReplaceAll(s, c, "")
		}
		if s == before {
			return s
		}
	}
}

// What is no call is text, to the last byte, in whatever way it was mixed up.
func TestSoupIsReadTheSameHoweverItIsCutAndNothingOfItIsLost(t *testing.T) {
	t.Parallel()
	for _, format := range text.Formats() {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(11, uint64(len(format))))
			marks, control := text.Tokens(format)
			own := slices.Concat(marks, control)
			if extra, ok := attackPieces()[format]; ok {
				own = slices.Concat(own, extra)
			}
			for i := range attackRounds {
				var opt wire.Options
				if i%2 == 0 {
					opt.Tools = attackTools()
				}
				in := attackSoup(random, own)
				sameHoweverCut(t, format, opt.Tools, in, random)
				said, calls := attackRun(t, format, opt, in, 1<<20)
				if len(calls) == 0 && !attackHeader(format, in) && attackBare(said, control) != attackBare(in, control) {
					t.Errorf("of %q\nthere is %q", in, said)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

const attackRounds = 300

// attackPieces are what stands in blocks of formats.
func attackPieces() map[string][]string {
	tagged := []string{
		"<tool_call>", "</tool_call>", "<function=get>", "</function>", "<parameter=key>", "</parameter>", "<invoke name=\"get\">", "</invoke>",
		"<parameter name=\"key\">", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "get", "<name>", "</name>",
	}
	all := map[string][]string{}
	for _, f := range []string{"qwen3_coder", "glm47", "hermes", "auto", "anthropic_xml", "xml_nested", "minicpm5_xml"} {
		all[f] = tagged
	}
	return all
}

// attackHeader says whether the beginning of a message is in a text. Formats that say
// everything in messages leave out their headers, whatever these say.
func attackHeader(format, in string) bool {
	switch format {
	case "harmony", "inkling", "muse_glimmer", "auto":
		return strings.Contains(in, "<|message") || strings.Contains(in, "<|start|>") || strings.Contains(in, "<|channel|>")
	}
	return false
}
