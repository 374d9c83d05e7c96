package chat

import (
	"encoding/json"

	"jig/wire"
)

// chunk is an event of a stream, or a whole answer: then choices have a message instead of
// a delta.
type chunk struct {
	ID      string          `json:"id"`
	Model   string          `json:"model"`
	Object  string          `json:"object"`
	Choices []choice        `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
	Detail  json.RawMessage `json:"detail"` // what some servers say in the place of an error
}

type choice struct {
	Index        int             `json:"index"`
	Delta        *delta          `json:"delta"`
	Message      *delta          `json:"message"`
	FinishReason string          `json:"finish_reason"`
	Error        json.RawMessage `json:"error"`
}

type delta struct {
	Content          json.RawMessage   `json:"content"`
	Refusal          string            `json:"refusal"`
	ReasoningContent json.RawMessage   `json:"reasoning_content"`
	Reasoning        json.RawMessage   `json:"reasoning"`
	ReasoningDetails []json.RawMessage `json:"reasoning_details"`
	ToolCalls        []fragment        `json:"tool_calls"`
	FunctionCall     *function         `json:"function_call"` // what calls were once
}

// fragment is a piece of a call.
type fragment struct {
	Index    *int            `json:"index"`
	ID       string          `json:"id"`
	Function function        `json:"function"`
	Extra    json.RawMessage `json:"extra_content"` // signatures that must go back
}

type function struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type usage struct {
	Prompt     int64 `json:"prompt_tokens"`
	Completion int64 `json:"completion_tokens"`
	Total      int64 `json:"total_tokens"`
	In         struct {
		Cached  int64 `json:"cached_tokens"`
		Written int64 `json:"cache_write_tokens"`
	} `json:"prompt_tokens_details"`
	Out struct {
		Reasoning int64 `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	CacheHit int64 `json:"prompt_cache_hit_tokens"` // DeepSeek
}

// wire gives the usage in the words of the house. Some servers do not count thinking as
// output, which their total betrays.
func (u *usage) wire() wire.Usage {
	out := wire.Usage{
		Input: u.Prompt, Output: u.Completion, Reasoning: u.Out.Reasoning,
		CacheRead: max(u.In.Cached, u.CacheHit), CacheWrite: u.In.Written,
	}
	if r := u.Out.Reasoning; r > 0 && u.Total == u.Prompt+u.Completion+r {
		out.Output += r
	}
	return out
}
