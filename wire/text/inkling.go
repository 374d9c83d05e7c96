package text

// inkling says everything in messages, whose first token is what they are:
//
//	<|message_model|><|content_thinking|>I should look.<|end_message|>
//	<|message_model|>read<|content_invoke_tool_json|>{"name":"read","args":{"path":"a"}}<|end_message|>
func inkling() format {
	block := &jsonBlock{closes: []string{inklingEnd, inklingStop}}
	return format{
		name:  "inkling",
		think: []span{{inklingThink, inklingEnd}},
		drop: []string{
			"<|content_text|>", "<|content_invoke_tool_text|>", "<|content_tool_error|>",
			inklingEnd, inklingStop,
		},
		marks: []string{inklingMessage, inklingCall, inklingThink},
		read: func(mark string) reader {
			switch mark {
			case inklingCall:
				return block.reader(mark)
			case inklingThink:
				return &thought{
					pos:    len(mark),
					closes: []string{inklingEnd, inklingStop},
					breaks: []string{inklingMessage, inklingCall},
				}
			}
			return &inklingHeader{pos: len(mark)}
		},
	}
}

const (
	inklingMessage = "<|message_model|>"
	inklingThink   = "<|content_thinking|>"
	inklingCall    = "<|content_invoke_tool_json|>"
	inklingEnd     = "<|end_message|>"
	inklingStop    = "<|content_model_end_sampling|>"
	// inklingName bounds the name of a tool in a header.
	inklingName = 256
)

// inklingHeader reads the beginning of a message, and the name of a tool that may stand
// in it. The call says it again.
type inklingHeader struct{ pos int }

func (h *inklingHeader) read(in []byte, final bool, _ *calls) (int, verdict) {
	const kind = "<|content_"
	n, found := find(in[h.pos:], kind)
	end := h.pos + n
	switch {
	case found && (end == len(inklingMessage) || toolName(string(in[len(inklingMessage):end]))):
		return end, ended
	case found:
		return len(inklingMessage), ended
	case final || end-len(inklingMessage) > inklingName:
		return len(inklingMessage), ended // no name, but text
	}
	h.pos = end
	return 0, more
}
