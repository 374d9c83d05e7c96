package model

import (
	"context"
	"fmt"
	"iter"
	"time"

	"jig/wire"
)

// Model is a model that can be asked.
type Model interface {
	// Name is the provider and the name of the model, as "anthropic/claude-sonnet-4-5".
	Name() string
	// Info is what is known about it.
	Info() Info
	// Stream asks it and gives its answer as it is made. The last event of an answer that
	// came to its end is [wire.Done]. An error ends it, and is an [*Error] where the
	// provider is the reason; what was given before it still holds. Leaving the loop or
	// ending the context ends the request.
	Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error]
}

// Info is what is known about a model. What is not known is zero.
type Info struct {
	// Context and Output are how many tokens it takes in all and gives at most.
	Context int
	Output  int
	Price   Price
	// Images says that it takes images.
	Images bool
	// Mode is how it is told about tools.
	Mode wire.Mode
	// Format is the text format of its calls, for PromptBased and as what native
	// calls fall back to.
	Format string
}

// Price is what a million tokens cost, in US dollars.
type Price struct {
	Input, Output, CacheRead, CacheWrite float64
}

// Cost is the price of an answer in US dollars.
func (p Price) Cost(u wire.Usage) float64 {
	fresh := u.Input - u.CacheRead - u.CacheWrite
	return (float64(fresh)*p.Input + float64(u.Output)*p.Output + float64(u.CacheRead)*p.CacheRead + float64(u.CacheWrite)*p.CacheWrite) / 1e6
}

// Reason is what kind of failure an [Error] is.
type Reason string

// The kinds of failure.
const (
	Unauthorized Reason = "unauthorized" // the key is missing or wrong
	Limited      Reason = "rate_limited" // too many requests, or no credit
	Overloaded   Reason = "overloaded"   // the provider has trouble
	TooLong      Reason = "too_long"     // the conversation does not fit
	Rejected     Reason = "rejected"     // the request is not what the provider takes
	Missing      Reason = "missing"      // there is no such model
	Broken       Reason = "broken"       // the answer broke off, or made no sense
	Unreachable  Reason = "unreachable"  // there was no connection
)

// Error is a failure of a provider. It says what to do about it.
type Error struct {
	Reason   Reason
	Provider string
	Status   int           // of HTTP, 0 for none
	After    time.Duration // when the provider says to try again
	Text     string        // for people
	Err      error
	// Final says that trying again cannot help, though the reason looks like it.
	Final bool
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s", e.Provider, e.Text) }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Retry reports whether trying again can help.
func (e *Error) Retry() bool {
	if e.Final {
		return false
	}
	switch e.Reason {
	case Limited, Overloaded, Broken, Unreachable:
		return true
	}
	return false
}
