package agent

import (
	"jig/engine"
	"jig/wire"
)

// hear takes what the person said into the conversation and the journal.
func (r *run) hear(m wire.Message) *End {
	if err := r.add(m); err != nil {
		return failed(err)
	}
	return nil
}

// add is hear. The ids are those of the message in a queue, if it was in one: with this
// record it waits no more.
func (r *run) add(m wire.Message, queued ...string) error {
	s := r.s
	m.Role, m.Parts = wire.User, sayable(m.Parts)
	if len(m.Parts) == 0 {
		return nil
	}
	if err := s.commit(kindUser, userRecord{Message: m, Queued: queued}); err != nil {
		return err
	}
	s.mu.Lock()
	s.script.user(m.Parts)
	s.size.add(m.Parts)
	s.mu.Unlock()
	s.emit(Event{Kind: Spoken, Message: &m})
	return nil
}

// hearSteering takes what turns have taken, and reports whether there was something. No
// turn is under way then: those whose bell has rung are the first in the queue.
func (r *run) hearSteering() (bool, error) {
	s := r.s
	s.mu.Lock()
	n := len(s.steered) - s.steering.Len()
	taken := s.steered[:n:n]
	s.steered = s.steered[n:]
	s.mu.Unlock()
	return n > 0, r.addQueued(taken, Steered)
}

// addQueued adds messages that are in no queue any more. Those that the journal does not
// take wait again.
func (r *run) addQueued(taken []Queued, told Kind) error {
	s := r.s
	for i := range taken {
		q := &taken[i]
		if err := r.add(q.Message, q.ID); err != nil {
			s.mu.Lock()
			s.requeue(taken[i:])
			s.mu.Unlock()
			return err
		}
		s.emit(Event{Kind: told, Message: &q.Message, Text: q.Message.Text(), Queued: q.ID})
	}
	return nil
}

// takeQueued takes what waits until the model has finished: steering that no turn has
// taken first, then follow-ups.
func (r *run) takeQueued() (bool, error) {
	if taken, err := r.takeSteering(); taken || err != nil {
		return taken, err
	}
	s := r.s
	s.mu.Lock()
	n := min(1, len(s.followUps))
	if s.opt.FollowUps == All {
		n = len(s.followUps)
	}
	taken := s.followUps[:n:n]
	s.followUps = s.followUps[n:]
	s.mu.Unlock()
	return n > 0, r.addQueued(taken, Followed)
}

// takeSteering takes what no turn has, as much as one look at the queue gives.
func (r *run) takeSteering() (bool, error) {
	s := r.s
	if s.steering.Len() == 0 {
		return false, nil
	}
	turn := s.opt.Engine.Turn(r.ctx, engine.TurnOptions{Steering: s.steering})
	turn.Close()
	turn.Wait()
	return r.hearSteering()
}

// catchUp takes what was said before the run. In a turn it would skip calls that answer
// something newer.
func (r *run) catchUp() *End {
	for range r.s.steering.Len() {
		if _, err := r.takeSteering(); err != nil {
			return failed(err)
		}
	}
	return nil
}

// tellRestored tells, in the first run, what waits again since the session was resumed.
func (r *run) tellRestored() {
	s := r.s
	if s.greeted {
		return
	}
	for i := range s.restored {
		q := &s.restored[i]
		s.emit(Event{Kind: Restored, Message: &q.Message, Text: q.Message.Text(), Queued: q.ID})
	}
}
