package main

import (
	"context"
	"errors"
	"fmt"
)

// scaleGoal is how much a call may cost in the largest turn, against the same call in a turn of a hundred: the work per call
// must not grow with the number of calls.
const scaleGoal = 1.50

// scale measures what one cheap call costs in turns of very different size.
func scale(ctx context.Context, b budget) (lines []line, err error) {
	sizes := []int{100, 1, 10, 1000, 10000} // the one the others are held against is first
	var turns []contender
	defer func() { err = errors.Join(err, closeAll(turns)) }()
	for _, calls := range sizes {
		turns = append(turns, jigBatch(ctx, true, calls))
	}
	ns, err := race(ctx, b, turns...)
	if err != nil {
		return nil, err
	}
	bytes := make([]float64, len(turns))
	for i, calls := range sizes {
		if bytes[i], _, err = memory(turns[i], max(3, 20000/calls)); err != nil {
			return nil, err
		}
		ns[i] /= float64(calls)
		bytes[i] /= float64(calls)
	}
	for _, m := range []struct {
		what   string
		values []float64
		show   func(float64) string
	}{{"time", ns, nanoseconds}, {"memory", bytes, size}} {
		for i, calls := range sizes[1:] {
			goal := 0.0
			if calls == 10000 {
				goal = scaleGoal
			}
			lines = append(lines, compare(fmt.Sprintf("scale %s per call, %d vs %d", m.what, calls, sizes[0]), m.values[i+1], m.values[0], goal, m.show))
		}
	}
	return lines, nil
}
