package main

import (
	"context"
	"errors"
	"fmt"
)

// batch is how many calls the assistant message of the batch comparison holds.
const batch = 8

// allocationGoal is how many allocations a jig call may make on its whole way, its events and their reader included.
const allocationGoal = 25

// dispatch measures one call from the model's raw arguments to the answer: jig over its whole road, the peers over the
// shortest road they offer for it.
func dispatch(ctx context.Context, b budget) (lines []line, err error) {
	single, err := singleCall(ctx)
	defer func() { err = errors.Join(err, closeAll(single)) }()
	if err != nil {
		return nil, err
	}
	ns, err := race(ctx, b, single...)
	if err != nil {
		return nil, err
	}
	goals := map[string]float64{"eino ToolsNode": 1.00, "adk-go functiontool": 0.15, "go-sdk in memory": 0.02}
	for i, peer := range single[1:] {
		lines = append(lines, compare("dispatch vs "+peer.name, ns[0], ns[i+1], goals[peer.name], nanoseconds))
	}

	_, allocs, err := memory(single[0], 5000)
	if err != nil {
		return nil, err
	}
	// A count has no rival: it stands beside one call, so that the ratio is the count.
	lines = append(lines, compare("jig allocs", allocs, 1, allocationGoal, func(v float64) string { return fmt.Sprintf("%.1f", v) }))

	ours, err := jigBatch(ctx, batch)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeAll([]contender{ours})) }()
	node, err := einoNode(ctx, batch)
	if err != nil {
		return nil, err
	}
	if ns, err = race(ctx, b, ours, node); err != nil {
		return nil, err
	}
	return append(lines, compare(fmt.Sprintf("batch of %d vs %s", batch, node.name), ns[0], ns[1], 1.00, nanoseconds)), nil
}

// singleCall sets up everybody who can make one call, jig first. What was set up is returned also on error, to be closed.
func singleCall(ctx context.Context) ([]contender, error) {
	var all []contender
	for _, set := range []func(context.Context) (contender, error){
		jigCall,
		func(ctx context.Context) (contender, error) { return einoNode(ctx, 1) },
		einoTool,
		func(context.Context) (contender, error) { return adk() },
		func(ctx context.Context) (contender, error) { return genkitTool(ctx), nil },
		goSDK,
		mcpGo,
		func(ctx context.Context) (contender, error) { return langchain(ctx), nil },
		func(context.Context) (contender, error) { return plain(), nil },
	} {
		c, err := set(ctx)
		if err != nil {
			return all, err
		}
		all = append(all, c)
	}
	return all, nil
}
