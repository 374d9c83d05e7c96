package anthropic

import "jig/wire/internal/answer"

// The events around the text are few, but in a short answer they are most of it. So they are
// read where they stand as well, as far as they are what they always are; all that is special
// is for parse.

// scan reads an event.
func (e *event) scan(data []byte) bool {
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			e.Type = known(&s)
		case "index":
			e.Index = s.Index()
		case "message":
			e.Message = s.Raw()
		case "content_block":
			e.ContentBlock = s.Raw()
		case "delta":
			e.Delta.scan(&s)
		case "usage":
			e.Usage = scanUsage(&s, e.Usage)
		case "error", "id", "model", "content", "stop_reason": // an error, or a whole message
			return false
		default:
			s.Skip()
		}
	}
	return s.End()
}

// known reads the type of an event. The most common ones need not be made anew.
func known(s *answer.Scan) string {
	switch t := s.Plain(); string(t) {
	case "message_start":
		return "message_start"
	case "content_block_start":
		return "content_block_start"
	case "content_block_stop":
		return "content_block_stop"
	case "message_delta":
		return "message_delta"
	case "message_stop":
		return "message_stop"
	case "ping":
		return "ping"
	}
	s.Bad()
	return ""
}

// scan reads what is new in the message. Of blocks, growth does.
func (d *delta) scan(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "stop_reason":
			d.StopReason = s.OrNull()
		case "stop_sequence", "container", "stop_details":
			s.Skip()
		default:
			s.Bad()
		}
	}
}

// scanUsage reads how many tokens there were, if that has not been said before.
func scanUsage(s *answer.Scan, before *usage) *usage {
	if before != nil { // both count
		s.Bad()
		return nil
	}
	u := new(struct {
		usage
		counts [4]int64
		used   int
	})
	for s.Open('{'); s.Next('}'); {
		var into **int64
		switch string(s.Key()) {
		case "input_tokens":
			into = &u.Input
		case "output_tokens":
			into = &u.Output
		case "cache_read_input_tokens":
			into = &u.CacheRead
		case "cache_creation_input_tokens":
			into = &u.CacheWrite
		case "output_tokens_details":
			s.Bad()
			return nil
		default:
			s.Skip()
			continue
		}
		if u.used == len(u.counts) { // one of them comes twice
			s.Bad()
			return nil
		}
		if *into = nil; !s.Null() {
			*into = &u.counts[u.used]
			u.counts[u.used] = int64(s.Index())
			u.used++
		}
	}
	return &u.usage
}

// opened reads the message of message_start.
func opened(raw []byte) (m opening, err error) {
	if !m.scan(raw) {
		m, err = parse[opening](raw)
	}
	return m, err
}

// scan reads a message that has nothing in it yet.
func (m *opening) scan(raw []byte) bool {
	s := answer.Scan{Data: raw}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "id":
			m.ID = string(s.Plain())
		case "model":
			m.Model = string(s.Plain())
		case "content":
			for s.Open('['); s.Next(']'); {
				return false
			}
		case "stop_reason":
			m.StopReason = s.OrNull()
		case "usage":
			m.Usage = scanUsage(&s, m.Usage)
		default:
			s.Skip()
		}
	}
	return s.End()
}

// scan reads what a block begins with.
func (h *head) scan(raw []byte) bool {
	s := answer.Scan{Data: raw}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			h.Type = blockKind(s.Plain())
		case "id":
			h.ID = string(s.Plain())
		case "name":
			h.Name = string(s.Plain())
		case "text":
			h.Text = answer.String(s.Text())
		case "thinking":
			h.Thinking = answer.String(s.Text())
		case "input":
			h.Input = s.Raw()
		default:
			s.Skip()
		}
	}
	return s.End()
}

func blockKind(kind []byte) string {
	switch string(kind) {
	case "text":
		return "text"
	case "tool_use":
		return "tool_use"
	case "thinking":
		return "thinking"
	}
	return string(kind)
}
