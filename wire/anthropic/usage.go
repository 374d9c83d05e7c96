package anthropic

import "jig/wire"

// usage is what the provider says about tokens. Later events repeat and correct what
// earlier ones said, and may leave out what has not changed.
type usage struct {
	Input      *int64 `json:"input_tokens"`
	Output     *int64 `json:"output_tokens"`
	CacheRead  *int64 `json:"cache_read_input_tokens"`
	CacheWrite *int64 `json:"cache_creation_input_tokens"`
	Details    *struct {
		Thinking *int64 `json:"thinking_tokens"`
	} `json:"output_tokens_details"`
}

// correct takes over what a later event says.
func (u *usage) correct(later *usage) {
	if later == nil {
		return
	}
	set := func(into **int64, from *int64) {
		if from != nil {
			*into = from
		}
	}
	set(&u.Input, later.Input)
	set(&u.Output, later.Output)
	set(&u.CacheRead, later.CacheRead)
	set(&u.CacheWrite, later.CacheWrite)
	if later.Details != nil {
		u.Details = later.Details
	}
}

// neutral counts everything that went in as input; the provider counts what came from
// or went to the cache apart.
func (u *usage) neutral() wire.Usage {
	n := func(p *int64) int64 {
		if p == nil {
			return 0
		}
		return *p
	}
	out := wire.Usage{Output: n(u.Output), CacheRead: n(u.CacheRead), CacheWrite: n(u.CacheWrite)}
	out.Input = n(u.Input) + out.CacheRead + out.CacheWrite
	if u.Details != nil {
		out.Reasoning = n(u.Details.Thinking)
	}
	return out
}

// stop is why the provider says that the answer ended. A reason that nobody knows ends the
// turn: the answer is there and is whole.
func stop(reason string) wire.Stop {
	switch reason {
	case "tool_use":
		return wire.ToolUse
	case "max_tokens":
		return wire.MaxTokens
	case "stop_sequence":
		return wire.Sequence
	case "pause_turn", "compaction":
		return wire.Paused
	case "refusal":
		return wire.Refusal
	case "model_context_window_exceeded":
		return wire.Overflow
	}
	return wire.EndTurn
}
