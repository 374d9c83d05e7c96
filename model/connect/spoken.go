package connect

import (
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/text"
)

// spoken is a request in which everything about tools is text.
func spoken(req *wire.Request, format string, images bool) (*wire.Request, error) {
	plain := *req
	plain.Tools, plain.Choice = nil, ""
	if len(req.Tools) > 0 && req.Choice != "none" {
		about, err := text.Describe(format, req.Tools)
		if err != nil {
			return nil, err
		}
		plain.System = strings.TrimSpace(req.System + "\n\n" + about + demand(req.Choice))
	}
	plain.Messages = make([]wire.Message, 0, len(req.Messages))
	for _, m := range req.Messages {
		parts, err := spokenParts(m.Parts, format, images)
		if err != nil {
			return nil, err
		}
		plain.Messages = append(plain.Messages, wire.Message{Role: m.Role, Parts: parts})
	}
	return &plain, nil
}

// demand says in words what a choice of tools means.
func demand(choice string) string {
	switch choice {
	case "", "auto", "none":
		return ""
	case "any":
		return "\n\nYou must call a tool in your next message."
	}
	return "\n\nYou must call the tool " + choice + " in your next message."
}

// spokenParts writes calls and results that stand together as one text.
func spokenParts(parts []wire.Part, format string, images bool) ([]wire.Part, error) {
	var out []wire.Part
	for len(parts) > 0 {
		n := 1
		for n < len(parts) && parts[n].Kind == parts[0].Kind {
			n++
		}
		same := parts[:n]
		parts = parts[n:]
		var said string
		var err error
		var blocks []wire.Part
		switch same[0].Kind {
		case wire.CallPart:
			var calls []*wire.Call
			for _, p := range same {
				calls = append(calls, p.Call)
			}
			said, err = text.Calls(format, calls)
		case wire.ResultPart:
			var results []wire.Result
			for _, p := range same {
				r, pictures := withoutImages(*p.Result, images)
				results, blocks = append(results, r), append(blocks, pictures...)
			}
			said, err = text.Results(format, results)
		default:
			out = append(out, same...)
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, wire.Part{Kind: wire.TextPart, Text: said})
		out = append(out, blocks...)
	}
	return out, nil
}

// withoutImages takes the images out of a result, because text has no place for them. For
// a model that sees, they follow as parts of their own.
func withoutImages(r wire.Result, images bool) (wire.Result, []wire.Part) {
	var content []tool.Block
	var pictures []wire.Part
	for _, b := range r.Content {
		switch {
		case b.Type != tool.ImageBlock:
			content = append(content, b)
		case images:
			content = append(content, tool.Text("(the image follows)"))
			pictures = append(pictures, wire.Part{Kind: wire.BlockPart, Block: &b})
		default:
			content = append(content, tool.Text("(an image, which you cannot see)"))
		}
	}
	r.Content = content
	return r, pictures
}
