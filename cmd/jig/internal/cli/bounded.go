package cli

import (
	"time"

	"jig/tool"
)

// Bounds are limits that hold for every tool; what is 0 is left to the tools.
type Bounds struct {
	// Timeout is how long a call may take.
	Timeout time.Duration
	// MaxOutput is how many characters a result may have, -1 for as many as there are.
	MaxOutput int
}

// Bound gives every tool of a set the same limits, also those that have some of their own: whoever sets a limit for a call
// means it.
func Bound(set *tool.Set, b Bounds) error {
	if b == (Bounds{}) {
		return nil
	}
	for _, t := range set.All() {
		spec := *t.Spec()
		if b.Timeout > 0 {
			spec.Timeout = b.Timeout
		}
		if b.MaxOutput != 0 {
			spec.MaxOutput = b.MaxOutput
		}
		if err := set.Replace(&bounded{Tool: t, spec: spec}); err != nil {
			return err
		}
	}
	return nil
}

// bounded is a tool with a spec of its own; everything else of it is found by unwrapping.
type bounded struct {
	tool.Tool
	spec tool.Spec
}

func (b *bounded) Spec() *tool.Spec { return &b.spec }

func (b *bounded) Unwrap() tool.Tool { return b.Tool }
