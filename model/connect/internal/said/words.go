package said

import "strings"

// TooLong reports whether the conversation does not fit.
func TooLong(text string) bool {
	return says(text,
		"context_length_exceeded", "prompt is too long", "input is too long", "maximum context length", "context window",
		"exceeds the maximum number of tokens", "exceed_context_size", "exceeds the available context size",
		"reduce the length of the messages", "too large for model with", "request_too_large", "input length and `max_tokens` exceed",
		"maximum prompt length",
	)
}

// NoCredit reports whether there is no money left: waiting does not help.
func NoCredit(text string) bool {
	return says(text, "insufficient_quota", "credit balance is too low", "insufficient balance", "billing_error", "billing_not_active", "insufficient credits")
}

// WrongKey reports whether the key is not taken.
func WrongKey(text string) bool {
	return says(text, "api_key_invalid", "api key not valid", "invalid_api_key", "authentication_error")
}

// Limited reports whether there were too many requests.
func Limited(text string) bool { return says(text, "rate_limit", "rate limit", "resource_exhausted") }

// Overloaded reports whether the provider has trouble of its own.
func Overloaded(text string) bool {
	return says(text, "overloaded", "api_error", "internal server error", "server_error", "service unavailable", "unavailable", "internal_error")
}

func says(text string, words ...string) bool {
	text = strings.ToLower(text)
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
