package agent

// Interrupt stops what is going on, as a key does. The first time it stops the tools of
// this turn; the model is told and goes on, or the run ends if [Options.HandBack] says so.
// If no tools run, or the second time, it stops the run. It reports whether there was
// something to interrupt.
func (s *Session) Interrupt() bool {
	s.mu.Lock()
	r, number := s.run, s.turns
	s.mu.Unlock()
	if r == nil {
		return false
	}
	r.mu.Lock()
	r.interrupts++
	if r.interrupts == 1 {
		r.pressed = number
	}
	turn, second := r.turn, r.interrupts > 1
	r.mu.Unlock()
	if turn == nil || second {
		s.emit(Event{Kind: Interrupted, Text: "the run is stopped", Turn: number})
		r.cancel(errHalted)
		return true
	}
	s.emit(Event{Kind: Interrupted, Text: "the tools are stopped", Turn: number})
	turn.Abort(errInterrupted)
	return true
}

// handBack reports whether an interrupt asked for the end of the run.
func (r *run) handBack() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.interrupts > 0 && r.s.opt.HandBack
}

// turnEnded forgets an interrupt once the model has given another answer after it: the
// next one is a first one again.
func (r *run) turnEnded(number int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.interrupts > 0 && number > r.pressed {
		r.interrupts = 0
	}
}
