package answer

import (
	"encoding/json"
	"strconv"
	"strings"

	"jig/wire"
)

// Trouble takes an error that the provider reports inside of an answer: an object, or only
// a text.
func (a *Answer) Trouble(raw json.RawMessage) {
	e := parse(raw)
	if overflows(e) {
		a.Reply.Stop = wire.Overflow
	}
	a.Fail(e)
}

func parse(raw json.RawMessage) *wire.Error {
	var p struct {
		Message json.RawMessage `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Type    json.RawMessage `json:"type"`
		Code    json.RawMessage `json:"code"`
		Status  json.RawMessage `json:"status"`
	}
	e := &wire.Error{Message: "the provider reports an error without saying which"}
	if json.Unmarshal(raw, &p) != nil {
		if text := String(raw); text != "" {
			e.Message = text
		}
		return e
	}
	for _, text := range []json.RawMessage{p.Message, p.Detail} {
		if !Null(text) {
			e.Message = String(text)
			break
		}
	}
	// Codes are words or numbers; types are words, but coarser.
	for _, word := range []json.RawMessage{p.Code, p.Status, p.Type} {
		s := String(word)
		if n, err := strconv.Atoi(s); err == nil {
			if n >= 400 && n < 600 && e.Status == 0 {
				e.Status = n
			}
		} else if e.Kind == "" && s != "" && s != "error" {
			e.Kind = s
		}
	}
	if e.Status == 0 {
		e.Status = statusOf(e.Kind)
	}
	return e
}

// statusOf is the HTTP status of a kind of error, as far as the providers' words tell.
func statusOf(kind string) int {
	switch kind {
	case "rate_limit_exceeded", "rate_limit_error", "insufficient_quota":
		return 429
	case "server_error", "internal_server_error", "api_error":
		return 500
	case "overloaded", "server_is_overloaded", "service_unavailable":
		return 503
	case "overloaded_error":
		return 529
	case "timeout_error":
		return 504
	case "invalid_api_key", "authentication_error":
		return 401
	case "billing_error":
		return 402
	case "permission_error":
		return 403
	case "model_not_found", "not_found_error":
		return 404
	case "request_too_large":
		return 413
	case "context_length_exceeded", "invalid_request_error", "invalid_prompt", "bad_request":
		return 400
	}
	return 0
}

// overflows reports whether the conversation is too long for the model.
func overflows(e *wire.Error) bool {
	if e.Kind == "context_length_exceeded" {
		return true
	}
	text := strings.ToLower(e.Message)
	for _, words := range []string{"context length", "context window", "context size", "prompt is too long", "exceeds the maximum number of tokens"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
