package gemini

import (
	"jig/wire"
	"jig/wire/internal/answer"
)

// quick reads the response that long answers are made of, one part with more text, where
// it stands. It says no to every other one, and to all that is special about this one;
// those are for a real decoder.
type quick struct {
	response response
	usage    usage
	part     part
	found    bool // the part has come
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
			for s.Open('['); s.Next(']'); {
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
		for s.Open('['); s.Next(']'); {
			if q.found { // one is enough: those that follow each other are for the real decoder
				s.Bad()
			}
			q.found = true
			q.one(s)
		}
	}
}

// one reads a part. What has more to it than text has to go back as it is.
func (q *quick) one(s *answer.Scan) {
	for s.Open('{'); s.Next('}'); {
		switch string(s.Key()) {
		case "text":
			q.part.Text = answer.String(s.Text())
		case "thought":
			if q.part.Thought = s.Is("true"); !q.part.Thought && !s.Is("false") {
				s.Bad()
			}
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
