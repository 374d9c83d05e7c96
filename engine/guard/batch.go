package guard

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jig/engine"
)

// batch is the questions of one turn that are put together. It has one goroutine,
// which waits for more questions to come along, asks, and hands out the answers.
// It ends with the answers, with the timeout, or when nobody waits any more.
type batch struct {
	entries []entry
	waiting int
	cancel  context.CancelFunc
}

// entry is a question of a batch, and who waits for its answer.
type entry struct {
	question Question
	index    int // of the call in its turn
	got      chan reply
}

type reply struct {
	answer Answer
	err    error
}

var errNoAnswer = errors.New("a person was asked and did not answer in time")

// ask puts the question about a call and waits for its answer.
func (g *Gate) ask(ctx context.Context, req *engine.Request, q Question) (Answer, error) {
	turn, got := req.TurnID(), make(chan reply, 1)
	g.mu.Lock()
	b := g.batches[turn]
	if b == nil {
		b = &batch{}
		g.batches[turn] = b
		// The questions of a turn outlive the call that came first.
		var asking context.Context
		asking, b.cancel = context.WithCancel(context.WithoutCancel(ctx))
		go g.serve(asking, turn, b)
	}
	b.entries = append(b.entries, entry{q, req.Index, got})
	b.waiting++
	g.mu.Unlock()
	select {
	case r := <-got:
		return r.answer, r.err
	case <-ctx.Done():
		g.mu.Lock()
		if b.waiting--; b.waiting == 0 {
			if g.batches[turn] == b {
				delete(g.batches, turn)
			}
			b.cancel()
		}
		g.mu.Unlock()
		return Answer{}, context.Cause(ctx)
	}
}

// serve is the goroutine of a batch.
func (g *Gate) serve(ctx context.Context, turn string, b *batch) {
	defer b.cancel()
	pause := time.NewTimer(g.opt.Gather)
	defer pause.Stop()
	select {
	case <-pause.C:
	case <-ctx.Done():
	}
	g.mu.Lock()
	if g.batches[turn] == b {
		delete(g.batches, turn)
	}
	entries := b.entries
	g.mu.Unlock()
	if ctx.Err() != nil {
		return // nobody waits
	}
	ctx, cancel := context.WithTimeoutCause(ctx, g.opt.Timeout, errNoAnswer)
	defer cancel()
	// Calls are looked at side by side; people read them as the model wrote them.
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.index, b.index) })
	questions := make([]Question, len(entries))
	for i := range entries {
		questions[i] = entries[i].question
	}
	answers, err := g.put(ctx, questions)
	if err == nil && len(answers) != len(questions) {
		err = fmt.Errorf("%d questions got %d answers", len(questions), len(answers))
	}
	if context.Cause(ctx) == errNoAnswer && err != nil { //nolint:errorlint // the very error that was set
		err = errNoAnswer
	}
	for i := range entries {
		if err != nil {
			entries[i].got <- reply{err: err}
			continue
		}
		entries[i].got <- reply{answer: answers[i]}
	}
}

// put asks, and does not wait longer than the context for somebody who does.
func (g *Gate) put(ctx context.Context, questions []Question) ([]Answer, error) {
	type result struct {
		answers []Answer
		err     error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- result{err: fmt.Errorf("asking crashed: %v", r)}
			}
		}()
		answers, err := g.opt.Asker.Ask(ctx, questions)
		done <- result{answers, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return nil, fmt.Errorf("nobody could be asked: %w", r.err)
		}
		return r.answers, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
