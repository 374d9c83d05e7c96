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

// dispatch measures calls from the model's raw arguments to the answer: jig over its whole road, the peers over the shortest
// road they offer for it.
func dispatch(ctx context.Context, b budget) ([]line, error) {
	lines, err := oneCall(ctx, b)
	if err != nil {
		return nil, err
	}
	more, err := oneBatch(ctx, b)
	return append(lines, more...), err
}

// oneCall compares one call with everybody who can make one.
func oneCall(ctx context.Context, b budget) (lines []line, err error) {
	ours := []contender{jigCall(ctx, true), jigCall(ctx, false)}
	peers, err := singlePeers(ctx)
	all := append(ours, peers...)
	defer func() { err = errors.Join(err, closeAll(all)) }()
	if err != nil {
		return nil, err
	}
	ns, err := race(ctx, b, all...)
	if err != nil {
		return nil, err
	}
	goals := map[string]float64{"eino ToolsNode": 1.00, "adk-go functiontool": 0.15, "go-sdk in memory": 0.02}
	for i, peer := range peers {
		lines = append(lines, compare("dispatch vs "+peer.name, ns[0], ns[len(ours)+i], goals[peer.name], nanoseconds))
	}
	lines = append(lines, compare("dispatch, not Quick, vs "+peers[0].name, ns[1], ns[len(ours)], 0, nanoseconds))

	_, allocs, err := memory(ours[0], 5000)
	if err != nil {
		return nil, err
	}
	// A count has no rival: it stands beside one call, so that the ratio is the count.
	return append(lines, compare("jig allocs", allocs, 1, allocationGoal, func(v float64) string { return fmt.Sprintf("%.1f", v) })), nil
}

// singlePeers sets up the peers for one call, eino's node first. What was set up is returned also on error, to be closed.
func singlePeers(ctx context.Context) ([]contender, error) {
	var all []contender
	for _, set := range []func(context.Context) (contender, error){
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

// oneBatch compares several calls in one assistant message.
func oneBatch(ctx context.Context, b budget) (lines []line, err error) {
	all := []contender{jigBatch(ctx, true, batch), jigBatch(ctx, false, batch)}
	defer func() { err = errors.Join(err, closeAll(all)) }()
	node, err := einoNode(ctx, batch)
	if err != nil {
		return nil, err
	}
	all = append(all, node)
	ns, err := race(ctx, b, all...)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("batch of %d", batch)
	return []line{
		compare(name+" vs "+node.name, ns[0], ns[2], 1.00, nanoseconds),
		compare(name+", not Quick, vs "+node.name, ns[1], ns[2], 0, nanoseconds),
	}, nil
}
