package tool

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"time"
)

// Call is one request of a model to run a tool.
type Call struct {
	// ID ties the result to the call. The engine gives one to a call without.
	ID string `json:"id"`
	// Name is the tool's name as the model sent it.
	Name string `json:"name"`
	// Args are the arguments: as sent before validation, afterwards with
	// defaults filled in and everything else exactly as the gate sees it.
	Args json.RawMessage `json:"arguments"`
	// Purpose is why the model makes the call, if it was asked to say so.
	Purpose string `json:"purpose,omitempty"`
	// Repairs says what had to be mended in the arguments, if anything.
	Repairs []string `json:"repairs,omitempty"`

	input any
	bound []byte // the arguments that input was made of
	port  Port
}

// Port is what an engine gives a call to work with. Tools use it through the
// methods of [Call].
type Port interface {
	// Now is the time, NewID a fresh identifier: both come from outside, so
	// that what a tool does can be repeated exactly.
	Now() time.Time
	NewID() string
	// Progress replaces the line that tells people how far the call is.
	Progress(text string)
	// Update adds a piece of the result for people to see while it grows.
	Update(partial *Result)
}

// Connect gives the call its port. It is for engines.
func (c *Call) Connect(p Port) { c.port = p }

// Now is the time as the engine sees it.
func (c *Call) Now() time.Time {
	if c.port == nil {
		return time.Now()
	}
	return c.port.Now()
}

// NewID makes an identifier.
func (c *Call) NewID() string {
	if c.port == nil {
		return rand.Text()
	}
	return c.port.NewID()
}

// Progress tells people how far the call is; each text replaces the last. The
// model does not see it.
func (c *Call) Progress(text string) {
	if c.port != nil {
		c.port.Progress(text)
	}
}

// Update shows people a piece of the result while it grows. The model sees
// only the result that Run returns.
func (c *Call) Update(partial *Result) {
	if c.port != nil && partial != nil {
		c.port.Update(partial)
	}
}

// SetInput keeps what the arguments, as they are now, were decoded into. It is
// for a [Binder].
func (c *Call) SetInput(v any) { c.input, c.bound = v, c.Args }

// Input gives the decoded arguments that a [Binder] kept. If the arguments have
// changed since, there are none: they must be decoded again.
func Input[T any](c *Call) (*T, bool) {
	v, ok := c.input.(*T)
	if !ok || !same(c.bound, c.Args) {
		return nil, false
	}
	return v, true
}

// same reports whether two texts are equal; mostly they are one and the same.
func same(a, b []byte) bool {
	if len(a) != len(b) {
		return false
	}
	return len(a) == 0 || &a[0] == &b[0] || bytes.Equal(a, b)
}

// CallKey is the context key under which an engine's contexts hold the call.
type CallKey struct{}

// NewContext gives ctx the call, for [FromContext] to find.
func NewContext(ctx context.Context, c *Call) context.Context {
	if ctx.Value(CallKey{}) == c {
		return ctx
	}
	return context.WithValue(ctx, CallKey{}, c)
}

// FromContext finds the call that is being run, so that a typed function can
// report progress. Outside of a call it gives an empty one that reports to
// nobody.
func FromContext(ctx context.Context) *Call {
	if c, ok := ctx.Value(CallKey{}).(*Call); ok && c != nil {
		return c
	}
	return &Call{}
}

// IntentKey is the context key under which an engine's contexts hold the intent
// that the call stated.
type IntentKey struct{}

// IntentFrom finds what the call that is being run said it would do: nil outside
// of a call, and until it was said.
func IntentFrom(ctx context.Context) *Intent {
	in, _ := ctx.Value(IntentKey{}).(*Intent)
	return in
}
