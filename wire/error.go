package wire

import "errors"

// ErrCut says that an answer ended before it was whole. Decoders wrap it in the error of
// Close.
var ErrCut = errors.New("the answer was cut off")

// Error is what a provider said went wrong, instead of an answer or in the middle of one.
type Error struct {
	// Kind is the provider's own word for it, as "overloaded_error".
	Kind    string
	Message string
	// Status is the HTTP status that stands for it, zero if the provider does not say.
	Status int
}

func (e *Error) Error() string {
	switch {
	case e.Kind == "":
		return e.Message
	case e.Message == "":
		return e.Kind
	}
	return e.Kind + ": " + e.Message
}
