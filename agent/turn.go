package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jig/tool"
	"jig/wire"
)

const maxCuts = 3 // answers in a row that may be cut in the middle of a call

const (
	textCutCall = "(Your answer was cut off because it was too long, in the middle of a call of %s, which was not run. " +
		"Make the call again with less in it, for instance in several steps.)"
	textBroken = "(Your answer broke off here: %s. Go on.)"
)

// finish takes a whole answer into the conversation with the results of its calls, and
// says whether that is the end.
func (r *run) finish(a *answer) *End {
	stop := a.reply.Stop
	parts, cut := a.reconcile()
	if stop == wire.Overflow && len(a.taken) == 0 {
		if err := a.drop(errors.New("the conversation is too long for the model")); err != nil {
			return failed(err)
		}
		a.count()
		return r.squeeze()
	}
	a.count()
	err := a.say(parts, stop, "")
	if err != nil && a.turn != nil {
		a.turn.Abort(err)
	}
	a.wait()
	control := a.answerCalls()
	taken, heard := r.hearSteering()
	if err := errors.Join(err, heard, a.scope.failure()); err != nil {
		return failed(err)
	}
	a.ended()
	r.breaks = 0
	if len(a.taken) > 0 || stop != wire.Overflow {
		r.squeezes = 0
	}
	return r.next(a, control, cut, taken)
}

// next says how it goes on after a whole answer whose calls have their results.
func (r *run) next(a *answer, control tool.Control, cut []string, steered bool) *End {
	stop := a.reply.Stop
	text := a.reply.Text()
	r.paused = false
	switch {
	case r.ctx.Err() != nil:
		return r.stopped()
	case r.handBack():
		return &End{Reason: Halted, Text: "interrupted by the user"}
	case control.Suspend != "":
		return &End{Reason: Suspended, Text: text, Suspend: control.Suspend}
	case control.StopTurn:
		return &End{Reason: Stopped, Text: text}
	case stop == wire.Refusal:
		if text == "" {
			text = "the model, or its provider, does not want to answer"
		}
		return &End{Reason: Refused, Text: text}
	case stop == wire.Overflow:
		return r.squeeze()
	case len(cut) > 0:
		if r.cuts++; r.cuts > maxCuts {
			return &End{Reason: Truncated, Text: "the model wrote too long an answer again and again, and was cut in the middle of a call"}
		}
		return r.hear(wire.Say(fmt.Sprintf(textCutCall, strings.Join(cut, ", "))))
	}
	r.cuts = 0
	switch {
	case len(a.taken) > 0 || steered:
		return nil
	case stop == wire.MaxTokens:
		return &End{Reason: Truncated, Text: text}
	case stop == wire.Paused && len(a.reply.Parts) > 0:
		r.paused = true
		return nil
	}
	followed, err := r.takeQueued()
	switch {
	case err != nil:
		return failed(err)
	case followed:
		return nil
	}
	return r.mayEnd(text)
}

// reconcile brings the calls of the message together with those that were announced. Calls
// that come only with the whole message are added now; of one that was cut off only its
// name is told.
func (a *answer) reconcile() (parts []wire.Part, cut []string) {
	limited := a.reply.Stop == wire.MaxTokens || a.reply.Stop == wire.Overflow
	said := make(map[string]bool)
	for _, p := range a.reply.Parts {
		if p.Kind == wire.CallPart && p.Call != nil {
			own := a.known(p.Call, said)
			if own == nil {
				if limited {
					cut = append(cut, mendCall(p.Call).Name)
					continue
				}
				own = a.ready(p.Call)
			}
			if p.Call.ID != "" && p.Call.ID != own.ID {
				p.Raw, p.From = nil, "" // it has the other id in it
			}
			p.Call = own
			said[own.ID] = true
		}
		if sound(&p, wire.Assistant) {
			parts = append(parts, p)
		}
	}
	for i := range a.taken {
		if c := storedCall(a.taken[i]); !said[c.ID] {
			parts = append(parts, wire.Part{Kind: wire.CallPart, Call: &c})
		}
	}
	for _, c := range a.begun {
		if limited && len(cut) == 0 && c.Name != "" {
			cut = append(cut, c.Name)
		}
	}
	return parts, cut
}

// count adds up what the answer has used.
func (a *answer) count() {
	s, u := a.r.s, a.reply.Usage
	cost := s.opt.Model.Info().Price.Cost(u)
	s.mu.Lock()
	estimate := s.size.tokens() + s.size.worth(chars(a.reply.Parts))
	s.size.report(u)
	s.mu.Unlock()
	s.spend(u, cost, estimate)
}

// spend counts what was used, here and in all sessions above.
func (s *Session) spend(u wire.Usage, cost float64, estimate int64) {
	for up := s; up != nil; up = up.parent {
		up.mu.Lock()
		up.usage.Add(u)
		up.cost += cost
		r := up.run
		up.mu.Unlock()
		if r != nil {
			r.meter.add(u, cost, estimate)
		}
	}
}

// say puts the answer into the conversation and the journal. Broken says why it is not
// whole, if it is not.
func (a *answer) say(parts []wire.Part, stop wire.Stop, broken string) error {
	s := a.r.s
	s.mu.Lock()
	s.script.assistant(parts) // nothing, if there are none
	if a.reply == nil || a.reply.Usage.Input <= 0 {
		s.size.add(parts)
	} else {
		s.size.all += chars(parts)
	}
	s.mu.Unlock()
	m := wire.Message{Role: wire.Assistant, Parts: parts}
	entry := assistantRecord{Turn: a.number, Message: m, Stop: stop, Broken: broken}
	if a.reply != nil {
		entry.Model, entry.Usage = a.reply.Model, a.reply.Usage
		entry.Cost = s.opt.Model.Info().Price.Cost(entry.Usage)
	}
	err := s.write(kindAssistant, entry)
	if len(parts) > 0 {
		a.emit(Event{Kind: Spoken, Message: &m, Stop: stop})
	}
	return err
}

// answerCalls puts the results into the conversation, and gives what they ask of the loop.
func (a *answer) answerCalls() tool.Control {
	control, results := a.closeCalls()
	if len(results) > 0 {
		a.emit(Event{Kind: Spoken, Message: &wire.Message{Role: wire.User, Parts: results}})
	}
	return control
}

// closeCalls puts the results into the conversation.
func (a *answer) closeCalls() (control tool.Control, results []wire.Part) {
	s := a.r.s
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.script.open) == 0 {
		return control, nil
	}
	results = make([]wire.Part, 0, len(s.script.open))
	for _, call := range s.script.open {
		res, c := a.result(call)
		results = append(results, wire.Part{Kind: wire.ResultPart, Result: res})
		control.StopTurn = control.StopTurn || c.StopTurn
		if control.Suspend == "" {
			control.Suspend = c.Suspend
		}
		s.background = noted(s.background, c.Background)
	}
	s.script.answer(results)
	s.size.add(results)
	return control, slices.Clone(results)
}

// noted adds the handle of work that goes on, once.
func noted(handles []string, handle string) []string {
	if handle == "" || slices.Contains(handles, handle) {
		return handles
	}
	return append(handles, handle)
}

// ended tells that the turn is over.
func (a *answer) ended() {
	e := Event{Kind: TurnEnded}
	if a.reply != nil {
		u := a.reply.Usage
		e.Stop, e.Usage, e.Cost = a.reply.Stop, &u, a.r.s.opt.Model.Info().Price.Cost(u)
	}
	a.emit(e)
	a.r.turnEnded(a.number)
}

// keep takes what has come of an answer that broke off, with its calls answered.
func (a *answer) keep(why string) error {
	a.wait()
	err := a.say(mendAnswer(a.pieces.all()), "", why)
	a.answerCalls()
	_, heard := a.r.hearSteering()
	a.ended()
	if err := errors.Join(err, heard, a.scope.failure()); err != nil || a.r.ctx.Err() != nil {
		return err
	}
	if end := a.r.hear(wire.Say(fmt.Sprintf(textBroken, why))); end != nil {
		return end.Err
	}
	return nil
}

// drop forgets an answer that broke off before any of its calls had started.
func (a *answer) drop(why error) error {
	a.wait()
	entry := droppedRecord{Turn: a.number, Reason: why.Error()}
	if a.reply != nil {
		entry.Usage, entry.Cost = a.reply.Usage, a.r.s.opt.Model.Info().Price.Cost(a.reply.Usage)
	}
	err := a.r.s.write(kindDropped, entry)
	_, heard := a.r.hearSteering()
	return errors.Join(err, heard)
}
