package connect

import (
	"context"
	"errors"
	"iter"

	"jig/model"
	"jig/wire"
)

// direct is a model that is asked over a line, as the provider means it.
type direct struct {
	place
	line line
	opt  Options
	info model.Info
}

// Name implements [Model].
func (m *direct) Name() string { return m.provider.Name + "/" + m.model }

// Info implements [Model].
func (m *direct) Info() model.Info { return m.info }

// Stream implements [Model].
func (m *direct) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		full := *req
		full.Model, full.Stream, full.Cache = m.model, true, true
		body, err := m.line.request(&full)
		if err != nil {
			yield(wire.Event{}, m.error(model.Rejected, err, "the request cannot be written: %v", err))
			return
		}
		for attempt := 1; ; attempt++ {
			a := answer{model: m, yield: yield}
			err := a.read(ctx, body, wire.Options{Tools: req.Tools})
			if err == nil || a.left {
				return
			}
			if a.given || !m.again(ctx, attempt, err) {
				if gone := ended(ctx); gone != nil {
					err = gone
				}
				yield(wire.Event{}, err)
				return
			}
		}
	}
}

// again waits until the request may be sent once more, and reports whether it may. Who has
// waited for an answer in vain has waited long enough.
func (m *direct) again(ctx context.Context, attempt int, err error) bool {
	var failed *model.Error
	var silent silence
	if !errors.As(err, &failed) || !failed.Retry() || errors.As(err, &silent) {
		return false
	}
	if attempt > m.opt.Retries {
		failed.Final = attempt > 1 // then it has been tried: whoever asks need not do it all over again
		return false
	}
	wait, ok := pause(attempt, failed.After)
	if !ok {
		return false
	}
	m.opt.Logger.WarnContext(ctx, "the model is asked again", "model", m.Name(), "attempt", attempt+1, "wait", wait, "reason", failed.Reason, "status", failed.Status)
	return sleep(ctx, wait) == nil
}
