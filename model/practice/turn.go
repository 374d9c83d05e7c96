package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"iter"
	"sync"
	"time"

	"jig/model"
	"jig/wire"
)

// Turn is one answer of the model: thinking, then text, then calls, then whatever the
// steps say.
type Turn struct {
	Thinking string
	Text     string
	Calls    []Call
	// Steps come after the above, for answers in another order.
	Steps []Step
	// Stop is why the answer ends; default ToolUse if there are calls, or else EndTurn.
	Stop wire.Stop
	// Usage is what it cost; default the number of words.
	Usage *wire.Usage
	// Pace is how many tokens come in a second; 0 for that of the model, below 0 for all
	// at once.
	Pace float64

	step int // of a plan
}

// Step is one thing in an answer. One of its fields is set.
type Step struct {
	Thinking string
	Text     string
	Call     *Call
	// Warning is told as such.
	Warning string
	// Wait is how long nothing comes.
	Wait time.Duration
	// Err breaks the answer off.
	Err error
}

// Call is a call of a tool.
type Call struct {
	Name string
	// Args is what becomes the arguments as JSON; nil is an empty object, a
	// json.RawMessage is taken as it is, whatever it is.
	Args any
	// ID is made by the model if it is empty: call_1, call_2 and so on.
	ID string
	// Half says that the answer ends in the middle of the arguments: the call begins
	// and never becomes ready.
	Half bool
}

func (t *Turn) steps() []Step {
	var steps []Step
	if t.Thinking != "" {
		steps = append(steps, Step{Thinking: t.Thinking})
	}
	if t.Text != "" {
		steps = append(steps, Step{Text: t.Text})
	}
	for i := range t.Calls {
		steps = append(steps, Step{Call: &t.Calls[i]})
	}
	return append(steps, t.Steps...)
}

// Script makes a model that plays turns. Which one comes is seen from the conversation:
// the first turn where the model has said nothing yet, the second after its first
// answer, and so on. So a session that is resumed goes on where it was, and an answer
// that broke off is given again. After the last turn it says that the script is over.
func Script(turns ...Turn) *Model {
	return Func(func(_ context.Context, req *wire.Request) (Turn, error) {
		return pick(turns, position(req.Messages)), nil
	})
}

// Sequence makes a model that plays turns one by one, a turn for each request, whatever
// the conversation is: a turn that fails is followed by the next one, as for retries.
func Sequence(turns ...Turn) *Model {
	var mu sync.Mutex
	var asked int
	return Func(func(context.Context, *wire.Request) (Turn, error) {
		mu.Lock()
		defer mu.Unlock()
		asked++
		return pick(turns, asked-1), nil
	})
}

func pick(turns []Turn, n int) Turn {
	if n < len(turns) {
		return turns[n]
	}
	return Turn{Text: "The script is over."}
}

// Func makes a model whose answers come from a function. It may be called by several
// goroutines.
func Func(answer func(ctx context.Context, req *wire.Request) (Turn, error)) *Model {
	return &Model{answer: answer}
}

// With gives a model that answers the same, with other options.
func (m *Model) With(opt Options) *Model { return &Model{answer: m.answer, opt: opt} }

// Model is a model that needs no provider. It keeps nothing between requests.
type Model struct {
	opt    Options
	answer func(ctx context.Context, req *wire.Request) (Turn, error)
}

var _ model.Model = (*Model)(nil)

// Name is "practice", or what the options say.
func (m *Model) Name() string {
	if m.opt.Name != "" {
		return m.opt.Name
	}
	return "practice"
}

// Info says what the options say.
func (m *Model) Info() model.Info {
	info := m.opt.Info
	if info.Mode == "" {
		info.Mode = wire.Native
	}
	return info
}

// Stream answers.
func (m *Model) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		turn, err := m.answer(ctx, req)
		if err != nil {
			yield(wire.Event{}, err)
			return
		}
		p := player{ctx: ctx, name: m.Name(), opt: &m.opt, yield: yield, ids: newIDs(m.opt.Prefix, req.Messages)}
		p.play(&turn, req)
	}
}

func (c *Call) arguments() (json.RawMessage, error) {
	switch args := c.Args.(type) {
	case nil:
		return json.RawMessage("{}"), nil
	case json.RawMessage:
		return args, nil
	}
	return encode(c.Args)
}

// encode makes JSON without the escapes that only HTML needs, as models write it.
func encode(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
