package agent

import (
	"context"
	"errors"

	"jig/model"
)

// Compact makes the conversation shorter now, while no run is under way. It reports
// whether that was possible.
func (s *Session) Compact(ctx context.Context) (bool, error) {
	r, err := s.begin(ctx)
	if err != nil {
		return false, err
	}
	defer r.close()
	if len(s.script.messages) == 0 {
		return false, nil
	}
	return r.compact(s.opt.Compaction.Keep)
}

// Use makes another model answer from the next run on.
func (s *Session) Use(m model.Model) error {
	if m == nil {
		return errors.New("a session needs a model")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run != nil {
		return ErrBusy
	}
	s.opt.Model = m
	s.size.known, s.size.extra = 0, 0 // it counts in its own way
	return nil
}
