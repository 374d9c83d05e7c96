package connect

import (
	"context"
	"iter"
	"slices"
	"strings"

	"jig/model"
	"jig/wire"
)

// Rescued is a model that calls natively, but whose text is read in a format of package
// wire/text when an answer has no native call: servers without a parser for a model leave
// its calls in the text. Native calls win. Since one may come until the end, calls in the
// text are given there; what could be the start of one is not given as text before.
func Rescued(m model.Model, format string) (model.Model, error) {
	if err := readable(format); err != nil {
		return nil, err
	}
	return &rescued{Model: m, format: format}, nil
}

type rescued struct {
	model.Model
	format string
}

// Info implements [Model].
func (m *rescued) Info() model.Info {
	info := m.Model.Info()
	info.Mode, info.Format = wire.Native, m.format
	return info
}

// Stream implements [Model].
func (m *rescued) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	if len(req.Tools) == 0 || req.Choice == "none" {
		return m.Model.Stream(ctx, req)
	}
	return func(yield func(wire.Event, error) bool) {
		text, err := newReading(m.format, req)
		if err != nil {
			yield(wire.Event{}, err)
			return
		}
		r := &rescue{text: text}
		for e, err := range m.Model.Stream(ctx, req) {
			var events []wire.Event
			switch {
			case err != nil:
				events = r.release()
			case r.native:
				events = []wire.Event{e}
			case e.Kind == wire.Text:
				events = r.search(e.Text)
			case e.Kind == wire.CallBegun || e.Kind == wire.CallReady:
				r.native = true
				events = append(r.release(), e)
			case e.Kind == wire.Done:
				events = r.finish(e.Reply)
			default:
				events = []wire.Event{e}
			}
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(wire.Event{}, err)
				return
			}
		}
	}
}

// rescue is the search of one answer.
type rescue struct {
	text   *reading
	native bool
	raw    strings.Builder // all text that came
	shown  int             // how much of it was given
	moved  bool            // what was given is not how raw begins: thinking was taken out of it
	held   []wire.Event    // calls that were found, and what came after them
}

// search reads on, and gives what is certainly no call.
func (r *rescue) search(text string) []wire.Event {
	r.raw.WriteString(text)
	return r.sort(r.text.Write([]byte(text)))
}

// sort keeps calls back, and what comes after them, so that all is given in its order.
func (r *rescue) sort(events []wire.Event) []wire.Event {
	var out []wire.Event
	for _, e := range events {
		switch e.Kind {
		case wire.Warning:
		case wire.CallBegun, wire.CallDelta, wire.CallReady:
			r.held = append(r.held, e)
			continue
		default:
			if len(r.held) > 0 {
				r.held = append(r.held, e)
				continue
			}
			r.show(e)
		}
		out = append(out, e)
	}
	return out
}

// show notes how much of the text is given.
func (r *rescue) show(e wire.Event) {
	raw := r.raw.String()
	r.moved = r.moved || e.Kind != wire.Text || !strings.HasPrefix(raw[min(r.shown, len(raw)):], e.Text)
	r.shown += len(e.Text)
}

// release gives the text that was kept back as it came, because there are native calls, or
// because the answer broke off.
func (r *rescue) release() []wire.Event {
	if r.moved { // the best that can be done: what is known to be text
		events := r.sort(r.text.close())
		return slices.DeleteFunc(slices.Concat(r.held, events), func(e wire.Event) bool { return e.Call != nil })
	}
	rest := r.raw.String()[r.shown:]
	if rest == "" {
		return nil
	}
	return []wire.Event{{Kind: wire.Text, Text: rest}}
}

// finish gives the calls that were found, and the end.
func (r *rescue) finish(inner *wire.Reply) []wire.Event {
	events := r.sort(r.text.close())
	events = append(events, r.held...)
	return append(events, r.text.done(inner))
}
