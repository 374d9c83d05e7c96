package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"jig"
	"jig/agent"
	"jig/config"
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
	defer t.goodbye()
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
				t.print("! %s\n", config.Visible(err.Error()))
			}
			if !again {
				return nil
			}
		default:
			if t.Session.Turns() == 0 {
				if err := t.Session.SetTitle(Title(wire.Say(line))); err != nil {
					return err
				}
			}
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

// line waits for the person. A signal at the prompt may have been meant for a run that has just ended, so that only the second
// one ends the conversation.
func (t *Talking) line(ctx context.Context) (string, bool) {
	for asked := false; ; asked = true {
		select {
		case line, ok := <-t.Lines.Next():
			return line.Text, ok
		case <-t.Signals:
			if asked || !t.Prompt {
				return "", false
			}
			t.print("\n(Ctrl-C once more, or /quit, ends the conversation)\n> ")
		case <-ctx.Done():
			return "", false
		}
	}
}

// goodbye says how to go on later.
func (t *Talking) goodbye() {
	if t.Prompt && t.Session.Turns() > 0 {
		t.print("Go on with it later: jig chat --resume %s\n", t.Session.ID())
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
	var lines <-chan Line
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
			} else {
				t.steer(line.Text)
			}
		case <-t.Signals:
			t.Session.Interrupt()
		}
	}
}

func (t *Talking) steer(line string) {
	if strings.TrimSpace(line) != "" {
		t.Session.Steer(wire.Say(line))
	}
}

// ended says how a run ended, if not as everybody expects.
func (t *Talking) ended(end *agent.End) {
	switch end.Reason {
	case agent.Done:
	case agent.Failed:
		t.print("! %s\n", config.Visible(end.Err.Error()))
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
			line, ok := t.answerTo(ctx, p, time.Now())
			if !ok {
				return
			}
			answers[i], answered = ReadAnswer(line, p.Questions[i].Offers)
			if a := answers[i]; answered && a.Keep == guard.Saved && !canKeep(p.Questions[i].Offers, a.Offer) {
				t.print("  there is no rule for it that could be kept, so that it holds until the end of this session\n")
			}
			if !answered {
				t.print("  please say y, n, s (for this session), always or never; after the last three the number of one of the %d above\n", len(p.Questions[i].Offers))
			}
		}
	}
}

// answerTo waits for the line that answers a question. One that the person had typed before the question was on the screen is
// for the model: a model that pretends to ask something must not get an answer by which something else is allowed.
func (t *Talking) answerTo(ctx context.Context, p *Petition, shown time.Time) (string, bool) {
	for {
		select {
		case line, ok := <-t.Lines.Next():
			if ok && t.Prompt && line.Came.Before(shown) {
				t.steer(line.Text)
				continue
			}
			return line.Text, ok
		case <-p.Over():
			t.print("\n  too late: it was denied\n")
			return "", false
		case <-t.Signals:
			t.print("\n")
			t.Session.Interrupt()
			return "", false
		case <-ctx.Done():
			return "", false
		}
	}
}

// ErrNoTerminal says that there is nobody to talk with.
var ErrNoTerminal = errors.New("nobody is there to talk with: standard input is not a terminal (jig run \"task\" works without one)")
