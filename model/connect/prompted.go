package connect

import (
	"context"
	"iter"

	"jig/model"
	"jig/wire"
	"jig/wire/text"
)

// Prompted is a model that is told about tools in its instructions, in the dialect of a
// format of package wire/text, and whose calls are read from its text. Calls and results of
// the conversation are shown to it in the same dialect.
func Prompted(m model.Model, format string) (model.Model, error) {
	if err := readable(format); err != nil {
		return nil, err
	}
	if _, err := text.Describe(format, nil); err != nil {
		return nil, err
	}
	return &prompted{Model: m, format: format}, nil
}

type prompted struct {
	model.Model
	format string
}

// Info implements [Model].
func (m *prompted) Info() model.Info {
	info := m.Model.Info()
	info.Mode, info.Format = wire.PromptBased, m.format
	return info
}

// Stream implements [Model].
func (m *prompted) Stream(ctx context.Context, req *wire.Request) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		plain, err := spoken(req, m.format, m.Model.Info().Images)
		if err != nil {
			yield(wire.Event{}, err)
			return
		}
		read, err := newReading(m.format, req)
		if err != nil {
			yield(wire.Event{}, err)
			return
		}
		give := func(events ...wire.Event) bool {
			for _, e := range events {
				if !yield(e, nil) {
					return false
				}
			}
			return true
		}
		for e, err := range m.Model.Stream(ctx, plain) {
			var going bool
			switch {
			case err != nil:
				if give(read.close()...) {
					yield(wire.Event{}, err)
				}
				return
			case e.Kind == wire.Text:
				going = give(read.Write([]byte(e.Text))...)
			case e.Kind == wire.Done:
				going = give(read.close()...) && give(read.done(e.Reply))
			default:
				going = give(e)
			}
			if !going {
				return
			}
		}
	}
}
