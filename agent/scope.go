package agent

import (
	"context"
	"fmt"
	"sync"

	"jig/engine"
	"jig/tool"
)

// scope is one turn of a session, as the gate sees it.
type scope struct {
	session *Session
	number  int

	mu    sync.Mutex
	calls map[string]*record // by id
	err   error              // of the journal

	debt debt // results that are not on the disk yet
}

// record is what the journal has of a call.
type record struct {
	call    tool.Call
	decided bool
	started bool
	ended   bool
}

// expect makes a call known before the engine has it.
func (sc *scope) expect(call tool.Call) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.calls[call.ID] = &record{call: call}
}

// witness lets an allowed call start only when the journal knows that it does. The
// engine asks again right before the tool runs.
func (sc *scope) witness(d engine.Decision, req *engine.Request) engine.Decision {
	if d.Effect != engine.Allow || sc.session.opt.Journal == nil {
		return d
	}
	before, id, name, harmless := d.Recheck, req.Call.ID, req.Spec.Name, req.Intent.ReadOnly()
	d.Recheck = func(ctx context.Context) error {
		if before != nil {
			if err := before(ctx); err != nil {
				return err
			}
		}
		sc.decide(id, name, &d) // the event may come later than the start
		return sc.start(id, name, harmless)
	}
	return d
}

// decide writes down what was decided about a call, once.
func (sc *scope) decide(id, name string, d *engine.Decision) {
	sc.mu.Lock()
	r := sc.calls[id]
	if r == nil || r.decided {
		sc.mu.Unlock()
		return
	}
	r.decided = true
	sc.mu.Unlock()
	if err := sc.session.note(kindDecision, decisionRecord{Turn: sc.number, CallID: id, Tool: name, Decision: d}); err != nil {
		sc.fail(fmt.Errorf("the decision about a call cannot be written to the journal: %w", err))
	}
}

// start writes down that a call starts. What changes something must be on the disk by
// then; what only looks need not wait for the disk, since it may be called again.
func (sc *scope) start(id, name string, harmless bool) error {
	sc.mu.Lock()
	r := sc.calls[id]
	if r == nil || r.started {
		sc.mu.Unlock()
		return nil // middleware tries again
	}
	r.started = true
	entry := callStarted{Turn: sc.number, Call: storedCall(r.call), Tool: name}
	sc.mu.Unlock()

	var err error
	if harmless {
		err = sc.session.write(kindStarted, entry)
	} else {
		err = sc.session.commit(kindStarted, entry)
	}
	if err != nil {
		err = fmt.Errorf("the start of the call cannot be written to the journal: %w", err)
		sc.fail(err)
	}
	return err
}

// end writes down the result of a call, once. When it returns, the end of the process does
// not cost it any more; that of the machine, when the turn has waited for its debt. The
// engine tells of one end after the other: if each waited for the disk here, calls that
// end together would wait for as many syncs as there are calls.
func (sc *scope) end(id string, status engine.Status, res *tool.Result) {
	s := sc.session
	if s.opt.Journal == nil || res == nil {
		return
	}
	sc.mu.Lock()
	r := sc.calls[id]
	if r == nil || r.ended {
		sc.mu.Unlock()
		return
	}
	r.ended = true
	entry := callEnded{Turn: sc.number, Call: storedCall(r.call), Status: status.String(), Result: storedResult(res)}
	sc.mu.Unlock()
	disk, record := s.syncer(), s.commit
	if disk != nil {
		record = s.write
	}
	err := record(kindEnded, entry)
	if err == nil && disk != nil {
		sc.debt.owe(disk)
	}
	sc.failResult(err)
}

// settle returns when the results that were written down are on the disk.
func (sc *scope) settle() { sc.failResult(sc.debt.wait()) }

func (sc *scope) failResult(err error) {
	if err != nil {
		sc.fail(fmt.Errorf("the result of a call cannot be written to the journal: %w", err))
	}
}

func (sc *scope) fail(err error) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	if sc.err == nil {
		sc.err = err
	}
}

func (sc *scope) failure() error {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	return sc.err
}
