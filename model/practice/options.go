package practice

import (
	"time"

	"jig/model"
)

// Options says how the model behaves. The zero value is good: it answers at once, and
// plays no files.
type Options struct {
	// Name is its name; default "practice".
	Name string
	// FS reads the files of the command script; nil if there are none.
	FS func(name string) ([]byte, error)
	// Pace is how many tokens of four bytes come in a second; 0 for all at once.
	Pace float64
	// Bytes is how much comes in an event; default 4 with a pace, or else 48.
	Bytes int
	// Delay is how long it takes until the first thing comes.
	Delay time.Duration
	// Prefix is what the ids of calls begin with; default "call_".
	Prefix string
	// Info is what it says about itself.
	Info model.Info
}

// token is how many bytes are a token where the pace is meant.
const token = 4

func (o *Options) chunk(pace float64) int {
	switch {
	case o.Bytes > 0:
		return o.Bytes
	case pace > 0:
		return token
	}
	return 48
}
