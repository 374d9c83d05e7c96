package practice

import (
	"jig/tool"
	"jig/wire"
)

// usage counts words as tokens.
func usage(req *wire.Request, reply *wire.Message) wire.Usage {
	in := words(req.System)
	for i := range req.Messages {
		in += messageWords(&req.Messages[i])
	}
	var thought int64
	for i := range reply.Parts {
		if reply.Parts[i].Kind == wire.ThinkingPart {
			thought += words(reply.Parts[i].Text)
		}
	}
	return wire.Usage{Input: in, Output: messageWords(reply), Reasoning: thought}
}

func messageWords(m *wire.Message) int64 {
	var n int64
	for i := range m.Parts {
		p := &m.Parts[i]
		n += words(p.Text)
		if p.Call != nil {
			n += words(p.Call.Name) + words(string(p.Call.Args))
		}
		if p.Result != nil {
			for j := range p.Result.Content {
				n += blockWords(&p.Result.Content[j])
			}
		}
		if p.Block != nil {
			n += blockWords(p.Block)
		}
	}
	return n
}

func blockWords(b *tool.Block) int64 { return words(b.Text) + words(string(b.JSON)) }

// words counts what is between spaces, without making anything.
func words(s string) int64 {
	var n int64
	inside := false
	for i := range len(s) {
		space := s[i] <= ' '
		if !space && !inside {
			n++
		}
		inside = !space
	}
	return n
}
