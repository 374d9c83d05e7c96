package chat

import (
	"encoding/json"

	"jig/wire/internal/answer"
)

// quick reads the chunks that answers are made of, more text, a call or more of its arguments,
// where they stand. It says no to every other one, and to all that is special about these;
// those are for a real decoder.
type quick struct {
	chunk  chunk
	choice [1]choice
	delta  delta
	call   [1]fragment
	index  int
}

// scan reads a chunk. What it finds is valid as long as the data are. Of what does not
// change in a stream, it takes what the reply knows.
func (q *quick) scan(data []byte, d *decoder) bool {
	*q = quick{}
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "id":
			q.chunk.ID = s.Same(d.Reply.ID)
		case "model":
			q.chunk.Model = s.Same(d.Reply.Model)
		case "object":
			q.chunk.Object = s.Same("chat.completion.chunk")
		case "choices":
			if q.chunk.Choices != nil { // they come twice
				return false
			}
			q.choices(&s)
		case "usage", "error", "detail":
			if !s.Null() {
				return false
			}
		default:
			s.Skip()
		}
	}
	return s.End() && q.chunk.Choices != nil
}

func (q *quick) choices(s *answer.Scan) {
	for s.Open('['); s.Next(']'); {
		if q.chunk.Choices != nil {
			s.Bad()
			return
		}
		q.chunk.Choices = q.choice[:]
		q.one(s)
	}
}

func (q *quick) one(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "index":
			q.choice[0].Index = s.Index()
		case "delta":
			q.choice[0].Delta = &q.delta
			q.more(s)
		case "finish_reason":
			q.choice[0].FinishReason = s.OrNull()
		case "message", "error":
			if !s.Null() {
				s.Bad()
			}
		default:
			s.Skip()
		}
	}
}

func (q *quick) more(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch key := s.Key(); string(key) {
		case "content", "reasoning_content", "reasoning":
			var text json.RawMessage
			if !s.Null() {
				text = s.Text()
			}
			switch string(key) {
			case "content":
				q.delta.Content = text
			case "reasoning_content":
				q.delta.ReasoningContent = text
			default:
				q.delta.Reasoning = text
			}
		case "tool_calls":
			if q.delta.ToolCalls != nil { // they come twice
				s.Bad()
			}
			if !s.Null() {
				q.calls(s)
			}
		case "refusal", "reasoning_details", "function_call":
			if !s.Null() {
				s.Bad()
			}
		default:
			s.Skip()
		}
	}
}

// calls reads one piece of a call.
func (q *quick) calls(s *answer.Scan) {
	for s.Open('['); s.Next(']'); {
		if q.delta.ToolCalls != nil {
			s.Bad()
			return
		}
		q.delta.ToolCalls = q.call[:]
		for s.Open('{'); s.Next('}'); {
			switch string(s.Key()) {
			case "index":
				q.index = s.Index()
				q.call[0].Index = &q.index
			case "function":
				q.arguments(s)
			case "id":
				q.call[0].ID = s.OrNull()
			case "extra_content":
				if !s.Null() {
					s.Bad()
				}
			default:
				s.Skip()
			}
		}
	}
}

func (q *quick) arguments(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "arguments":
			q.call[0].Function.Arguments = s.Text()
		case "name":
			q.call[0].Function.Name = s.OrNull()
		default:
			s.Skip()
		}
	}
}
