package main

import (
	"context"
	"fmt"
	"math"
	"runtime"

	"jig/model/practice"
)

const (
	sessionTurns = 1000
	sessionPart  = 100 // turns at either end that are held against each other
	sessionRuns  = 60
	sessionGoal  = 1.30
)

// sessions measures what a turn costs at the end of a long session, against one at its beginning: a session must not get
// slower, nor need more, the longer it is. The model is not shown the whole conversation, since every model reads all of it.
func sessions(ctx context.Context) ([]line, error) {
	turns := make([]practice.Turn, sessionTurns+1) // that after the last ends the session
	for i := range sessionTurns {
		turns[i].Calls = []practice.Call{{Name: "work", ID: fmt.Sprint("call_", i), Args: workInput{N: i}}}
	}
	turns[sessionTurns].Text = "done"
	first, last := newPart(), newPart()
	for range sessionRuns {
		var memory [4]runtime.MemStats
		marks := map[int]int{0: 0, sessionPart: 1, sessionTurns - sessionPart: 2, sessionTurns: 3}
		m := newStamped(practice.Sequence(turns...))
		m.lean = true
		m.each = func(turn int) {
			if at, ok := marks[turn]; ok {
				runtime.ReadMemStats(&memory[at])
			}
		}
		runtime.GC()
		if err := newWorker(sessionTurns).play(ctx, m); err != nil {
			return nil, err
		}
		first.add(float64(m.asked[sessionPart].Sub(m.asked[0])), &memory[0], &memory[1])
		last.add(float64(m.asked[sessionTurns].Sub(m.asked[sessionTurns-sessionPart])), &memory[2], &memory[3])
	}
	return []line{
		compare("agent, time per turn, last 100 of 1,000 vs first 100", last.time, first.time, sessionGoal, nanoseconds),
		compare("agent, memory per turn, last 100 of 1,000 vs first 100", last.memory, first.memory, sessionGoal, size),
	}, nil
}

// A part of a session is what a turn costs in it, at least.
type part struct{ time, memory float64 }

func newPart() part { return part{math.Inf(1), math.Inf(1)} }

func (p *part) add(ns float64, before, after *runtime.MemStats) {
	p.time = min(p.time, ns/sessionPart)
	p.memory = min(p.memory, float64(after.TotalAlloc-before.TotalAlloc)/sessionPart)
}
