package text

import "strings"

// The control tokens of Muse Glimmer.
const (
	museStart   = "<|start|>assistant"
	museMessage = "<|message|>"
	museEnd     = "<|eom|>"
	museTurn    = "<|eot|>"
	museCalls   = "<atem:function_calls>"
)

// museGlimmer is the format of Muse Glimmer. An answer is a row of messages, each to
// somebody: to the model itself, which is thinking, to the user, or to a tool.
//
//	<|start|>assistant to=self<|message|>I should look.<|eom|>
//	<|start|>assistant to=read<|message|><atem:function_calls>
//	<atem:invoke name="read">
//	<atem:parameter name="path">go.mod</atem:parameter>
//	</atem:invoke>
//	</atem:function_calls><|eom|>
//
// The prompt ends with the beginning of the first message. What is said to the user is
// never a call, however much it looks like one.
func museGlimmer() format {
	f := invoke("atem:", span{museCalls, "</atem:function_calls>"})
	f.trim = trimNone
	f.guess = func(tag, bool) bool { return true }
	f.resolve = museTool
	shape := f.shape()
	return format{
		name:    "muse_glimmer",
		aliases: []string{"glimmer"},
		drop:    []string{museEnd, museTurn},
		marks:   []string{museStart, museMessage, " to=", "to="},
		read:    func(string) reader { return &museReader{tagged: shape, fresh: true} },
	}
}

// museTool finds the tool that is meant. The prompt calls a tool without a dot by its
// name twice, as read.read.
func museTool(name string, out *calls) string {
	name = strings.ReplaceAll(name, museMessage, "")
	if space, tool, ok := strings.Cut(name, "."); ok && out.tools != nil && !out.known(name) && out.known(tool) {
		if own, _, _ := strings.Cut(tool, "."); own == space {
			return tool
		}
	}
	return name
}
