package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"jig/schema"
)

// Code says what kind of thing went wrong.
type Code string

// The codes. Those marked retryable may succeed when simply tried again.
const (
	CodeFailed             Code = "failed"
	CodeNotFound           Code = "not_found"
	CodeInvalidArgs        Code = "invalid_args"
	CodeCancelled          Code = "cancelled"
	CodeTimeout            Code = "timeout" // retryable
	CodePermissionDenied   Code = "permission_denied"
	CodeRateLimited        Code = "rate_limited" // retryable
	CodeStaleFile          Code = "stale_file"
	CodeAmbiguousEdit      Code = "ambiguous_edit"
	CodeEditTargetNotFound Code = "edit_target_not_found"
	CodeFileNotFound       Code = "file_not_found"
	CodeExternalService    Code = "external_service" // retryable
	CodeInterrupted        Code = "interrupted"
)

// Codes lists every code there is.
func Codes() []Code {
	return []Code{
		CodeFailed, CodeNotFound, CodeInvalidArgs, CodeCancelled, CodeTimeout,
		CodePermissionDenied, CodeRateLimited, CodeStaleFile, CodeAmbiguousEdit,
		CodeEditTargetNotFound, CodeFileNotFound, CodeExternalService, CodeInterrupted,
	}
}

// Retryable reports whether the same call may succeed when tried again.
func (c Code) Retryable() bool {
	return c == CodeTimeout || c == CodeRateLimited || c == CodeExternalService
}

// Error is a failure told to the model: what was wrong, and what to do.
type Error struct {
	Code    Code
	Message string
	// Details are for programs: nearest names, problems, hashes.
	Details any
	// RetryAfter is how long to wait before trying again, if that is known.
	RetryAfter time.Duration
	// Cause is the error underneath, if there was one.
	Cause error
}

// Errorf makes an error with a code; %w works as in [fmt.Errorf].
func Errorf(code Code, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Code: code, Message: err.Error(), Cause: errors.Unwrap(err)}
}

// NotFound is the error for a tool that is not there, with the names that come
// nearest to what was asked for.
func NotFound(name string, nearest []string) *Error {
	e := &Error{Code: CodeNotFound, Message: shorten(name, 100) + "."}
	switch len(nearest) {
	case 0:
		e.Message += " Call one of the tools you were given."
	default:
		e.Message += " Did you mean " + strings.Join(nearest, " or ") + "?"
		e.Details = map[string]any{"nearest": nearest}
	}
	return e
}

// RateLimited is the error for a call over its limit.
func RateLimited(what string, after time.Duration) *Error {
	return &Error{
		Code:       CodeRateLimited,
		Message:    fmt.Sprintf("%s; try again in %s, or do something else meanwhile", what, roundUp(after)),
		RetryAfter: after,
	}
}

// Error is the text for the model.
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	switch e.Code {
	case CodeNotFound:
		return "Tool not found: " + e.Message
	case CodeInvalidArgs:
		return "Invalid arguments: " + e.Message
	case CodePermissionDenied:
		return "Permission denied: " + e.Message
	case CodeRateLimited:
		return "Rate limited: " + e.Message
	case CodeCancelled:
		if e.Message == "" {
			return "Cancelled"
		}
		return "Cancelled: " + e.Message
	case CodeTimeout:
		return "Timed out: " + e.Message
	}
	return e.Message
}

// Unwrap gives the error underneath.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Cause
}

// Retryable reports whether trying again can help.
func (e *Error) Retryable() bool { return e.Code.Retryable() }

// MarshalJSON writes the error in the form {error, code, details, retryable},
// with the bare message and, if it is known, retry_after_ms.
func (e *Error) MarshalJSON() ([]byte, error) {
	return json.Marshal(errorJSON{
		Error: e.Error(), Code: e.Code, Details: e.Details, Retryable: e.Retryable(),
		RetryAfterMS: e.RetryAfter.Milliseconds(), Message: e.Message,
	})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (e *Error) UnmarshalJSON(raw []byte) error {
	var j errorJSON
	if err := json.Unmarshal(raw, &j); err != nil {
		return err
	}
	*e = Error{
		Code: j.Code, Message: j.Message, Details: j.Details,
		RetryAfter: time.Duration(j.RetryAfterMS) * time.Millisecond,
	}
	return nil
}

type errorJSON struct {
	Error        string `json:"error"`
	Code         Code   `json:"code"`
	Message      string `json:"message,omitempty"`
	Details      any    `json:"details,omitempty"`
	Retryable    bool   `json:"retryable"`
	RetryAfterMS int64  `json:"retry_after_ms,omitempty"`
}

// AsError gives any error its place in the taxonomy.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok && e != nil {
		return e
	}
	if invalid, ok := errors.AsType[*schema.Invalid](err); ok {
		return &Error{Code: CodeInvalidArgs, Message: invalid.Error(), Details: map[string]any{"problems": invalid.Problems}, Cause: err}
	}
	e := &Error{Code: CodeFailed, Message: err.Error(), Cause: err}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		e.Code = CodeTimeout
	case errors.Is(err, context.Canceled):
		e.Code = CodeCancelled
	case errors.Is(err, fs.ErrNotExist):
		e.Code = CodeFileNotFound
	}
	return e
}

func roundUp(d time.Duration) time.Duration {
	switch {
	case d < time.Second:
		return max(d.Round(time.Millisecond), time.Millisecond)
	default:
		return (d + time.Second - 1).Truncate(time.Second)
	}
}

func shorten(s string, runes int) string {
	n := 0
	for i := range s {
		if n++; n > runes {
			return fmt.Sprintf("%q…", s[:i])
		}
	}
	return fmt.Sprintf("%q", s)
}
