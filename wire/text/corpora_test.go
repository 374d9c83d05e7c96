package text_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"jig/internal/corpora"
	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

//nolint:gochecknoglobals // flags of the test
var (
	onlyFormats = flag.String("formats", "", "score only these formats, separated by commas")
	withAuto    = flag.Bool("auto", false, "score the format auto in the place of the one that is named")
)

// corpusCase is one line of the public data.
type corpusCase struct {
	ID     string `json:"id"`
	Format string `json:"format"`
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Tools  []struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	} `json:"tools"`
	Expected []corpusCall `json:"expected"`
	StreamOK bool         `json:"stream_ok"`
	Chunks   []string     `json:"chunks"`
	Tags     []string     `json:"tags"`
}

type corpusCall struct {
	Name string `json:"name"`
	Args any    `json:"arguments"`
}

func (c *corpusCase) tools() []tool.Definition {
	var tools []tool.Definition
	for _, t := range c.Tools {
		tools = append(tools, tool.Definition{Name: t.Name, Input: t.Parameters})
	}
	return tools
}

func corpusCases(t testing.TB) []corpusCase {
	t.Helper()
	data, err := os.ReadFile(corpora.Path(t, "formats", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []corpusCase
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var c corpusCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// The formats that the project names; the others are scored with a lower bar.
func namedFormats() []string {
	return []string{
		"hermes", "xml_nested", "qwen3_coder", "deepseek_v3", "deepseek_v31", "deepseek_v32_dsml", "deepseek_v4_dsml",
		"minimax", "minimax_m2", "minimax_m3", "glm4_moe", "glm47", "kimi_k2", "llama3_json", "llama4_pythonic", "pythonic",
		"mistral", "longcat", "anthropic_xml", "functiongemma", "gemma4", "lfm2", "harmony", "ollama_prompt_json",
	}
}

// The ways to cut a text, by name; whole is the first.
func cuts(c *corpusCase) map[string][]string {
	ways := map[string][]string{"whole": {c.Text}}
	if !c.StreamOK {
		return ways
	}
	for i := range len(c.Text) {
		ways["bytes"] = append(ways["bytes"], c.Text[i:i+1])
	}
	for _, r := range c.Text {
		ways["runes"] = append(ways["runes"], string(r))
	}
	if !utf8.ValidString(c.Text) {
		ways["runes"] = []string{c.Text}
	}
	if len(c.Chunks) > 0 {
		ways["recorded"] = c.Chunks
	}
	random := rand.New(rand.NewPCG(uint64(len(c.Text)), 7))
	for rest := c.Text; rest != ""; {
		n := min(len(rest), 1+random.IntN(9))
		ways["random"] = append(ways["random"], rest[:n])
		rest = rest[n:]
	}
	return ways
}

// decode gives the calls of a text, and everything that happened as one text.
func decode(t testing.TB, format string, tools []tool.Definition, chunks []string) (found []corpusCall, story string) {
	t.Helper()
	ids := 0
	d, err := text.New(format, wire.Options{Tools: tools, NewID: func() string { ids++; return fmt.Sprint("call_", ids) }})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	last := wire.EventKind(0)
	take := func(events []wire.Event) {
		for _, e := range events {
			switch e.Kind {
			case wire.CallReady:
				var args any
				if err := json.Unmarshal(e.Call.Args, &args); err != nil {
					t.Errorf("arguments are no JSON: %v: %q", err, e.Call.Args)
				}
				found = append(found, corpusCall{e.Call.Name, args})
				fmt.Fprintf(&all, "\n%d %s %s %s", e.Kind, e.Call.ID, e.Call.Name, e.Call.Args)
			case wire.Text, wire.Thinking:
				if last != e.Kind {
					fmt.Fprintf(&all, "\n%d ", e.Kind)
				}
				all.WriteString(e.Text)
			default:
				fmt.Fprintf(&all, "\n%d %s", e.Kind, e.Text)
			}
			last = e.Kind
		}
	}
	for _, c := range chunks {
		take(d.Write([]byte(c)))
	}
	events, err := d.Close()
	if err != nil {
		t.Errorf("close: %v", err)
	}
	take(events)
	return found, all.String()
}

func TestCorpusCallsAreFoundHoweverTheTextIsCut(t *testing.T) {
	type score struct{ good, all int }
	ways := []string{"whole", "bytes", "runes", "random", "recorded", "malformed"}
	table := map[string]map[string]*score{}
	counted := map[string]map[string]*score{"named": {}, "all": {}}
	count := func(in map[string]*score, way string, good bool) {
		if in[way] == nil {
			in[way] = &score{}
		}
		in[way].all++
		if good {
			in[way].good++
		}
	}
	available := text.Formats()
	for _, c := range corpusCases(t) {
		if slices.Contains(c.Tags, "unknown_tool_policy") || !wanted(c.Format) {
			continue
		}
		if table[c.Format] == nil {
			table[c.Format] = map[string]*score{}
		}
		format := c.Format
		if *withAuto {
			format = "auto"
		}
		handled := true
		for way, chunks := range cuts(&c) {
			var found []corpusCall
			story := "this format is missing"
			if slices.Contains(available, format) {
				found, story = decode(t, format, c.tools(), chunks)
			}
			good := len(found) == len(c.Expected) && (len(found) == 0 || reflect.DeepEqual(found, c.Expected)) && !strings.HasPrefix(story, "this")
			if !good && (way == "whole" || testing.Verbose()) {
				t.Logf("%s %s %s %s\n text %q\n want %v\n got  %v\n%s", c.Format, c.ID, c.Kind, way, c.Text, c.Expected, found, story)
			}
			if c.Kind == "malformed" {
				handled = handled && good
				continue
			}
			count(table[c.Format], way, good)
			count(counted["all"], way, good)
			if slices.Contains(namedFormats(), c.Format) {
				count(counted["named"], way, good)
			}
		}
		if c.Kind == "malformed" {
			count(table[c.Format], "malformed", handled)
			count(counted["all"], "malformed", handled)
		}
	}
	var b strings.Builder
	line := func(name string, s map[string]*score) {
		fmt.Fprintf(&b, "%-20s", name)
		for _, way := range ways {
			if s[way] == nil {
				fmt.Fprintf(&b, "%10s", "-")
			} else {
				fmt.Fprintf(&b, "%10s", fmt.Sprintf("%d/%d", s[way].good, s[way].all))
			}
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\n%-20s%10s%10s%10s%10s%10s%10s\n", "format", "whole", "bytes", "runes", "random", "recorded", "malformed")
	for _, f := range slices.Sorted(maps.Keys(table)) {
		line(f, table[f])
	}
	line("named", counted["named"])
	line("all", counted["all"])
	t.Log(b.String())

	bars := map[string]int{"named": 98, "all": 95}
	if *withAuto {
		bars = map[string]int{"named": 95}
	}
	for group, bar := range bars {
		for way, s := range counted[group] {
			need := bar
			if way == "malformed" {
				need = 90
			}
			if s.good*100 < s.all*need {
				t.Errorf("%s, %s: %d of %d are right, %d %% have to be", group, way, s.good, s.all, need)
			}
		}
	}
}

func wanted(format string) bool {
	return *onlyFormats == "" || slices.Contains(strings.Split(*onlyFormats, ","), format)
}
