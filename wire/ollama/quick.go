package ollama

import "jig/wire/internal/answer"

// scan reads the line that long answers are made of, more text, where it stands. It says no
// to every other one, and to all that is special about this one; those are for a real
// decoder.
func (l *line) scan(data []byte, model string) bool {
	*l = line{}
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "model":
			l.Model = s.Same(model)
		case "message":
			l.Message.scan(&s)
		case "done":
			if !s.Is("false") {
				return false
			}
		case "error", "done_reason", "prompt_eval_count", "eval_count":
			return false
		default:
			s.Skip()
		}
	}
	return s.End()
}

func (m *message) scan(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "content":
			m.Content = answer.String(s.Text())
		case "thinking":
			m.Thinking = answer.String(s.Text())
		case "tool_calls":
			s.Bad()
		default:
			s.Skip()
		}
	}
}
