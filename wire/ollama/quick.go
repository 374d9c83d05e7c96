package ollama

import "jig/wire/internal/answer"

// scan reads the lines that answers are made of, more text, calls and the end, where they stand.
// It says no to every other one, and to all that is special about these; those are for a real
// decoder. What it finds is valid as long as the data are.
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
			if l.Done = s.Is("true"); !l.Done && !s.Is("false") {
				return false
			}
		case "done_reason":
			l.DoneReason = string(s.Plain())
		case "prompt_eval_count":
			l.Prompt = int64(s.Index())
		case "eval_count":
			l.Eval = int64(s.Index())
		case "error":
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
			m.ToolCalls = nil
			for s.Open('['); s.Next(']'); {
				m.ToolCalls = append(m.ToolCalls, toolCall{})
				m.ToolCalls[len(m.ToolCalls)-1].scan(s)
			}
		default:
			s.Skip()
		}
	}
}

func (c *toolCall) scan(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "id":
			c.ID = string(s.Plain())
		case "function":
			c.Function.scan(s)
		default:
			s.Skip()
		}
	}
}

func (f *function) scan(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "name":
			f.Name = string(s.Plain())
		case "arguments":
			f.Arguments = s.Raw()
		default:
			s.Skip()
		}
	}
}
