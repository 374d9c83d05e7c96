package agent

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"jig/wire"
)

// The causes for which a run is cancelled.
var (
	errTimeUp      = errors.New("the time of the run is up")
	errHalted      = errors.New("the user stopped the run")
	errInterrupted = errors.New("the user interrupted the tools of this turn")
	errClosed      = errors.New("the session was closed")
	errLeft        = errors.New("nobody listens to the run any more")
)

// meter counts what a run has used. Children count into that of their parent, from other
// goroutines.
type meter struct {
	limits Limits
	began  time.Time

	mu     sync.Mutex
	turns  int
	tokens int64 // estimated where the provider does not say
	usage  wire.Usage
	cost   float64
}

// add counts an answer. The estimate stands in for a provider that reports nothing.
func (m *meter) add(u wire.Usage, cost float64, estimate int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.usage.Add(u)
	m.cost += cost
	if used := u.Input + u.Output; used > 0 {
		m.tokens += used
	} else {
		m.tokens += estimate
	}
}

// turn counts an answer that is asked for.
func (m *meter) turn() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns++
}

// reached says which limit keeps the model from being asked again, if one does.
func (m *meter) reached() (Reason, string) {
	m.mu.Lock()
	turns := m.turns
	m.mu.Unlock()
	if l := m.limits; l.Turns > 0 && turns >= l.Turns {
		return MaxTurns, fmt.Sprintf("stopped after %d turns, the limit of the run", turns)
	}
	return m.spent()
}

// spent says which of the limits is reached that children use up too.
func (m *meter) spent() (Reason, string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch l := m.limits; {
	case l.Tokens > 0 && m.tokens >= l.Tokens:
		return MaxTokens, fmt.Sprintf("stopped after %d tokens; the limit of the run is %d", m.tokens, l.Tokens)
	case l.Cost > 0 && m.cost >= l.Cost:
		return MaxCost, fmt.Sprintf("stopped after $%.4f; the limit of the run is $%.4f", m.cost, l.Cost)
	}
	return "", ""
}

// left are the limits that a child may use up: its own, but no more than the parent has.
func (m *meter) left(own Limits) Limits {
	m.mu.Lock()
	defer m.mu.Unlock()
	if l := m.limits; l.Tokens > 0 {
		own.Tokens = within(own.Tokens, max(l.Tokens-m.tokens, 1))
	}
	if l := m.limits; l.Cost > 0 {
		own.Cost = within(own.Cost, max(l.Cost-m.cost, 1e-9))
	}
	if l := m.limits; l.Time > 0 {
		own.Time = within(own.Time, max(l.Time-time.Since(m.began), 1))
	}
	return own
}

// within is the smaller of two limits; zero and below mean none for the first.
func within[T int64 | float64 | time.Duration](own, most T) T {
	if own <= 0 || own > most {
		return most
	}
	return own
}

// stopReason says why a run whose context has ended did so.
func stopReason(ctx context.Context, limits Limits) (Reason, string) {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errTimeUp):
		return MaxTime, fmt.Sprintf("stopped after %s, the limit of the run", limits.Time)
	case errors.Is(cause, errHalted), errors.Is(cause, errInterrupted):
		return Halted, "interrupted by the user"
	case cause != nil:
		return Cancelled, cause.Error()
	}
	return Cancelled, "cancelled"
}
