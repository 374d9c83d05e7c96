package gemini

import (
	"encoding/json"

	"jig/wire"
	"jig/wire/internal/answer"
)

// quick reads the responses that answers are made of, one part with more text or a whole call,
// and the end, where they stand. It says no to every other one, and to all that is special about
// these; those are for a real decoder.
type quick struct {
	response response
	usage    usage
	end      candidate // why the answer ended
	part     part
	call     functionCall
	raw      json.RawMessage // the part as it came; nil if there is none
	found    bool            // a candidate has come
}

// scan reads a response. Of what does not change in a stream, it takes what the reply knows.
func (q *quick) scan(data []byte, reply *wire.Reply) bool {
	*q = quick{}
	s := answer.Scan{Data: data}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "modelVersion":
			q.response.Model = s.Same(reply.Model)
		case "responseId":
			q.response.ID = s.Same(reply.ID)
		case "usageMetadata":
			q.count(&s)
		case "candidates":
			if q.found { // they come twice
				return false
			}
			for s.Open('['); s.Next(']'); {
				if q.found {
					return false
				}
				q.found = true
				q.candidate(&s)
			}
		case "promptFeedback", "error", "response":
			return false
		default:
			s.Skip()
		}
	}
	return s.End() && q.found
}

func (q *quick) candidate(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "index":
			if s.Index() != 0 {
				s.Bad()
			}
		case "content":
			q.content(s)
		case "finishReason":
			q.end.FinishReason = string(s.Plain())
		case "finishMessage":
			s.Bad()
		default:
			s.Skip()
		}
	}
}

func (q *quick) content(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		if string(s.Key()) != "parts" {
			s.Skip()
			continue
		}
		if q.raw != nil { // they come twice
			s.Bad()
		}
		for s.Open('['); s.Next(']'); {
			if q.raw != nil { // one is enough: those that follow each other are for the real decoder
				s.Bad()
			}
			if q.raw = s.Raw(); !q.one(q.raw) {
				s.Bad()
			}
		}
	}
}

// one reads a part.
func (q *quick) one(raw json.RawMessage) bool {
	s := answer.Scan{Data: raw}
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "text":
			q.part.Text = answer.String(s.Text())
		case "thought":
			if q.part.Thought = s.Is("true"); !q.part.Thought && !s.Is("false") {
				return false
			}
		case "thoughtSignature":
			q.part.Signature = string(s.Plain())
		case "functionCall":
			q.part.Call = &q.call
			q.called(&s)
		default:
			return false
		}
	}
	return s.End()
}

// called reads a call that has come at once.
func (q *quick) called(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "id":
			q.call.ID = string(s.Plain())
		case "name":
			q.call.Name = string(s.Plain())
		case "args":
			q.call.Args = s.Raw()
		default:
			s.Bad()
		}
	}
}

func (q *quick) count(s *answer.Scan) {
	q.response.Usage = &q.usage
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "promptTokenCount":
			q.usage.Prompt = int64(s.Index())
		case "toolUsePromptTokenCount":
			q.usage.ToolPrompt = int64(s.Index())
		case "cachedContentTokenCount":
			q.usage.Cached = int64(s.Index())
		case "candidatesTokenCount":
			q.usage.Candidates = int64(s.Index())
		case "thoughtsTokenCount":
			q.usage.Thoughts = int64(s.Index())
		default:
			s.Skip()
		}
	}
}
