package connect

import (
	"context"
	"errors"
	"io"
	"time"

	"jig/model"
	"jig/wire"
)

// longestAnswer is how many bytes an answer may have, as they come out of any compression. The
// longest that models give have a third of that; one without end would take all memory.
const longestAnswer = 128 << 20

// answer is one attempt to have an answer.
type answer struct {
	model *direct
	yield func(wire.Event, error) bool
	given bool // the caller has got something of it
	left  bool // the caller does not want more
	whole bool // it came to its end
}

// lastWords is how long a connection may stay open after the provider has said that nothing more comes.
const lastWords = time.Second

// read sends the request and gives the events of the answer to the caller. Nobody but the
// caller's goroutine runs here: a timer ends the context when nothing comes, which ends
// the read.
func (a *answer) read(ctx context.Context, body []byte, opt wire.Options) error {
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := a.model.opt.Idle
	first := newWatch(cancel, 5*idle)
	defer first.stop()

	in, err := a.model.line.send(watched, body)
	if err != nil {
		return a.why(ctx, watched, err)
	}
	defer func() { _ = in.Close() }() // there is nothing to lose

	first.stop()
	watch := newWatch(cancel, idle)
	defer func() { watch.stop() }()
	d := a.model.line.decoder(opt)
	buf := make([]byte, 32<<10)
	over := false
	for total := 0; ; {
		n, err := in.Read(buf)
		if !over {
			watch.stop()
		}
		if total += n; total > longestAnswer {
			return a.model.endless()
		}
		if n > 0 && !a.give(d.Write(buf[:n])) {
			return nil
		}
		if err != nil {
			return a.end(ctx, watched, d, err)
		}
		if e, ok := d.(wire.Ender); ok && e.Over() && !over {
			over = true
			watch = newWatch(cancel, lastWords)
		}
		if !over {
			watch.start()
		}
	}
}

// end says that nothing more comes. The decoder knows whether the answer is whole: one that
// is stays so, however the connection ended.
func (a *answer) end(ctx, watched context.Context, d wire.Decoder, err error) error {
	events, cut := d.Close()
	if !a.give(events) || a.whole {
		return nil
	}
	if cut == nil || !errors.Is(err, io.EOF) {
		cut = err
	}
	if errors.Is(cut, io.EOF) {
		cut = io.ErrUnexpectedEOF
	}
	return a.why(ctx, watched, cut)
}

// why is the reason of a failure: the caller's own end, silence, or what happened.
func (a *answer) why(ctx, watched context.Context, err error) error {
	if gone := ended(ctx); gone != nil {
		return gone
	}
	var silent silence
	if errors.As(context.Cause(watched), &silent) {
		return a.model.error(model.Broken, silent, "%v; try again", silent)
	}
	var known *model.Error
	if errors.As(err, &known) {
		return known
	}
	return a.model.broken(err)
}

// give hands events to the caller, until the last one, or until it wants no more.
func (a *answer) give(events []wire.Event) bool {
	for _, e := range events {
		a.given = true
		if e.Kind == wire.Done {
			a.whole = true
		}
		if !a.yield(e, nil) {
			a.left = true
			return false
		}
	}
	return true
}
