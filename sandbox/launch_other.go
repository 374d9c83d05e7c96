//go:build !linux

package sandbox

import (
	"context"

	"jig/sandbox/nursery"
)

// launch starts a command in a process group of its own, the most that this system
// lets us keep hold of.
func (s *Sandbox) launch(ctx context.Context, _ *Profile, _ *layout, c *nursery.Command) (*Process, error) {
	keeper, err := s.keepers.get(kind{}, func(kind) nursery.Keeper { return nursery.NewGroups() })
	if err != nil {
		return nil, err
	}
	child, err := keeper.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	return s.keepers.process(child, nil), nil
}
