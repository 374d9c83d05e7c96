package practice

import (
	"context"
	"strings"

	"jig/wire"
)

// New makes the model that does what plain commands say.
func New(opt Options) *Model {
	i := &interpreter{verbs: verbs(), fs: opt.FS}
	return &Model{opt: opt, answer: i.answer}
}

// interpreter turns a conversation into the next answer.
type interpreter struct {
	verbs []verb
	fs    func(name string) ([]byte, error)
	known memory
}

func (i *interpreter) answer(_ context.Context, req *wire.Request) (Turn, error) {
	t := i.look(req.Messages)
	tools := newOffer(req)
	var turn Turn
	switch {
	case t.text == "":
		turn.Text = greeting
	case !t.plan.understood && asksForSummary(t.text):
		turn.Text = recount(req.Messages)
	case !t.plan.understood:
		turn.Text = i.teach(t.text, tools)
	case t.step >= len(t.plan.turns):
		turn.Text = summary(t.results)
	default:
		turn = i.perform(&t, tools)
	}
	turn.step = t.step
	return turn, nil
}

// perform makes an answer of what is planned for it. If nothing of that can be called, the
// plan goes on in the same answer, since no results will come to go on with.
func (i *interpreter) perform(t *talk, tools *offer) Turn {
	turn := Turn{Pace: t.plan.pace(t.step)}
	if t.step == 0 {
		turn.say(t.plan.strangeLines())
	}
	for {
		items := t.plan.turns[t.step]
		if text := disappointment(items, t.last); text != "" {
			// Nothing that comes after can be trusted to make sense.
			turn.say(text)
			return turn
		}
		last := t.step == len(t.plan.turns)-1
		if last && !makesCalls(items) && len(t.results) > 0 {
			turn.say(summary(t.results) + "\n\n")
		}
		turn.say(announcement(items, t.step > 0, tools))
		called := i.add(&turn, items, tools)
		if called || last || pauses(items) {
			break
		}
		t.step++
	}
	if silent(&turn) {
		turn.say("Done so far.")
	}
	return turn
}

// add puts items into an answer, and reports whether there are calls among them.
func (i *interpreter) add(turn *Turn, items []item, tools *offer) (called bool) {
	var missing []string
	for _, it := range items {
		switch {
		case it.want != nil:
			call, why := tools.call(it.want)
			if call == nil {
				missing = append(missing, why)
				continue
			}
			called = true
			turn.Steps = append(turn.Steps, Step{Call: call})
		case it.help != nil:
			turn.say(it.help(i, tools))
		case it.step != nil:
			turn.Steps = append(turn.Steps, *it.step)
		}
	}
	if len(missing) > 0 {
		turn.say(strings.Join(missing, "\n") + "\n")
	}
	return called
}

func (t *Turn) say(text string) {
	if text != "" {
		t.Steps = append(t.Steps, Step{Text: text})
	}
}

// silent says whether an answer has neither text nor calls.
func silent(t *Turn) bool {
	for i := range t.Steps {
		if t.Steps[i].Text != "" || t.Steps[i].Call != nil {
			return false
		}
	}
	return true
}
