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

func (r *run) add(m wire.Message) error {
	s := r.s
	m.Role = wire.User
	var parts []wire.Part
	for i := range m.Parts {
		if p := m.Parts[i]; p.Kind != wire.ResultPart && sound(&p, wire.User) {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	m.Parts = parts
	if err := s.commit(kindUser, userRecord{Message: m}); err != nil {
		return err
	}
	s.mu.Lock()
	s.script.user(parts)
	s.size.add(parts)
	s.mu.Unlock()
	s.emit(Event{Kind: Spoken, Message: &m})
	return nil
}

// hearSteering takes what was said in between, and reports whether there was something.
func (r *run) hearSteering(messages []engine.Message) (bool, error) {
	for i, said := range messages {
		m := wire.Message{Role: wire.User, Parts: parts(said)}
		if err := r.add(m); err != nil {
			for _, left := range messages[i:] { // not lost: it waits again
				r.s.steering.Push(left...)
			}
			return true, err
		}
		r.s.emit(Event{Kind: Steered, Message: &m, Text: m.Text()})
	}
	return len(messages) > 0, nil
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
	s.mu.Unlock()
	for i := range taken {
		if err := r.add(taken[i]); err != nil {
			return true, err
		}
		s.mu.Lock()
		s.followUps = s.followUps[1:] // it waits until it is recorded
		s.mu.Unlock()
		s.emit(Event{Kind: Followed, Message: &taken[i], Text: taken[i].Text()})
	}
	return n > 0, nil
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
	return r.hearSteering(turn.Steered())
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
