package engine

import (
	"fmt"
	"hash/maphash"
	"sync"

	"jig/tool"
)

// History remembers the last calls of one conversation and notices when it
// goes round in circles: the same call with the same result again and again,
// or a few calls in turn. At first the result of the call tells the model so;
// if it goes on all the same, the call is refused and the turn stopped.
//
// Give the same History to every turn of a conversation, and to no other
// conversation. A nil History notices nothing.
type History struct {
	limits LoopLimits
	seed   maphash.Seed

	mu    sync.Mutex
	steps []step
	// warned holds the calls of the circle that the model was told about, as
	// long as nothing else has happened since.
	warned map[uint64]bool
}

// LoopLimits say when a conversation counts as going round in circles.
type LoopLimits struct {
	// Repeats is how often the same call with the same result may come in a
	// row; zero means 3.
	Repeats int
	// Cycles is how often a sequence of two to four different calls may repeat
	// with the same results; zero means 3.
	Cycles int
}

type step struct{ call, result uint64 }

const longestCycle = 4

// NewHistory makes the memory of a new conversation.
func NewHistory(limits LoopLimits) *History {
	if limits.Repeats <= 0 {
		limits.Repeats = 3
	}
	if limits.Cycles <= 0 {
		limits.Cycles = 3
	}
	return &History{limits: limits, seed: maphash.MakeSeed()}
}

// fingerprint tells calls apart by what they say: white space between the parts
// of the arguments, which are valid JSON, makes no other call.
func (h *History) fingerprint(name string, args []byte) uint64 {
	var sum maphash.Hash
	sum.SetSeed(h.seed)
	_, _ = sum.WriteString(name) // never fails, by its documentation
	_ = sum.WriteByte(0)
	from, quoted := 0, false
	for i := 0; i < len(args); i++ {
		switch c := args[i]; {
		case quoted && c == '\\':
			i++ // whatever follows does not end the string
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t'):
			_, _ = sum.Write(args[from:i])
			from = i + 1
		}
	}
	_, _ = sum.Write(args[from:])
	return sum.Sum64()
}

// refuse reports whether the call would continue a circle the model was told
// about.
func (h *History) refuse(call uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.warned[call]
}

// record adds a call with its result, and returns a remark for the model if
// that closes a circle for the first time.
func (h *History) record(call uint64, result *tool.Result) (remark string) {
	sum := maphash.String(h.seed, result.Text())
	h.mu.Lock()
	defer h.mu.Unlock()
	s := step{call, sum}
	if h.warned != nil && !h.warned[call] {
		h.warned = nil
	}
	h.steps = append(h.steps, s)
	if keep := max(h.limits.Repeats, longestCycle*h.limits.Cycles); len(h.steps) > 2*keep {
		h.steps = append(h.steps[:0], h.steps[len(h.steps)-keep:]...)
	}
	period, times := h.circle()
	if period == 0 {
		if h.warned[call] && !h.seen(s) {
			h.warned = nil // the same call, but it gave something new
		}
		return ""
	}
	h.warned = make(map[uint64]bool)
	for _, s := range h.steps[len(h.steps)-period:] {
		h.warned[s.call] = true
	}
	if period == 1 {
		return fmt.Sprintf("Note: this exact call has now given this exact result %d times in a row. "+
			"Repeating it will not help and will be refused; do something else.", times)
	}
	return fmt.Sprintf("Note: the last %d calls have been repeated %d times with the same results. "+
		"Going on like this will not help and will be refused; do something else.", period, times)
}

// seen reports whether the step stands in the memory before its end.
func (h *History) seen(s step) bool {
	for _, earlier := range h.steps[:len(h.steps)-1] {
		if earlier == s {
			return true
		}
	}
	return false
}

// circle finds the shortest sequence whose repetition ends the memory.
func (h *History) circle() (period, times int) {
	n := len(h.steps)
	for p := 1; p <= longestCycle; p++ {
		need := h.limits.Cycles
		if p == 1 {
			need = h.limits.Repeats
		}
		if n < p*need {
			break
		}
		same := true
		for i := n - p*need; i < n-p && same; i++ {
			same = h.steps[i] == h.steps[i+p]
		}
		if same {
			return p, need
		}
	}
	return 0, 0
}
