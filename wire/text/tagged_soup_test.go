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

// TestTaggedTextIsReadTheSameHoweverItIsCut puts the pieces of the formats together at
// random.
func TestTaggedTextIsReadTheSameHoweverItIsCut(t *testing.T) {
	t.Parallel()
	common := []string{"text", " ", "\n", "<", ">", "é", "{", "}", `{"a": 1}`, `"`, "\\n", "\\", "<think>", "</think>", "```\n", "now", "write", "path"}
	kinds := []struct {
		formats string
		pieces  []string
	}{
		{"qwen3_coder seed_oss step3p5", []string{
			"<tool_call>", "</tool_call>", "<function=now>", "<function=write>", "</function>", "<parameter=path>", "<parameter=text>", "<parameter=",
			"</parameter>", "<path>", "</path>", "<seed:tool_call>", "</seed:tool_call>", `{"name":"now"}`,
		}},
		{"anthropic_xml minimax_m2 dots deepseek_v32_dsml", []string{
			"<function_calls>", "</function_calls>", "<minimax:tool_call>", "</minimax:tool_call>", "<dots_function_call>", "</dots_function_call>",
			`<invoke name="now">`, `<invoke name="write">`, `<invoke name='now'/>`, "</invoke>", `<parameter name="path">`, "</parameter>", "<parameter ",
			"<｜DSML｜function_calls>", `<｜DSML｜invoke name="write">`, `<｜DSML｜parameter name="path" string="false">`, "</｜DSML｜parameter>", "</｜DSML｜invoke>", "</｜DSML｜function_calls>",
		}},
		{"glm47 poolside_v1 laguna xml_nested", []string{
			"<tool_call>", "</tool_call>", "<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<arg_key>path</arg_key>", "<user>", "</user>",
			`{"name":"now"}`, "<name>", "</name>", "<arguments>", "</arguments>",
		}},
		{"minimax_m3", []string{
			"]<]minimax[>[", "]<]minimax[>[<tool_call>", "]<]minimax[>[</tool_call>", `]<]minimax[>[<invoke name="write">`, "]<]minimax[>[</invoke>",
			"]<]minimax[>[<owner>", "]<]minimax[>[</owner>", "]<]minimax[>[<path>", "]<]minimax[>[</path>", "]<]minimax[>[<item>", "]<]minimax[>[</item>", "]<]minimax[>[<tags>", "]<]minimax[>[</tags>", "]",
		}},
		{"muse_glimmer", []string{
			"<|start|>assistant", " to=user", " to=self", "to=now", "<|message|>", "<|eom|>", "<|eot|>", "<atem:function_calls>", "</atem:function_calls>",
			`<atem:invoke name="now">`, "</atem:invoke>", `<atem:parameter name="path">`, "</atem:parameter>",
		}},
		{"minicpm5_xml", []string{
			`<function name="write">`, `<function name="now"/>`, "<function", "</function>", `<param name="path">`, "</param>", "&amp;", "<![CDATA[", "]]>", "<arguments>",
		}},
	}
	random := rand.New(rand.NewPCG(3, 7))
	for _, kind := range kinds {
		own := slices.Concat(kind.pieces, common)
		for _, format := range strings.Fields(kind.formats) {
			for range taggedSoups {
				var in strings.Builder
				for range 1 + random.IntN(24) {
					// What makes a block should come more often than what does not.
					in.WriteString(own[min(random.IntN(len(own)), random.IntN(len(own)))])
				}
				var tools []tool.Definition
				if random.IntN(2) == 0 {
					tools = taggedTools()
				}
				whole := taggedStory(t, format, in.String(), tools, func() int { return in.Len() })
				for _, most := range []int{1, 9} {
					got := taggedStory(t, format, in.String(), tools, func() int { return 1 + random.IntN(most) })
					if got != whole {
						t.Fatalf("%s, in pieces of at most %d, with %d tools: %q\nis read as\n%s\nand whole as\n%s", format, most, len(tools), in.String(), got, whole)
					}
				}
			}
		}
	}
}

const taggedSoups = 300

// taggedStory is all that a decoder makes of a text.
func taggedStory(t *testing.T, format, in string, tools []tool.Definition, cut func() int) string {
	t.Helper()
	ids := 0
	d, err := text.New(format, wire.Options{Tools: tools, NewID: func() string { ids++; return fmt.Sprint(ids) }})
	if err != nil {
		t.Fatal(err)
	}
	for len(in) > 0 {
		n := min(cut(), len(in))
		d.Write([]byte(in[:n]))
		in = in[n:]
	}
	if _, err := d.Close(); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, p := range d.Reply().Parts {
		fmt.Fprintf(&b, "%s %q", p.Kind, p.Text)
		if p.Call != nil {
			fmt.Fprintf(&b, " %s %s", p.Call.Name, p.Call.Args)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
