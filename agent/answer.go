package agent

import (
	"context"
	"fmt"
	"strconv"

	"jig/engine"
	"jig/model"
	"jig/tool"
	"jig/wire"
)

// answer is one answer of the model while it comes in. Its calls go to the engine one by
// one, each as soon as it is whole.
type answer struct {
	r      *run
	number int
	scope  *scope
	id     string // of the turn

	turn    *engine.Turn               // nil as long as there is no call
	ids     map[string]*wire.Call      // those that are whole, by their own ids
	own     map[*wire.Call]*wire.Call  // the same, by those of the model
	begun   []*wire.Call               // calls that are on their way
	shown   map[*wire.Call]*wire.Call  // what events tell of them meanwhile
	taken   []tool.Call                // calls that are whole, in order
	refused map[string]*tool.Result    // those among them that the engine did not take
	results map[string]*engine.Outcome // of the others, when they have ended
	pieces  pieces                     // what has come
	reply   *wire.Reply                // when it is whole
}

func newAnswer(r *run, number, attempt int) *answer {
	id := r.s.opt.ID + "/" + strconv.Itoa(number) + "." + strconv.Itoa(attempt)
	return &answer{
		r: r, number: number, id: id,
		scope: &scope{session: r.s, number: number, calls: make(map[string]*record)},
		ids:   make(map[string]*wire.Call), own: make(map[*wire.Call]*wire.Call), shown: make(map[*wire.Call]*wire.Call), refused: make(map[string]*tool.Result),
	}
}

// stream asks the model and takes what comes, to the end of the answer. An error says that
// it did not come to its end.
func (a *answer) stream(ctx context.Context) error {
	s := a.r.s
	req := &wire.Request{
		System: s.opt.System, Messages: s.script.messages[:len(s.script.messages):len(s.script.messages)], Tools: s.tools(),
		MaxTokens: s.opt.MaxTokens, Effort: s.opt.Effort, Temperature: s.opt.Temperature, Stream: true, Cache: true,
	}
	for e, err := range s.opt.Model.Stream(ctx, req) {
		if err != nil {
			return err
		}
		a.take(&e)
		if e.Kind == wire.Done {
			a.reply = e.Reply
			if a.reply == nil {
				a.reply = &wire.Reply{Message: wire.Message{Role: wire.Assistant, Parts: a.pieces.all()}}
			}
			return nil
		}
		if ctx.Err() != nil { // it may not care for its context
			return context.Cause(ctx)
		}
	}
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	return &model.Error{Reason: model.Broken, Provider: modelName(s.opt.Model), Text: "the answer ended before it was whole"}
}

// take deals with one event of the model.
func (a *answer) take(e *wire.Event) {
	switch e.Kind {
	case wire.Text:
		a.pieces.text(wire.TextPart, e.Text)
		a.emit(Event{Kind: TextDelta, Text: e.Text})
	case wire.Thinking:
		a.pieces.text(wire.ThinkingPart, e.Text)
		a.emit(Event{Kind: ThinkingDelta, Text: e.Text})
	case wire.CallBegun:
		a.begun = append(a.begun, e.Call)
		a.emit(Event{Kind: CallBegun, Call: a.show(e.Call)})
	case wire.CallDelta:
		a.emit(Event{Kind: CallDelta, Call: a.show(e.Call), Text: e.Text})
	case wire.CallReady:
		a.ready(e.Call)
	case wire.Warning:
		a.emit(Event{Kind: Warned, Text: e.Text})
	}
}

func (a *answer) emit(e Event) {
	e.Turn = a.number
	a.r.s.emit(e)
}

// show is what readers may know of a call that is on its way: the call itself is still
// being written.
func (a *answer) show(c *wire.Call) *wire.Call {
	if shown := a.shown[c]; shown != nil && shown.ID == c.ID && shown.Name == c.Name {
		return shown
	}
	shown := &wire.Call{ID: c.ID, Name: c.Name}
	a.shown[c] = shown
	return shown
}

// ready hands a call that is whole to the engine, at once: everything else comes after. It
// gives the call as the conversation has it.
func (a *answer) ready(c *wire.Call) *wire.Call {
	own := *mendCall(c)
	own.ID = a.unique(own.ID)
	a.ids[own.ID], a.own[c] = &own, &own
	call := tool.Call{ID: own.ID, Name: own.Name, Args: c.Args}
	a.scope.expect(call)
	a.taken = append(a.taken, call)
	if err := a.open().Add(call); err != nil {
		a.refuse(call)
	}
	for i, begun := range a.begun {
		if begun == c {
			a.begun = append(a.begun[:i:i], a.begun[i+1:]...)
			break
		}
	}
	a.pieces.call(&own)
	a.emit(Event{Kind: CallReady, Call: &own})
	return &own
}

// unique gives a call an id that no other of the answer has, in the way of [Repair]. One
// that the journal would hide as a secret is replaced: calls and results find each other
// by it when the session is resumed.
func (a *answer) unique(id string) string {
	if r := a.r.s.redactor; r != nil && r.Text(id) != id {
		id = "call"
	}
	own := id
	for n := 2; a.ids[own] != nil; n++ {
		own = id + "_" + strconv.Itoa(n)
	}
	return own
}

// known finds the call that a part of the whole answer means, among those that were
// announced and have not been said already. Two of them may have had one id.
func (a *answer) known(c *wire.Call, said map[string]bool) *wire.Call {
	if own := a.own[c]; own != nil && !said[own.ID] {
		return own
	}
	id := mendCall(c).ID
	for own, n := id, 2; a.ids[own] != nil; n++ {
		if !said[own] {
			return a.ids[own]
		}
		own = id + "_" + strconv.Itoa(n)
	}
	return nil
}

// open is the turn of the engine, which begins with the first call.
func (a *answer) open() *engine.Turn {
	if a.turn != nil {
		return a.turn
	}
	s := a.r.s
	for id, n := a.id, 2; s.opt.Engine.gate.holds(a.id, a.scope); n++ {
		// Another session has the same name, and must not decide for this one.
		a.id = id + "~" + strconv.Itoa(n)
	}
	a.turn = s.opt.Engine.Turn(a.r.ctx, engine.TurnOptions{
		ID: a.id, Strategy: s.opt.Strategy, Steering: s.steering, History: s.history, Observe: a.observe,
	})
	a.r.mu.Lock()
	a.r.turn = a.turn
	a.r.mu.Unlock()
	return a.turn
}

// observe is told by the engine what becomes of the calls. It must have the result in the
// journal before the turn has ended; wait sees to it that it is on the disk.
func (a *answer) observe(e engine.Event) {
	switch e.Kind {
	case engine.Decided:
		a.scope.decide(e.Call.ID, e.Tool, e.Decision)
	case engine.Ended:
		a.scope.end(e.Call.ID, e.Status, e.Result)
	}
	a.emit(Event{Kind: Tool, Tool: &e})
}

// refuse answers for a call that came when the turn was stopped already.
func (a *answer) refuse(call tool.Call) {
	cause := errInterrupted
	if a.r.ctx.Err() != nil {
		cause = context.Cause(a.r.ctx)
	}
	res := tool.ErrorResult(tool.Errorf(tool.CodeCancelled, "not run: %w", cause))
	a.refused[call.ID] = res
	a.scope.end(call.ID, engine.Cancelled, res)
	a.emit(Event{Kind: Tool, Tool: &engine.Event{Kind: engine.Ended, Status: engine.Cancelled, Index: len(a.taken) - 1, Call: &call, Result: res}})
}

// wait waits for the calls, and for what the person said meanwhile.
func (a *answer) wait() {
	if a.turn == nil && a.r.s.steering.Len() > 0 {
		a.open() // only a turn can take what waits
	}
	if a.turn == nil {
		return
	}
	a.turn.Close()
	outs := a.turn.Wait()
	a.results = make(map[string]*engine.Outcome, len(outs))
	for i := range outs {
		a.results[outs[i].Call.ID] = &outs[i]
		a.scope.end(outs[i].Call.ID, outs[i].Status, outs[i].Result) // one that was vetoed has no event
	}
	a.scope.settle()
	a.r.s.opt.Engine.gate.turns.Delete(a.id)
	a.r.mu.Lock()
	a.r.turn = nil
	a.r.mu.Unlock()
}

// abort stops the calls of an answer that broke off, and reports whether one had started.
func (a *answer) abort(cause error) (started bool) {
	if a.turn == nil {
		return false
	}
	if a.r.ctx.Err() == nil {
		a.turn.Abort(fmt.Errorf("the answer of the model broke off: %w", cause))
	}
	a.wait()
	for _, out := range a.results {
		started = started || !out.Started.IsZero()
	}
	return started
}

// result is that of a call, with what it asks of the loop.
func (a *answer) result(call *wire.Call) (*wire.Result, tool.Control) {
	res := a.refused[call.ID]
	if out := a.results[call.ID]; out != nil {
		res = out.Result
	}
	if res == nil {
		return madeUp(call, textNotRun), tool.Control{}
	}
	return &wire.Result{CallID: call.ID, Name: call.Name, Content: validContent(res.Content), IsError: res.IsError}, res.Control
}
