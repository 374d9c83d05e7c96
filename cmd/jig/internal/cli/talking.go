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
	"jig/engine/guard"
	"jig/wire"
)

// Talking is a conversation with a model, line by line.
type Talking struct {
	Out     io.Writer
	Lines   *Lines
	Desk    *Desk
	Signals <-chan os.Signal // SIGINT: once stops the tools, twice the run, at the prompt the program
	Prompt  bool             // somebody sits there
	Session *jig.Session
	// Command does what a line that begins with a slash says; false ends the conversation.
	Command func(ctx context.Context, line string) (bool, error)
}

// Run talks until there is nothing more to say.
func (t *Talking) Run(ctx context.Context) error {
	for {
		t.print("%s", t.mark("> "))
		line, ok := t.line(ctx)
		if !ok {
			t.print("%s", t.mark("\n"))
			return ctx.Err()
		}
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "/"):
			again, err := t.Command(ctx, line)
			if err != nil {
				t.print("! %v\n", err)
			}
			if !again {
				return nil
			}
		default:
			if err := t.say(ctx, wire.Say(line)); err != nil {
				return err
			}
		}
	}
}

func (t *Talking) print(format string, args ...any) { _, _ = fmt.Fprintf(t.Out, format, args...) } // a person who is gone sees nothing

// mark is what only somebody who sits there needs.
func (t *Talking) mark(text string) string {
	if t.Prompt {
		return text
	}
	return ""
}

// line waits for the person. A signal at the prompt ends the conversation.
func (t *Talking) line(ctx context.Context) (string, bool) {
	select {
	case line, ok := <-t.Lines.Next():
		return line, ok
	case <-t.Signals:
		return "", false
	case <-ctx.Done():
		return "", false
	}
}

// say has one message answered. Meanwhile lines steer the model, or answer the gate's questions.
func (t *Talking) say(ctx context.Context, m wire.Message) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := make(chan agent.Event)
	go func() {
		defer close(events)
		for e := range t.Session.Run(ctx, m) {
			events <- e
		}
	}()
	telling := &Telling{W: t.Out}
	var lines <-chan string
	if t.Prompt { // a script's lines are said one after the other
		lines = t.Lines.Next()
	}
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return nil
			}
			telling.Event(e)
			if e.Kind == agent.RunEnded && e.ParentCall == "" {
				t.ended(e.End)
			}
		case p := <-t.Desk.Next():
			telling.Pause()
			t.answer(ctx, p)
		case line, ok := <-lines:
			if !ok { // whoever sat there has gone
				cancel()
				lines = nil
			} else if strings.TrimSpace(line) != "" {
				t.Session.Steer(wire.Say(line))
			}
		case <-t.Signals:
			t.Session.Interrupt()
		}
	}
}

// ended says how a run ended, if not as everybody expects.
func (t *Talking) ended(end *agent.End) {
	switch end.Reason {
	case agent.Done:
	case agent.Failed:
		t.print("! %v\n", end.Err)
	default:
		t.print("! %s: %s\n", end.Reason, firstLine(end.Text))
	}
}

// answer puts questions to the person. Where the lines end, the answer is no.
func (t *Talking) answer(ctx context.Context, p *Petition) {
	answers := make([]guard.Answer, len(p.Questions))
	defer func() { p.Answer(answers) }()
	for i := range p.Questions {
		for answered := false; !answered; {
			t.print("%s", p.Put(i))
			if !t.Prompt {
				t.print("\n")
			}
			select {
			case line, ok := <-t.Lines.Next():
				if !ok {
					return
				}
				answers[i], answered = ReadAnswer(line, len(p.Questions[i].Offers))
				if !answered {
					t.print("  please say y, n, always or never\n")
				}
			case <-p.Over():
				t.print("\n  too late: it was denied\n")
				return
			case <-t.Signals:
				t.print("\n")
				t.Session.Interrupt()
				return
			case <-ctx.Done():
				return
			}
		}
	}
}

// ErrNoTerminal says that there is nobody to talk with.
var ErrNoTerminal = errors.New("nobody is there to talk with: standard input is not a terminal (jig run \"task\" works without one)")
