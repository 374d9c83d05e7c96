package ollama

import (
	"encoding/json"
	"fmt"

	"jig/wire"
	"jig/wire/internal/answer"
)

// From marks the raw parts that belong to this format.
const From = "ollama"

// New makes a decoder of one answer: lines of JSON as they come, in an array or in
// server-sent events, or a whole answer.
func New(opt wire.Options) wire.Feeder {
	return answer.New(opt, From, func(a *answer.Answer) answer.Format { return &decoder{Answer: a} })
}

type decoder struct {
	*answer.Answer
	over  bool
	quick line
}

// line is one line of an answer.
type line struct {
	Model      string          `json:"model"`
	Message    message         `json:"message"`
	Done       bool            `json:"done"`
	DoneReason string          `json:"done_reason"`
	Prompt     int64           `json:"prompt_eval_count"`
	Eval       int64           `json:"eval_count"`
	Error      json.RawMessage `json:"error"`
}

type message struct {
	Content   string     `json:"content"`
	Thinking  string     `json:"thinking"`
	ToolCalls []toolCall `json:"tool_calls"`
}

type toolCall struct {
	ID       string   `json:"id,omitempty"`
	Function function `json:"function"`
}

type function struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// Event takes one line.
func (d *decoder) Event(_ string, data []byte) error {
	if d.quick.scan(data, d.Reply.Model) {
		d.take(&d.quick)
		return nil
	}
	l, err := answer.Read[line](d.Answer, data)
	if err != nil {
		return err
	}
	d.take(&l)
	return nil
}

func (d *decoder) take(l *line) {
	if !answer.Null(l.Error) {
		d.Trouble(l.Error)
		return
	}
	if l.Model != "" {
		d.Reply.Model = l.Model
	}
	d.Say(wire.ThinkingPart, l.Message.Thinking)
	d.Say(wire.TextPart, l.Message.Content)
	for _, c := range l.Message.ToolCalls {
		call := d.Begin(c.ID, c.Function.Name)
		if args := c.Function.Arguments; len(args) > 0 && args[0] == '{' {
			call.Object(args)
		} else {
			call.Write(answer.String(args))
		}
		call.End()
	}
	if l.Done {
		d.done(l)
	}
}

// done takes the last line.
func (d *decoder) done(l *line) {
	d.over = true
	d.End()
	d.Reply.Usage = wire.Usage{Input: l.Prompt, Output: l.Eval}
	if l.DoneReason == "length" {
		d.Stop(wire.MaxTokens)
		return
	}
	d.Stop(wire.EndTurn)
}

// Over takes "[DONE]", which only proxies send.
func (d *decoder) Over() {}

// Close ends the answer.
func (d *decoder) Close() error {
	if !d.over && !d.Failed() {
		return fmt.Errorf("%w: no line came that says \"done\"", wire.ErrCut)
	}
	return nil
}
