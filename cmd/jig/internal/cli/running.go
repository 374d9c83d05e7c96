package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jig"
	"jig/agent"
	"jig/engine"
	"jig/policy"
	"jig/tool"
	"jig/wire"
)

// Running is one task for an agent, without a person.
type Running struct {
	Out     *Output
	Stderr  io.Writer
	Session *jig.Session
	Format  string
	// Control is set when the messages come as stream-json.
	Control   *Control
	Streaming *Streaming
	Signals   <-chan os.Signal
}

// Run has the task done and gives how it ended.
func (r *Running) Run(ctx context.Context, task wire.Message) (*agent.End, error) {
	end, err := r.one(ctx, task)
	if r.Control == nil || err != nil {
		return end, err
	}
	for {
		select {
		case m, ok := <-r.Control.Messages():
			if !ok {
				return end, r.Control.Err()
			}
			if end, err = r.one(ctx, m); err != nil {
				return end, err
			}
		case sig := <-r.Signals:
			return end, stopped(sig)
		case <-ctx.Done():
			return end, context.Cause(ctx)
		}
	}
}

// stopped is the end of a program by a signal while it waits.
func stopped(sig os.Signal) error {
	return &Exit{Status: (&Stopped{sig}).ExitStatus()}
}

// Task is what a person wrote on the command line, with what was piped in as its context. A pipe may stay open without anybody
// writing to it; then a signal ends the wait.
func (r *Running) Task(ctx context.Context, operands []string, stdin io.Reader) (wire.Message, error) {
	type read struct {
		task wire.Message
		err  error
	}
	done := make(chan read, 1)
	go func() { // ends with the input; where that never ends, with the program
		task, err := Task(operands, stdin)
		done <- read{task, err}
	}()
	select {
	case got := <-done:
		return got.task, got.err
	case sig := <-r.Signals:
		return wire.Message{}, stopped(sig)
	case <-ctx.Done():
		return wire.Message{}, &Exit{Status: StatusOf(context.Cause(ctx))}
	}
}

// First waits for the first message of a program that sends them as stream-json.
func (r *Running) First(ctx context.Context) (wire.Message, error) {
	select {
	case m, ok := <-r.Control.Messages():
		if !ok {
			if err := r.Control.Err(); err != nil {
				return m, err
			}
			return m, Usagef("there is no message on standard input")
		}
		return m, nil
	case sig := <-r.Signals:
		return wire.Message{}, stopped(sig)
	case <-ctx.Done():
		return wire.Message{}, &Exit{Status: StatusOf(context.Cause(ctx))}
	}
}

// one has one message answered, and prints what comes of it.
func (r *Running) one(ctx context.Context, task wire.Message) (*agent.End, error) {
	var end *agent.End
	telling := &Telling{W: r.Stderr, Quiet: true}
	events := make(chan agent.Event)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		defer close(events)
		for e := range r.Session.Run(ctx, task) {
			events <- e
		}
	}()
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return end, r.finish(end)
			}
			if e.Kind == agent.RunEnded && e.ParentCall == "" {
				end = e.End
			}
			if r.Format == TextFormat {
				telling.Event(e)
			}
			if r.Format == StreamFormat {
				r.Streaming.Event(e)
			} else {
				r.Streaming.Note(e)
			}
			if r.halts(&e) {
				r.Session.Interrupt()
				r.Session.Interrupt() // the tools, and the run
			}
			if r.Out.Err() != nil {
				cancel() // nobody reads on: what would still be said costs, and what would still be done is not seen
			}
		case <-r.Signals:
			r.Session.Interrupt()
		}
	}
}

// halts reports whether the program that answers for the person wants the run to stop with this event.
func (r *Running) halts(e *agent.Event) bool {
	return r.Control != nil && e.Kind == agent.Tool && e.Tool.Kind == engine.Ended && e.Tool.Call != nil && r.Control.Halts(e.Tool.Call.ID)
}

// finish prints the end.
func (r *Running) finish(end *agent.End) error {
	if end == nil {
		return errors.New("the run has ended without saying how")
	}
	r.Streaming.Used(r.Session.Model().Name(), end)
	switch r.Format {
	case TextFormat:
		if end.Reason == agent.Done || end.Reason == agent.Stopped || end.Reason == agent.Suspended {
			r.Out.Words(end.Text)
			return nil
		}
		text := end.Text
		if end.Err != nil {
			text = end.Err.Error()
		}
		Say(r.Stderr, "the run did not come to its end (%s): %s", end.Reason, text)
	default:
		r.Out.JSON(r.Streaming.Result(end))
		r.Streaming.Next()
	}
	return nil
}

// Rules makes rules of what a command line lists, as "Read,Edit,Bash(git *)".
func Rules(effect policy.Effect, lists []string) []policy.Rule {
	var rules []policy.Rule
	for _, list := range lists {
		for _, text := range splitRules(list) {
			rules = append(rules, policy.Rule{Effect: effect, Text: text, Source: "the command line"})
		}
	}
	return rules
}

// splitRules separates rules at commas and spaces that do not stand in parentheses.
func splitRules(list string) []string {
	var rules []string
	depth, start := 0, 0
	cut := func(end int) {
		if rule := strings.TrimSpace(list[start:end]); rule != "" {
			rules = append(rules, rule)
		}
		start = end + 1
	}
	escaped := false
	for i, c := range list {
		switch {
		case escaped:
			escaped = false
		case c == '\\' && depth > 0:
			escaped = true
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case (c == ',' || c == ' ') && depth == 0:
			cut(i)
		}
	}
	cut(len(list))
	return rules
}

// maxContext is how much of standard input becomes part of a task.
const maxContext = 10 << 20

// Task is what a person wrote on the command line, with what was piped in as its context.
func Task(operands []string, stdin io.Reader) (wire.Message, error) {
	task := strings.TrimSpace(strings.Join(operands, " "))
	if task == "-" {
		task = ""
	}
	if IsTerminal(stdin) {
		if task == "" {
			return wire.Message{}, Usagef("say what to do: jig run \"task\"")
		}
		return wire.Say(task), nil
	}
	piped, err := io.ReadAll(io.LimitReader(stdin, maxContext+1))
	if err != nil {
		return wire.Message{}, fmt.Errorf("read standard input: %w", err)
	}
	if len(piped) > maxContext {
		return wire.Message{}, fmt.Errorf("standard input is longer than %d bytes: name the file in the task, and the model will read what it needs", maxContext)
	}
	context := strings.TrimSpace(strings.ToValidUTF8(string(piped), "�"))
	switch {
	case task == "" && context == "":
		return wire.Message{}, Usagef("say what to do: jig run \"task\", or pipe the task in")
	case task == "":
		return wire.Say(context), nil
	case context == "":
		return wire.Say(task), nil
	}
	return wire.Say(task + "\n\n<stdin>\n" + context + "\n</stdin>"), nil
}

// imagePart is an image that a user shows.
func imagePart(mime string, data []byte) wire.Part {
	block := tool.Image(mime, data)
	return wire.Part{Kind: wire.BlockPart, Block: &block}
}
