package responses

import "jig/wire/internal/answer"

// quick reads the events that long answers are made of, more text or more arguments, where
// they stand. It says no to every other one, and to all that is special about these; those
// are for a real decoder.
type quick struct {
	event event
	index int
}

// scan reads an event. What it finds is valid as long as the data are.
func (q *quick) scan(data []byte) bool {
	item := q.event.ItemID // most often it is the same again
	q.event = event{}
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "type":
			switch string(s.Plain()) {
			case "response.output_text.delta":
				q.event.Type = "response.output_text.delta"
			case "response.function_call_arguments.delta":
				q.event.Type = "response.function_call_arguments.delta"
			case "response.reasoning_summary_text.delta":
				q.event.Type = "response.reasoning_summary_text.delta"
			default:
				return false
			}
		case "item_id":
			item = s.Same(item)
			q.event.ItemID = item
		case "output_index":
			q.index = s.Index()
			q.event.OutputIndex = &q.index
		case "delta":
			q.event.Delta = s.Text()
		case "response", "object", "output", "error":
			return false
		default:
			s.Skip()
		}
	}
	return s.End() && q.event.Type != ""
}
