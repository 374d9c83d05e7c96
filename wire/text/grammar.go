package text

import (
	"encoding/json"
)

// A format is how one family of models writes calls.
type format struct {
	name string
	// aliases are other names that it is asked for by.
	aliases []string
	// think are the pairs of marks around thinking. Calls in there are not calls.
	think []span
	// drop are control tokens that are no text, such as "<|im_end|>".
	drop []string
	// weak says that other texts have its marks as well. "auto" reads it only if it knows
	// which tools there are.
	weak bool
	// marks are the texts at which a block of calls may begin.
	marks []string
	// read makes the reader of a block that begins at the mark.
	read func(mark string) reader
}

// A span is a pair of marks.
type span struct{ open, close string }

// A reader reads one block of calls, from its mark to its end.
//
// It is asked again each time something has come, with everything since the first
// byte of the mark. It remembers how far it has looked, so that no byte is looked at
// twice: what it costs to read a block must not depend on how the block was cut.
// Calls are handed to out as soon as they are whole.
type reader interface {
	read(in []byte, final bool, out *calls) (n int, v verdict)
}

// verdict is what a reader says about its block.
type verdict uint8

const (
	// more: the block goes on. With final it must not be said.
	more verdict = iota
	// ended: the block is the first n bytes.
	ended
	// refused: it is no block of calls, or one that cannot be read. The first n bytes
	// are text, at least one; the rest is looked at again.
	refused
)

// taker takes what readers find.
type taker interface {
	// ready takes a call that is whole.
	ready(name, id string, args json.RawMessage)
	warn(text string)
	// think takes what turns out to be thinking inside a block, as it comes, and text what
	// turns out to be for people: there are formats whose whole answer stands in blocks.
	think(text string)
	text(text string)
}

// calls is where readers put what they find, and what they may know.
type calls struct {
	taker
	tools *offered // nil if it is not known which there are

	// Added for the spoken formats; the decoder sets them before it makes a reader.
	//
	// first says that only white space and thinking stood before the block. Formats
	// whose calls have no mark of their own ask for it.
	first bool
	// format is which one "auto" has found, as a place in its list; 0 before.
	format int
}

// known reports whether a name can be that of a tool: without tools every one can.
func (c *calls) known(name string) bool {
	return c.tools == nil || c.tools.find(name) >= 0
}

// of gives the parameters of a tool; nil if it is not known, which all methods of params
// take.
func (c *calls) of(name string) *params {
	if c.tools == nil {
		return nil
	}
	i := c.tools.find(name)
	if i < 0 {
		return nil
	}
	return c.tools.at(i)
}
