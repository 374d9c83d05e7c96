package responses

import (
	"encoding/json"

	"jig/wire/internal/answer"
)

// quick reads the events that answers are made of where they stand. It says no to every other
// one, and to all that is special about these; those are for a real decoder.
type quick struct {
	event    event
	response response
	index    int
}

// scan reads an event. What it finds is valid as long as the data are.
func (q *quick) scan(data []byte) bool {
	item := q.event.ItemID // most often it is the same again
	*q = quick{}
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			q.event.Type = known(s.Plain())
			if q.event.Type == "" {
				return false
			}
		case "item_id":
			item = s.Same(item)
			q.event.ItemID = item
		case "output_index":
			q.index = s.Index()
			q.event.OutputIndex = &q.index
		case "summary_index":
			q.event.Index = s.Index()
		case "delta":
			q.event.Delta = s.Text()
		case "arguments":
			q.event.Arguments = s.Text()
		case "item":
			q.event.Item = s.Raw()
		case "response":
			if q.event.Response != nil { // it comes twice
				return false
			}
			q.event.Response = &q.response
			q.response.scan(&s)
		case "sequence_number", "content_index", "logprobs", "obfuscation", "annotations", "text":
			s.Skip()
		default:
			return false
		}
	}
	return s.End() && q.event.Type != ""
}

// known is the type of an event that is read here.
func known(kind []byte) string {
	for _, one := range [...]string{
		"response.output_text.delta", "response.function_call_arguments.delta", "response.reasoning_summary_text.delta",
		"response.output_item.added", "response.output_item.done", "response.function_call_arguments.done", "response.output_text.done",
		"response.created", "response.in_progress", "response.completed",
	} {
		if string(kind) == one {
			return one
		}
	}
	return ""
}

// scan reads what is said about the answer as a whole.
func (r *response) scan(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "id":
			r.ID = string(s.Plain())
		case "object":
			r.Object = string(s.Plain())
		case "model":
			r.Model = string(s.Plain())
		case "status":
			r.Status = string(s.Plain())
		case "output":
			r.Output = nil
			for s.Open('['); s.Next(']'); {
				r.Output = append(r.Output, s.Raw())
			}
		case "tools":
			r.Tools = nil
			for s.Open('['); s.Next(']'); {
				r.Tools = append(r.Tools, scanTool(s))
			}
		case "usage":
			r.count(s)
		case "error", "incomplete_details":
			if !s.Null() {
				s.Bad()
			}
		default:
			s.Skip()
		}
	}
}

func (r *response) count(s *answer.Scan) {
	if s.Null() {
		return
	}
	if r.Usage != nil { // it comes twice
		s.Bad()
		return
	}
	r.Usage = new(usage)
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "input_tokens":
			r.Usage.Input = int64(s.Index())
		case "output_tokens":
			r.Usage.Output = int64(s.Index())
		case "input_tokens_details":
			for s.Open('{'); s.Next('}'); {
				switch string(s.Key()) {
				case "cached_tokens":
					r.Usage.In.Cached = int64(s.Index())
				case "cache_write_tokens":
					r.Usage.In.Written = int64(s.Index())
				default:
					s.Skip()
				}
			}
		case "output_tokens_details":
			for s.Open('{'); s.Next('}'); {
				if string(s.Key()) != "reasoning_tokens" {
					s.Skip()
					continue
				}
				r.Usage.Out.Reasoning = int64(s.Index())
			}
		default:
			s.Skip()
		}
	}
}

func scanTool(s *answer.Scan) (t toldTool) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			t.Type = string(s.Plain())
		case "name":
			t.Name = string(s.Plain())
		default:
			s.Skip()
		}
	}
	return t
}

// read reads an item.
func (d *decoder) read(raw json.RawMessage) (it item, err error) {
	if !it.scan(raw) {
		it, err = answer.Read[item](d.Answer, raw)
	}
	return it, err
}

func (it *item) scan(raw json.RawMessage) bool {
	s := answer.Scan{Data: raw}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			it.Type = string(s.Plain())
		case "id":
			it.ID = string(s.Plain())
		case "call_id":
			it.CallID = string(s.Plain())
		case "name":
			it.Name = string(s.Plain())
		case "arguments":
			it.Arguments = s.Raw()
		case "status":
			it.Status = string(s.Plain())
		case "content":
			it.Content = scanContent(&s)
		case "summary":
			it.Summary = scanContent(&s)
		case "input", "phase":
			return false
		default:
			s.Skip()
		}
	}
	return s.End()
}

func scanContent(s *answer.Scan) (all []content) {
	for s.Open('['); s.Next(']'); {
		var c content
		for s.Open('{'); s.Next('}'); {
			switch string(s.Key()) {
			case "type":
				c.Type = string(s.Plain())
			case "text":
				c.Text = answer.String(s.Text())
			case "refusal":
				s.Bad()
			default:
				s.Skip()
			}
		}
		all = append(all, c)
	}
	return all
}
