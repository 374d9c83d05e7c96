package anthropic

import (
	"fmt"

	"jig/wire"
)

// thinking asks the model to think: as much as it finds right, or with a budget of tokens.
type thinking struct {
	Type    string `json:"type"`
	Budget  int    `json:"budget_tokens,omitzero"`
	Display string `json:"display,omitzero"`
}

// outputConfig says how hard it shall try.
type outputConfig struct {
	Effort string `json:"effort"`
}

// tune sets what depends on the model: how long the answer may be, how it is asked to
// think, and whether it can be given a temperature.
func (r *request) tune(req *wire.Request, messages []wire.Message) error {
	v := versionOf(req.Model)
	r.MaxTokens = req.MaxTokens
	if r.MaxTokens <= 0 {
		r.MaxTokens = v.longest(req.Stream)
	}
	budget := 0
	switch req.Effort {
	case "":
	case "low":
		budget = 4096
	case "medium":
		budget = 10240
	case "high":
		budget = 24576
	default:
		return fmt.Errorf("there is no effort %q: use low, medium or high", req.Effort)
	}
	forced := r.Choice != nil && r.Choice.Type != "none"
	switch {
	case budget == 0:
	case v.adaptive():
		r.OutputConfig = &outputConfig{Effort: req.Effort}
		if !forced {
			r.Thinking = &thinking{Type: "adaptive"}
			if !v.sampled() {
				r.Thinking.Display = "summarized" // what it thinks is not told by default
			}
		}
	case v.thinks() && !forced && !mute(messages):
		// The budget is part of the bound of the answer.
		if budget = min(budget, r.MaxTokens/2); budget >= 1024 {
			r.Thinking = &thinking{Type: "enabled", Budget: budget}
		}
	}
	if r.Thinking == nil && v.sampled() {
		r.Temperature = req.Temperature
	}
	return nil
}

// mute says that the model is in the middle of a turn that did not begin with thinking, so
// that it cannot be asked to think before that turn is over: it was begun by another
// model, or without thinking. A turn goes back to the last message of the user that is more
// than results.
func mute(messages []wire.Message) bool {
	first := wire.TextPart // of the turn; without one, the turn begins now
	begun := false
	for i := len(messages) - 1; i >= 0; i-- {
		m := &messages[i]
		if m.Role == wire.Assistant {
			first, begun = m.Parts[0].Kind, true
		} else if m.Parts[0].Kind != wire.ResultPart {
			break
		}
	}
	return begun && first != wire.ThinkingPart
}
