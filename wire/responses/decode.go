package responses

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/answer"
	"jig/wire/internal/few"
)

// From marks the raw parts that belong to this format.
const From = "openai-responses"

// New makes a decoder of one answer: a stream of server-sent events, its events line by
// line or in an array, or a whole response. If several responses follow each other, they
// are read as one answer.
func New(opt wire.Options) wire.Feeder {
	return answer.New(opt, From, func(a *answer.Answer) answer.Format {
		return &decoder{Answer: a, tools: opt.Tools}
	})
}

type decoder struct {
	*answer.Answer
	tools   []tool.Definition
	offered few.Map[string, bool] // the tools that are ours to run beside those
	byID    few.Map[string, *entry]
	byIndex few.Map[int, *entry]
	last    *entry
	refused bool
	over    bool // the last response has ended
	quick   quick
}

// Event takes one event.
func (d *decoder) Event(name string, data []byte) error {
	if q := &d.quick; q.scan(data) {
		if q.event.Response != nil {
			d.response(q.event.Type, q.event.Response)
		} else {
			d.progress(&q.event)
		}
		return nil
	}
	e, err := answer.Read[event](d.Answer, data)
	if err != nil {
		mended, ok := mend(data)
		if !ok {
			return err
		}
		d.Warn("the last event lacks its end")
		return d.Event(name, mended)
	}
	switch {
	case e.Response != nil:
		d.response(e.Type, e.Response)
	case e.Object == "response" || e.Type == "" && e.Output != nil:
		e.Failure = e.Error // the member of the same name
		d.response("", &e.response)
	case e.Type == "" && name == "" && answer.Null(e.Error):
		d.Warn("an event without a type is left out")
	case e.Type == "error" || e.Type == "" && (name == "error" || !answer.Null(e.Error)):
		d.fail(e.Error, data)
	default:
		d.progress(&e)
	}
	return nil
}

// mend closes the event that says that the response is complete, if nothing but its last
// brackets are missing: then nothing of the answer is.
func mend(data []byte) ([]byte, bool) {
	head := data[:min(len(data), 80)]
	if !bytes.Contains(head, []byte(`"response.completed"`)) {
		return nil, false
	}
	for n := 1; n <= 2; n++ {
		mended := append(bytes.Clone(data), strings.Repeat("}", n)...)
		if json.Valid(mended) {
			return mended, true
		}
	}
	return nil, false
}

// fail takes an error event. It has the error as a member, or is it itself.
func (d *decoder) fail(inner json.RawMessage, event []byte) {
	if answer.Null(inner) {
		inner = event
	}
	d.Trouble(inner)
}

// response takes what is said about the response as a whole, at its beginning and its end.
func (d *decoder) response(event string, r *response) {
	if r.ID != "" && r.ID != d.Reply.ID {
		d.Reply.ID = r.ID
		d.byIndex.Clear() // another response counts anew
	}
	if r.Model != "" {
		d.Reply.Model = r.Model
	}
	for _, t := range r.Tools {
		if t.Type == "custom" || t.Type == "function" {
			d.offered.Set(t.Name, true)
		}
	}
	status := r.Status
	if s, ok := strings.CutPrefix(event, "response."); ok {
		status = s
	}
	switch status {
	case "completed", "incomplete", "failed", "cancelled":
		d.end(status, r)
	default:
		d.over = d.over && event == ""
	}
}

// end takes the end of a response, and with it items that were not told of before.
func (d *decoder) end(status string, r *response) {
	if r.Usage != nil {
		d.Reply.Usage.Add(r.Usage.wire())
	}
	for i, raw := range r.Output {
		it, err := d.read(raw)
		if err != nil {
			continue
		}
		if e := d.at(it.ID, &i); e == nil || !e.done {
			d.finish(e, &it, raw)
		}
	}
	d.over = true
	d.End()
	switch {
	case status == "failed":
		d.fail(r.Failure, []byte(`"the response failed"`))
	case status == "cancelled":
		d.Fail(&wire.Error{Kind: "cancelled", Message: "the response was cancelled"})
	case status == "completed":
		d.Settle(false)
		d.Stop(wire.EndTurn)
	case r.Incomplete.Reason == "content_filter":
		d.Settle(true)
		d.Stop(wire.Refusal)
	default:
		d.Settle(true)
		d.Stop(wire.MaxTokens)
	}
}

// Over takes "[DONE]", which says nothing that the last event does not say.
func (d *decoder) Over() {}

// Close ends the answer.
func (d *decoder) Close() error {
	switch {
	case d.Failed():
	case !d.over:
		return fmt.Errorf("%w: response.completed did not come", wire.ErrCut)
	case d.refused:
		d.Stop(wire.Refusal)
	}
	return nil
}
