package cli

import (
	"time"

	"jig/tool"
)

// Bound gives every tool of a set the same timeout, also those that have one of their own: whoever sets a timeout for a call
// means it.
func Bound(set *tool.Set, timeout time.Duration) error {
	for _, t := range set.All() {
		spec := *t.Spec()
		spec.Timeout = timeout
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
