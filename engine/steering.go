package engine

import (
	"sync"
	"sync/atomic"

	"jig/tool"
)

// Message is what a person says in between.
type Message []tool.Block

// Steering is the queue by which a person reaches a turn that is under way. A
// turn looks at it between calls or batches, as its strategy says. If there is
// something, the calls that have not started are answered as skipped, and the
// messages are handed to the loop with the results. The zero value takes one
// message at a time.
type Steering struct {
	// All makes a turn take every message there is, instead of one.
	All bool

	mu      sync.Mutex
	queue   []Message
	waiting atomic.Bool
}

// Push adds a message.
func (s *Steering) Push(m ...tool.Block) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, m)
	s.waiting.Store(true)
}

// Len is the number of messages that wait.
func (s *Steering) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.queue)
}

// take removes what one look at the queue hands out.
func (s *Steering) take() []Message {
	if s == nil || !s.waiting.Load() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(1, len(s.queue))
	if s.All {
		n = len(s.queue)
	}
	out := append([]Message(nil), s.queue[:n]...)
	s.queue = s.queue[n:]
	s.waiting.Store(len(s.queue) > 0)
	return out
}

const skippedText = "Skipped due to queued user message."

const vetoedText = "Tool execution skipped by before_tool_execution hook."
