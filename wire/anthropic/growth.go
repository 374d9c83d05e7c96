package anthropic

import "jig/wire/internal/answer"

// growth is the event that long answers are made of: a block goes on.
type growth struct {
	index int
	delta delta
}

// scan reads the event where it stands. It says no to every other one, and to all that is
// special about this one; those are for parse.
func (g *growth) scan(data []byte) bool {
	*g = growth{}
	grows := false
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			if grows = string(s.Plain()) == "content_block_delta"; !grows {
				return false
			}
		case "index":
			g.index = s.Index()
		case "delta":
			g.scanDelta(&s)
		case "error":
			return false
		default:
			s.Skip()
		}
	}
	return s.End() && grows && g.delta.Type != ""
}

func (g *growth) scanDelta(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			switch string(s.Plain()) {
			case "text_delta":
				g.delta.Type = "text_delta"
			case "thinking_delta":
				g.delta.Type = "thinking_delta"
			case "input_json_delta":
				g.delta.Type = "input_json_delta"
			default:
				s.Bad()
			}
		case "text":
			g.delta.Text = answer.String(s.Text())
		case "thinking":
			g.delta.Thinking = answer.String(s.Text())
		case "partial_json":
			g.delta.PartialJSON = answer.String(s.Text())
		default:
			s.Skip()
		}
	}
}
