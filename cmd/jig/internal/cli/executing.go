package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"jig/engine"
	"jig/tool"
	"jig/wire"
	"jig/wire/auto"
	"jig/wire/text"
)

// SameFormat is the format of "jig exec" in which results go back as the answer came.
const SameFormat = "same"

// Executing is what "jig exec" was asked to do.
type Executing struct {
	Out    *Output
	In     io.Reader
	Engine *engine.Engine
	Format string // of the answer
	As     string // how to print: SameFormat, JSONFormat or StreamFormat
	// Warn tells what was odd about the answer, Show what the model says to people, and Said that it has said all.
	Warn, Show func(text string)
	Said       func()
}

// executed is what -o json prints.
type executed struct {
	Type    string         `json:"type,omitempty"`
	Format  string         `json:"format,omitempty"`
	Content string         `json:"content"`
	Calls   []parsedCall   `json:"calls"`
	Results []executedCall `json:"results"`
	Error   string         `json:"error,omitempty"`
}

// executedCall is a result with what became of its call.
type executedCall struct {
	wire.Result
	Status engine.Status `json:"status"`
}

// Run reads the answer as it comes, has each call run the moment it is whole, and prints the results when all are there. The
// outcomes are those of all calls, whatever became of them; the error says that the answer itself was cut off or made no sense.
func (x *Executing) Run(ctx context.Context, operands []string) (outcomes []engine.Outcome, err error) {
	in, done, err := openInput(operands, x.In)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, done()) }()
	defs, _ := x.Engine.Tools().Export(tool.Export{Deferred: true})
	d, err := auto.New(x.Format, wire.Options{Tools: defs})
	if err != nil {
		return nil, Usagef("%w", err)
	}
	turn := x.Engine.Turn(ctx, engine.TurnOptions{})
	broken := x.stream(ctx, in, d, turn)
	if ctx.Err() != nil {
		turn.Abort(context.Cause(ctx))
	}
	turn.Close()
	outcomes = turn.Wait()
	if broken == nil {
		broken = cutOff(d)
	}
	x.Said()
	return outcomes, errors.Join(broken, x.print(d, outcomes, broken))
}

// cutOff is the error of a text that ends inside a call. Providers say by themselves that an answer is not whole.
func cutOff(d wire.Decoder) error {
	if e, ok := d.(wire.Ender); ok && e.Over() || d.Reply().Stop != wire.MaxTokens {
		return nil
	}
	if _, native := auto.Lookup(auto.Found(d)); native {
		return nil
	}
	return fmt.Errorf("%w: it ends inside a call", wire.ErrCut)
}

// stream hands the calls of the answer to the turn as they come.
func (x *Executing) stream(ctx context.Context, in io.Reader, d wire.Decoder, turn *engine.Turn) error {
	chunks := make(chan []byte)
	ended := make(chan error, 1)
	go func() { // ends with the input; where that never ends, with the program
		for {
			chunk := make([]byte, 32<<10)
			n, err := in.Read(chunk)
			if n > 0 {
				select {
				case chunks <- chunk[:n]:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				ended <- err
				return
			}
		}
	}()
	quiet := time.NewTimer(lull)
	defer quiet.Stop()
	for {
		select {
		case chunk := <-chunks:
			quiet.Reset(lull)
			if err := x.take(d.Write(chunk), turn); err != nil {
				return err
			}
		case <-quiet.C:
			if d.Reply().Stop != "" {
				return x.end(d, turn)
			}
		case err := <-ended:
			if !errors.Is(err, io.EOF) {
				return fmt.Errorf("read the answer: %w", err)
			}
			return x.end(d, turn)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// lull is how long nothing has to come before an answer is looked at: one that has said why it stopped is whole, also where
// the connection it came over stays open.
const lull = time.Second

// end says that nothing more comes.
func (x *Executing) end(d wire.Decoder, turn *engine.Turn) error {
	events, broken := d.Close()
	return errors.Join(broken, x.take(events, turn))
}

func (x *Executing) take(events []wire.Event, turn *engine.Turn) error {
	for _, e := range events {
		switch e.Kind {
		case wire.CallReady:
			if err := turn.Add(e.Call.Tool()); err != nil {
				return err
			}
		case wire.Text:
			x.Show(e.Text)
		case wire.Warning:
			x.Warn(e.Text)
		}
	}
	return nil
}

// print gives the results back.
func (x *Executing) print(d wire.Decoder, outcomes []engine.Outcome, broken error) error {
	results := make([]wire.Result, len(outcomes))
	for i, o := range outcomes {
		results[i] = wire.Result{CallID: o.Call.ID, Name: o.Call.Name, Content: o.Result.Content, IsError: o.Result.IsError}
	}
	format := x.Format
	if format == "" || format == auto.Auto {
		format = auto.Found(d)
	}
	if x.As != SameFormat {
		reply := d.Reply()
		all := &executed{Format: format, Content: reply.Text(), Calls: []parsedCall{}, Results: []executedCall{}}
		for _, c := range reply.Calls() {
			all.Calls = append(all.Calls, parsedCall{c.ID, c.Name, shown(c.Args)})
		}
		if x.As == StreamFormat {
			all.Type = "result"
		}
		for i, r := range results {
			all.Results = append(all.Results, executedCall{r, outcomes[i].Status})
		}
		if broken != nil {
			all.Error = broken.Error()
		}
		x.Out.JSON(all)
		return nil
	}
	if len(results) == 0 && broken != nil {
		return nil //nolint:nilerr // it is told, and there is nothing to give back
	}
	if p, ok := auto.Lookup(format); ok {
		raw, err := p.Results(results)
		if len(results) == 0 && err != nil {
			raw, err = []byte("null"), nil // where results are one message, there is none
		}
		if err == nil {
			x.Out.RawJSON(raw)
		}
		return err
	}
	if len(results) == 0 {
		return nil
	}
	said, err := text.Results(format, results)
	if err != nil {
		said, err = text.Results(auto.Auto, results) // a format that is only read: most models understand this one
	}
	if err == nil {
		x.Out.Words(said)
	}
	return err
}
