package transcript

import (
	"slices"

	"jig/wire"
)

// Turns gives the conversation as the providers want it that are strict about turns: cleaned
// as by [Clean], what one side says in several messages is one, and the user begins. Only
// what is of the provider itself goes back unchanged to it: thinking and opaque parts of
// others are left out, and of their other parts what was for them alone.
func Turns(messages []wire.Message, from string, fit func(string) string) []wire.Message {
	var out []wire.Message
	for _, m := range Clean(own(messages, from), fit) {
		if last := len(out) - 1; last >= 0 && out[last].Role == m.Role {
			out[last].Parts = append(out[last].Parts, m.Parts...)
		} else {
			out = append(out, m)
		}
	}
	if len(out) > 0 && out[0].Role == wire.Assistant {
		out = slices.Insert(out, 0, wire.Say("(the beginning of the conversation is not shown)"))
	}
	return out
}

// own takes from the messages what only another provider understands.
func own(messages []wire.Message, from string) []wire.Message {
	out := make([]wire.Message, len(messages))
	for i := range messages {
		out[i].Role = messages[i].Role
		for _, p := range messages[i].Parts {
			if p.From != from {
				p.Raw, p.From = nil, ""
			}
			bound := p.Kind == wire.ThinkingPart || p.Kind == wire.OpaquePart
			if bound && (p.Raw == nil || messages[i].Role != wire.Assistant) {
				continue
			}
			out[i].Parts = append(out[i].Parts, p)
		}
	}
	return out
}
