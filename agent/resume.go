package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"jig/internal/clip"
	"jig/journal"
	"jig/wire"
)

// kindResumed says that the session goes on, and what became of the calls that were under
// way when it ended.
const kindResumed = "resumed"

type resumedRecord struct {
	Model string `json:"model"`
	// Interrupted are calls that had started and not ended, NotRun those that had not
	// started.
	Interrupted []wire.Call `json:"interrupted,omitempty"`
	NotRun      []wire.Call `json:"not_run,omitempty"`
	// Waiting are the ids of messages that wait again.
	Waiting []string `json:"waiting,omitempty"`
}

// Resume makes a session that goes on where a journal ends, however that came about. The
// model is told of calls that had started and whose end is not known; nothing is done
// again by itself. Messages that were queued and have not reached it wait again, before all
// others; see [Session.Restored]. The options say what the session is made of from now on; its journal is
// usually the one that the records come from. Run without a message goes on at once.
func Resume(records []journal.Record, opt Options) (*Session, error) {
	p := replay{}
	p.script.missing = p.missing
	for i := range records {
		if err := p.read(&records[i]); err != nil {
			return nil, err
		}
	}
	p.settle()
	if opt.ID == "" {
		opt.ID = p.loop
	}
	opt.Messages = p.script.messages
	s, err := open(opt, nil, "")
	if err != nil {
		return nil, err
	}
	s.turns, s.usage, s.cost, s.background, s.resumed = p.turns, p.usage, p.cost, p.background, true
	s.restored, s.queuedBefore = p.queue.waiting, p.queue.highest
	for _, q := range s.restored {
		s.enqueue(q)
	}
	resumed := resumedRecord{Model: modelName(s.opt.Model), Interrupted: p.interrupted, NotRun: p.notRun, Waiting: ids(s.restored)}
	if err := s.commit(kindResumed, resumed); err != nil {
		return nil, err
	}
	return s, nil
}

// mostChanged is how much of changed arguments the model is told.
const mostChanged = 2000

// callOfTurn names a call. Turns may give the same ids.
type callOfTurn struct {
	turn int
	id   string
}

// changeRecord is as much of a decision as matters later: who allowed the call may have
// changed its arguments, and it is with those that it may have taken effect.
type changeRecord struct {
	Turn     int    `json:"turn"`
	CallID   string `json:"call_id"`
	Decision struct {
		Change *struct {
			Args json.RawMessage `json:"args"`
		} `json:"change"`
	} `json:"decision"`
}

// replay reads the records of a session.
type replay struct {
	loop       string
	script     transcript
	turns      int
	usage      wire.Usage
	cost       float64
	background []string
	queue      waitingRoom
	changed    map[callOfTurn]json.RawMessage // what calls were allowed with instead

	// What is known of the turn that is being read.
	turn    int
	said    bool                  // its message is there
	calls   []wire.Call           // that started or ended, in the order of the record
	results map[string]*endResult // by id
	started map[string]bool

	interrupted, notRun []wire.Call
}

func (p *replay) read(r *journal.Record) error {
	switch r.Kind {
	case kindSession:
		return with(r, func(d *sessionRecord) {
			p.loop = d.Loop
			p.script.messages = slices.Clip(Repair(d.Messages))
		})
	case kindUser:
		p.settle()
		return with(r, func(d *userRecord) {
			if p.queue.said(d.Queued) {
				p.script.user(d.Message.Parts)
			}
		})
	case kindAssistant:
		return with(r, func(d *assistantRecord) {
			p.enter(d.Turn)
			p.spend(d.Usage, d.Cost)
			p.script.assistant(mendAnswer(genuine(d.Message.Parts)))
			p.said = true
		})
	case kindStarted:
		return with(r, func(d *callStarted) {
			p.enter(d.Turn)
			p.know(d.Call)
			p.started[d.Call.ID] = true
		})
	case kindDecision:
		return with(r, func(d *changeRecord) {
			if c := d.Decision.Change; c != nil {
				if p.changed == nil {
					p.changed = make(map[callOfTurn]json.RawMessage)
				}
				p.changed[callOfTurn{d.Turn, d.CallID}] = c.Args
			}
		})
	case kindEnded:
		return with(r, func(d *callEnded) {
			p.enter(d.Turn)
			p.know(d.Call)
			p.results[d.Call.ID] = &d.Result
			p.background = noted(p.background, d.Result.Control.Background)
		})
	case kindDropped:
		return with(r, func(d *droppedRecord) {
			p.enter(d.Turn)
			p.forget()
			p.spend(d.Usage, d.Cost)
		})
	case kindCompaction:
		p.settle()
		return with(r, func(d *Compaction) {
			p.spend(d.Usage, d.Cost)
			p.script.messages = d.apply(p.script.messages)
		})
	case kindEnd, kindResumed:
		p.settle()
	case kindQueued:
		return with(r, p.queue.queued)
	case kindTakenBack:
		return with(r, func(d *takenBackRecord) { p.queue.leave(d.IDs) })
	case kindChild:
		return p.readChild(r)
	}
	return nil
}

// readChild counts what a sub-agent has used.
func (p *replay) readChild(r *journal.Record) error {
	var kind struct {
		Kind string `json:"kind"`
	}
	if err := r.Decode(&kind); err != nil {
		return err
	}
	switch kind.Kind {
	case kindChild: // one of its own
		var d struct {
			Data json.RawMessage `json:"data"`
		}
		if err := r.Decode(&d); err != nil {
			return err
		}
		return p.readChild(&journal.Record{Seq: r.Seq, Kind: r.Kind, Data: d.Data})
	case kindAssistant, kindDropped, kindCompaction:
	default:
		return nil
	}
	var d struct {
		Data droppedRecord `json:"data"` // what it has used stands in all of them in the same place
	}
	if err := r.Decode(&d); err != nil {
		return err
	}
	p.spend(d.Data.Usage, d.Data.Cost)
	return nil
}

func (p *replay) spend(u wire.Usage, cost float64) {
	p.usage.Add(u)
	p.cost += cost
}

func with[T any](r *journal.Record, use func(*T)) error {
	var d T
	if err := r.Decode(&d); err != nil {
		return err
	}
	use(&d)
	return nil
}

// enter begins to read a turn, if it is another one.
func (p *replay) enter(turn int) {
	if turn == p.turn && p.results != nil {
		return
	}
	p.settle()
	p.turn, p.turns = turn, max(p.turns, turn)
	p.results, p.started = make(map[string]*endResult), make(map[string]bool)
}

// know remembers a call. Its message may never have been written.
func (p *replay) know(c wire.Call) {
	if !slices.ContainsFunc(p.calls, func(other wire.Call) bool { return other.ID == c.ID }) {
		p.calls = append(p.calls, c)
	}
}

func (p *replay) forget() {
	p.said, p.calls, p.results, p.started = false, nil, nil, nil
}

// settle ends a turn: calls whose message was never written get one, and every call gets
// its result.
func (p *replay) settle() {
	if !p.said && len(p.calls) > 0 {
		parts := make([]wire.Part, 0, len(p.calls))
		for i := range p.calls {
			parts = append(parts, wire.Part{Kind: wire.CallPart, Call: &p.calls[i]})
		}
		p.script.assistant(mendAnswer(parts))
	}
	p.interrupted, p.notRun = nil, nil
	p.script.answer(nil)
	p.forget()
}

// missing is the result of a call of the turn, as far as it is known.
func (p *replay) missing(c *wire.Call) *wire.Result {
	switch res := p.results[c.ID]; {
	case res != nil:
		return &wire.Result{CallID: c.ID, Name: c.Name, Content: validContent(res.Content), IsError: res.IsError}
	case p.started[c.ID]:
		p.interrupted = append(p.interrupted, *c)
		if args, ok := p.changed[callOfTurn{p.turn, c.ID}]; ok {
			return madeUp(c, textInterrupted+fmt.Sprintf(textChanged, clip.Bytes(string(args), mostChanged)))
		}
		return madeUp(c, textInterrupted)
	}
	p.notRun = append(p.notRun, *c)
	return madeUp(c, textNotRun)
}

// genuine takes what a provider signed out of parts in which the journal has hidden
// something that looked like a secret: the provider would refuse them.
func genuine(parts []wire.Part) []wire.Part {
	out := slices.Clone(parts)
	for i := range out {
		if bytes.Contains(out[i].Raw, []byte(journal.Redacted)) {
			out[i].Raw, out[i].From = nil, ""
		}
	}
	return out
}

var _ Recorder = (*journal.Journal)(nil)
