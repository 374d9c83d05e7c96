package cli

import (
	"time"

	"jig/agent"
)

// subtype is the word for the end of a run in the result line.
func subtype(r agent.Reason) string {
	switch r {
	case agent.Done, agent.Stopped, agent.Suspended:
		return "success"
	case agent.MaxTurns:
		return "error_max_turns"
	case agent.MaxCost:
		return "error_max_budget_usd"
	}
	return "error_during_execution"
}

// EndStatus is the exit status for how a run ended. The cause is why its context ended, or nil.
func EndStatus(end *agent.End, cause error) int {
	switch end.Reason {
	case agent.Done, agent.Stopped, agent.Suspended:
		return Success
	case agent.MaxTurns, agent.MaxTokens, agent.MaxTime, agent.MaxCost, agent.ContextFull, agent.Truncated:
		return Limited
	case agent.Halted, agent.Cancelled:
		if status := StatusOf(cause); status != Success {
			return status
		}
	}
	return Failure
}

// Result is the last line of stream-json, and what json prints.
func (s *Streaming) Result(end *agent.End) any {
	failed := subtype(end.Reason) != "success"
	o := object{
		"type": "result", "subtype": subtype(end.Reason), "is_error": failed, "num_turns": end.Turns,
		"duration_ms": time.Since(s.tally.began).Milliseconds(), "duration_api_ms": s.tally.api.Milliseconds(),
		"total_cost_usd": end.Cost, "usage": usageOf(end.Usage), "stop_reason": end.Reason,
		"permission_denials": orNone(s.tally.denials), "modelUsage": object{},
		"session_id": s.Session, "uuid": uuid(),
	}
	if s.tally.models != nil {
		o["modelUsage"] = s.tally.models
	}
	if failed {
		text := end.Text
		if end.Err != nil {
			text = end.Err.Error()
		}
		o["errors"] = []string{text}
	} else {
		o["result"] = end.Text
	}
	return o
}

// Next begins to count for another task.
func (s *Streaming) Next() { s.tally = tally{began: time.Now()} }

// Used notes what a model was used for.
func (s *Streaming) Used(model string, end *agent.End) {
	u := end.Usage
	s.tally.models = map[string]*modelUsage{model: {
		Input: u.Input - u.CacheRead - u.CacheWrite, Output: u.Output, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite, Cost: end.Cost,
	}}
}

func orNone(d []denial) []denial {
	if d == nil {
		return []denial{}
	}
	return d
}
