package responses

import (
	"encoding/json"

	"jig/wire"
)

// event is one event of a stream, or a whole response.
type event struct {
	Type        string          `json:"type"`
	Response    *response       `json:"response"`
	Item        json.RawMessage `json:"item"`
	ItemID      string          `json:"item_id"`
	OutputIndex *int            `json:"output_index"`
	Part        *content        `json:"part"`
	Index       int             `json:"summary_index"`
	Delta       json.RawMessage `json:"delta"`
	Arguments   json.RawMessage `json:"arguments"`
	Input       string          `json:"input"`
	Error       json.RawMessage `json:"error"`
	response
}

// response is the answer as a whole.
type response struct {
	ID         string            `json:"id"`
	Object     string            `json:"object"`
	Model      string            `json:"model"`
	Status     string            `json:"status"`
	Output     []json.RawMessage `json:"output"`
	Usage      *usage            `json:"usage"`
	Failure    json.RawMessage   `json:"error"`
	Incomplete struct {
		Reason string `json:"reason"`
	} `json:"incomplete_details"`
	Tools []toldTool `json:"tools"`
}

// toldTool is a tool that the model was told of.
type toldTool struct {
	Type string `json:"type"`
	Name string `json:"name"`
}

// item is one item of the output.
type item struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Input     string          `json:"input"`
	Status    string          `json:"status"`
	Phase     string          `json:"phase"`
	Content   []content       `json:"content"`
	Summary   []content       `json:"summary"`
}

type content struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Refusal string `json:"refusal"`
}

type usage struct {
	Input  int64 `json:"input_tokens"`
	Output int64 `json:"output_tokens"`
	In     struct {
		Cached  int64 `json:"cached_tokens"`
		Written int64 `json:"cache_write_tokens"`
	} `json:"input_tokens_details"`
	Out struct {
		Reasoning int64 `json:"reasoning_tokens"`
	} `json:"output_tokens_details"`
}

func (u *usage) wire() wire.Usage {
	return wire.Usage{
		Input: u.Input, Output: u.Output, Reasoning: u.Out.Reasoning,
		CacheRead: u.In.Cached, CacheWrite: u.In.Written,
	}
}
