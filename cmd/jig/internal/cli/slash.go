package cli

import (
	"context"
	"fmt"
	"strings"

	"jig"
	"jig/config"
	"jig/policy"
)

const slashHelp = `/help               this
/tools              the tools that the model has
/mode [MODE]        show or set the mode of the gate
/undo [N | CALL]    take back the last change, or that one (jig undo --list numbers them)
/redo [N | CALL]    bring it back
/usage              what the session has used so far
/session            its identifier, to resume it later
/quit               end the conversation (so does Ctrl-D)
`

// Slash does what lines say that begin with a slash: they are for jig, not for the model.
type Slash struct {
	Out     *Output
	Runtime *jig.Runtime
	Session *jig.Session
}

// Do does it; false ends the conversation.
func (s *Slash) Do(ctx context.Context, line string) (again bool, err error) {
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, "/"), " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "help", "?":
		s.Out.Text(slashHelp)
	case "quit", "exit", "q":
		return false, nil
	case "tools":
		for _, t := range s.Runtime.Tools().All() {
			if t.Spec().Name == "summary" {
				continue // that is for sub-agents
			}
			s.Out.Text(fmt.Sprintf("%-14s %s", t.Spec().Name, FirstSentence(t.Spec().Description)))
		}
	case "mode":
		return true, s.mode(rest)
	case "undo", "redo":
		return true, s.takeBack(ctx, word, rest)
	case "usage", "cost":
		u := s.Session.Usage()
		s.Out.Text(fmt.Sprintf("%d answers, %d tokens in (%d from the cache), %d out, $%.4f", s.Session.Turns(), u.Input, u.CacheRead, u.Output, s.Session.Cost()))
	case "session":
		s.Out.Text(s.Session.ID() + "\nGo on with it later: jig chat --resume " + s.Session.ID())
	default:
		return true, fmt.Errorf("there is no /%s; /help lists what there is", config.Visible(word))
	}
	return true, nil
}

func (s *Slash) mode(word string) error {
	p := s.Runtime.Policy()
	if p == nil {
		return fmt.Errorf("the gate has no modes here")
	}
	if word != "" {
		if err := p.SetMode(policy.Mode(word)); err != nil {
			return err
		}
	}
	s.Out.Text("mode " + string(p.Mode()) + "; there are " + Alternatives(Modes()))
	return nil
}

func (s *Slash) takeBack(ctx context.Context, verb, operand string) error {
	u := &Undoing{Out: s.Out, Verb: verb, Format: TextFormat}
	req, err := u.request(strings.Fields(operand))
	if err != nil {
		return err
	}
	log, err := s.Runtime.Undo()
	if err != nil {
		return err
	}
	act := log.Undo
	if verb == "redo" {
		act = log.Redo
	}
	report, err := act(ctx, req)
	if err != nil {
		return err
	}
	return u.report(ctx, log, report)
}
