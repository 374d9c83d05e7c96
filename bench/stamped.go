package main

import (
	"context"
	"iter"
	"time"

	"jig/model"
	"jig/wire"
)

// stamped is a model that notes when things happen in it. It serves one session.
type stamped struct {
	model.Model
	hold bool // the answer is given only when it is whole
	lean bool // the model is shown the last message only: what reading all of them costs is not the loop's
	each func(turn int)

	asked []time.Time // of each request
	ready []time.Time // of each call
	done  []time.Time // of each answer
}

func newStamped(m model.Model) *stamped { return &stamped{Model: m} }

// Stream asks the model.
func (m *stamped) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		if m.each != nil {
			m.each(len(m.asked))
		}
		m.asked = append(m.asked, time.Now())
		if m.lean {
			short := *req
			short.Messages = req.Messages[len(req.Messages)-1:]
			req = &short
		}
		var held []wire.Event
		for e, err := range m.Model.Stream(ctx, req) {
			if m.hold && err == nil && e.Kind != wire.Done {
				held = append(held, e)
				continue
			}
			for _, h := range held {
				if !m.pass(h, nil, yield) {
					return
				}
			}
			held = nil
			if !m.pass(e, err, yield) {
				return
			}
		}
	}
}

func (m *stamped) pass(e wire.Event, err error, yield func(wire.Event, error) bool) bool {
	switch e.Kind {
	case wire.CallReady:
		m.ready = append(m.ready, time.Now())
	case wire.Done:
		m.done = append(m.done, time.Now())
	}
	return yield(e, err)
}
