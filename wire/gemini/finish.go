package gemini

import "jig/wire"

// finish takes the reason for which the model stopped.
func (f *format) finish(c *candidate) {
	switch c.FinishReason {
	case "STOP", "FINISH_REASON_UNSPECIFIED":
		f.end(wire.EndTurn)
	case "MAX_TOKENS":
		f.end(wire.MaxTokens)
	case "CONTINUATION":
		f.end(wire.Paused)
	case "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR",
		"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION":
		f.a.Warn("the provider ended the answer: %s %s", c.FinishReason, c.FinishMessage)
		f.end(wire.Refusal)
	case "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE":
		// What the model wrote was thrown away by the provider. Asked again, it may do better.
		f.broken = true
		f.a.Fail(&wire.Error{Kind: c.FinishReason, Message: c.FinishMessage})
	default:
		f.a.Warn("the provider ended the answer for a reason that is not known: %s %s", c.FinishReason, c.FinishMessage)
		f.end(wire.EndTurn)
	}
}

// end says that the answer is whole. A call whose arguments were still coming is not.
func (f *format) end(why wire.Stop) {
	f.ended = true
	f.open = nil
	f.a.Settle(true)
	f.a.Stop(why)
}
