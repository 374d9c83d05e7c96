package gemini

import (
	"encoding/json"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/wire"
)

// response is one piece of an answer, or the whole of it.
type response struct {
	Candidates []candidate `json:"candidates"`
	Feedback   *struct {
		BlockReason string `json:"blockReason"`
		Message     string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage   *usage          `json:"usageMetadata"`
	Model   string          `json:"modelVersion"`
	ID      string          `json:"responseId"`
	Error   json.RawMessage `json:"error"`
	Wrapped *response       `json:"response"` // as in the API that the command line tools of Google use
}

type candidate struct {
	Index   int `json:"index"`
	Content struct {
		Parts []json.RawMessage `json:"parts"`
	} `json:"content"`
	FinishReason  string `json:"finishReason"`
	FinishMessage string `json:"finishMessage"`
}

// part is a piece of content. What is not listed here is of no concern.
type part struct {
	Text      string        `json:"text"`
	Thought   bool          `json:"thought"`
	Signature string        `json:"thoughtSignature"`
	Call      *functionCall `json:"functionCall"`
	Inline    *blob         `json:"inlineData"`
}

type functionCall struct {
	ID           string          `json:"id"`
	Name         string          `json:"name"`
	Args         json.RawMessage `json:"args"`
	PartialArgs  []partialArg    `json:"partialArgs"`
	WillContinue bool            `json:"willContinue"`
}

type blob struct {
	MIME string `json:"mimeType"`
	Data []byte `json:"data"`
}

// usage counts tokens. What was read from a cache is part of the prompt, what was thought is
// no part of the candidates.
type usage struct {
	Prompt     int64 `json:"promptTokenCount"`
	ToolPrompt int64 `json:"toolUsePromptTokenCount"`
	Cached     int64 `json:"cachedContentTokenCount"`
	Candidates int64 `json:"candidatesTokenCount"`
	Thoughts   int64 `json:"thoughtsTokenCount"`
}

func (u *usage) neutral() wire.Usage {
	return wire.Usage{
		Input:     u.Prompt + u.ToolPrompt,
		Output:    u.Candidates + u.Thoughts,
		CacheRead: u.Cached,
		Reasoning: u.Thoughts,
	}
}

// parse reads JSON leniently: it is not for a reader of streams to refuse a name that comes
// twice or half a character.
func parse(raw []byte, into any) error {
	return jsonv2.Unmarshal(raw, into, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}
