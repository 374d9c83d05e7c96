package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"jig/engine/guard"
	"jig/wire"
)

// Control is the conversation with a program that runs jig, in lines of JSON both ways: its messages and answers come in, the
// gate's questions go out. It is a [guard.Asker].
type Control struct {
	Out *Output

	mu        sync.Mutex
	interrupt func()
	halts     map[string]bool // calls whose denial stops the run
	pending   map[string]chan controlAnswer
	ended     chan struct{} // the input has ended: nobody answers any more
	say       *queue
	failed    error
}

// controlAnswer is what a program says to a question.
type controlAnswer struct {
	Behavior string          `json:"behavior"`
	Message  string          `json:"message"`
	Updated  json.RawMessage `json:"updatedInput"`
	// Permissions, if there are any, make the answer hold for longer.
	Permissions []controlPermission `json:"updatedPermissions"`
	Interrupt   bool                `json:"interrupt"`
}

// controlLine is a line that comes in.
type controlLine struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"`
	ID      string          `json:"request_id"`
	Request struct {
		Subtype string `json:"subtype"`
	} `json:"request"`
	Response struct {
		Subtype string        `json:"subtype"`
		ID      string        `json:"request_id"`
		Error   string        `json:"error"`
		Answer  controlAnswer `json:"response"`
	} `json:"response"`
}

// NewControl begins to read lines. The goroutine ends with the input; where that never ends, with the program.
func NewControl(in io.Reader, out *Output) *Control {
	c := &Control{Out: out, pending: make(map[string]chan controlAnswer), ended: make(chan struct{}), say: newQueue()}
	go func() {
		defer c.say.end()
		defer close(c.ended)
		lines := bufio.NewScanner(in)
		lines.Buffer(make([]byte, 0, 64<<10), maxAnswer)
		for n := 1; lines.Scan(); n++ {
			if len(bytes.TrimSpace(lines.Bytes())) == 0 {
				continue
			}
			if err := c.take(lines.Bytes()); err != nil {
				c.failed = fmt.Errorf("line %d of the input: %w", n, err)
				return
			}
		}
		c.failed = lines.Err()
	}()
	return c
}

// Messages is where the program's messages come; it is closed at the end of the input, and then Err says whether all was well.
func (c *Control) Messages() <-chan wire.Message { return c.say.out }

// Err is what was wrong with the input, once Messages is closed.
func (c *Control) Err() error { return c.failed }

// halt notes that the run is to stop once the call has its result: the model's record should say why.
func (c *Control) halt(call string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.halts == nil {
		c.halts = make(map[string]bool)
	}
	c.halts[call] = true
}

// Halts reports whether the run is to stop now that the call has its result.
func (c *Control) Halts(call string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.halts[call]
}

// OnInterrupt says what is done when the program wants to stop.
func (c *Control) OnInterrupt(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.interrupt = do
}

func (c *Control) stop() {
	c.mu.Lock()
	do := c.interrupt
	c.mu.Unlock()
	if do != nil {
		do()
	}
}

func (c *Control) take(raw []byte) error {
	var l controlLine
	if err := json.Unmarshal(raw, &l); err != nil {
		return fmt.Errorf("it is not a message of stream-json: %w", err)
	}
	switch l.Type {
	case "user":
		m, err := userMessage(l.Message)
		if err != nil {
			return err
		}
		c.say.put(m)
	case "control_response":
		c.mu.Lock()
		waiting := c.pending[l.Response.ID]
		delete(c.pending, l.Response.ID)
		c.mu.Unlock()
		if waiting == nil {
			return nil // too late
		}
		if l.Response.Subtype != "success" {
			l.Response.Answer = controlAnswer{Behavior: "deny", Message: l.Response.Error}
		}
		waiting <- l.Response.Answer
	case "control_request":
		return c.request(&l)
	case "keep_alive", "control_cancel_request":
	default:
		return fmt.Errorf("the type %q is none of user, control_response and control_request", l.Type)
	}
	return nil
}

// request does what the program asks for.
func (c *Control) request(l *controlLine) error {
	answer := object{"subtype": "success", "request_id": l.ID, "response": object{}}
	switch l.Request.Subtype {
	case "interrupt":
		c.stop()
	case "initialize":
	default:
		answer = object{"subtype": "error", "request_id": l.ID, "error": fmt.Sprintf("%q is not known here", l.Request.Subtype)}
	}
	c.Out.JSON(object{"type": "control_response", "response": answer})
	return nil
}

// userMessage reads a message of the user in Anthropic's shape: a text, or blocks of which those of text and images count.
func userMessage(raw json.RawMessage) (wire.Message, error) {
	var m struct {
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return wire.Message{}, fmt.Errorf("message: %w", err)
	}
	var text string
	if json.Unmarshal(m.Content, &text) == nil {
		return wire.Say(text), nil
	}
	var blocks []struct {
		Type   string `json:"type"`
		Text   string `json:"text"`
		Source struct {
			MIME string `json:"media_type"`
			Data []byte `json:"data"`
		} `json:"source"`
	}
	if err := json.Unmarshal(m.Content, &blocks); err != nil {
		return wire.Message{}, fmt.Errorf("message.content: it is neither a text nor a list of blocks: %w", err)
	}
	out := wire.Message{Role: wire.User}
	for _, b := range blocks {
		switch b.Type {
		case "text":
			out.Parts = append(out.Parts, wire.Part{Kind: wire.TextPart, Text: b.Text})
		case "image":
			out.Parts = append(out.Parts, imagePart(b.Source.MIME, b.Source.Data))
		default:
			return wire.Message{}, fmt.Errorf("message.content: a block of the type %q is not taken from a user", b.Type)
		}
	}
	return out, nil
}

// Ask puts questions to the program.
func (c *Control) Ask(ctx context.Context, questions []guard.Question) ([]guard.Answer, error) {
	waiting, ids := make([]chan controlAnswer, len(questions)), make([]string, len(questions))
	defer func() { c.forget(ids) }()
	for i := range questions {
		ids[i], waiting[i] = c.put(&questions[i])
	}
	answers := make([]guard.Answer, len(questions))
	for i, w := range waiting {
		select {
		case a := <-w:
			answers[i] = c.understand(&questions[i], a)
		case <-c.ended:
			select {
			case a := <-w: // it was the last that the program said
				answers[i] = c.understand(&questions[i], a)
				continue
			default:
			}
			return nil, errors.New("the program that runs jig has ended its input, so that nobody can be asked")
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	return answers, nil
}

// forget says that nobody waits for the answers to these questions any more, and tells the program of those that it has not
// answered: it may be showing them to somebody.
func (c *Control) forget(ids []string) {
	for _, id := range ids {
		c.mu.Lock()
		_, open := c.pending[id]
		delete(c.pending, id)
		c.mu.Unlock()
		if open {
			c.Out.JSON(object{"type": "control_cancel_request", "request_id": id})
		}
	}
}

// put sends one question.
func (c *Control) put(q *guard.Question) (id string, answer chan controlAnswer) {
	id, answer = uuid(), make(chan controlAnswer, 1)
	c.mu.Lock()
	c.pending[id] = answer
	c.mu.Unlock()
	request := object{
		"subtype": "can_use_tool", "tool_name": q.Tool, "input": shown(q.Args), "tool_use_id": q.CallID,
		"decision_reason": q.Reason,
	}
	suggestions := []any{}
	for _, o := range q.Offers {
		suggestions = append(suggestions, object{"type": "addRules", "behavior": "allow", "rules": o.Rules, "label": o.Label})
	}
	request["permission_suggestions"] = suggestions
	if q.Intent != nil {
		request["intent"] = q.Intent
	}
	c.Out.JSON(object{"type": "control_request", "request_id": id, "request": request})
	return id, answer
}

// understand makes the answer that the gate takes.
func (c *Control) understand(q *guard.Question, a controlAnswer) guard.Answer {
	if a.Behavior != "allow" {
		if a.Interrupt {
			c.halt(q.CallID)
		}
		return guard.Answer{Words: a.Message}
	}
	answer := guard.Answer{Allow: true, Words: a.Message}
	if string(a.Updated) != "null" {
		answer.Args = a.Updated
	}
	keep(&answer, q, a.Permissions)
	return answer
}
