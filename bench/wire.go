package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"jig/tool"
	"jig/wire"
	"jig/wire/auto"
)

const (
	wireGoal   = 1000 // ns for 100 bytes, whatever came before
	wireGrowth = 1.30 // how much more 100 bytes may cost in the largest answer than in the smallest
	wirePiece  = 3    // bytes at a time: less than a token
	wirePasses = 3    // how often all of them are measured
)

// wireSizes are how long the answers are.
var wireSizes = []struct { //nolint:gochecknoglobals // a constant list
	name  string
	bytes int
}{{"1 KB", 1 << 10}, {"100 KB", 100 << 10}, {"10 MB", 10 << 20}}

// An answerShape is an answer of any length in one format.
type answerShape struct {
	name, format     string
	head, body, tail string // the body comes as often as it takes
	informs          bool   // its lines have no goal
	streamed         bool   // the bodies are pieces of one call, not calls
}

// of is the answer in about that many bytes, and how many bodies are in it: at least one.
func (a *answerShape) of(size int) (stream []byte, bodies int) {
	bodies = max(1, (size-len(a.head)-len(a.tail))/len(a.body))
	return []byte(a.head + strings.Repeat(a.body, bodies) + a.tail), bodies
}

// wires measures what 100 bytes of an answer cost that comes in pieces of three bytes, in answers of very different size.
func wires(ctx context.Context, b budget) ([]line, error) {
	tools := wireTools()
	lines, err := keepers(ctx, b)
	if err != nil {
		return nil, err
	}
	shapes := answerShapes()
	best := make([][]float64, len(shapes))
	b.rounds = max(1, b.rounds/wirePasses)
	for range wirePasses { // a machine may be slow for longer than one answer is measured
		for i := range shapes {
			ns, err := shapes[i].race(ctx, b, tools)
			if err != nil {
				return nil, err
			}
			best[i] = least(best[i], ns)
		}
	}
	for i := range shapes {
		lines = append(lines, shapes[i].lines(best[i])...)
	}
	return lines, nil
}

// race measures what 100 bytes cost, by the size of the answer.
func (a *answerShape) race(ctx context.Context, b budget, tools []tool.Definition) ([]float64, error) {
	sizes := make([]contender, len(wireSizes))
	length := make([]float64, len(wireSizes))
	for i, size := range wireSizes {
		stream, bodies := a.of(size.bytes)
		length[i] = float64(len(stream))
		sizes[i] = contender{name: a.name + ", " + size.name, run: each(func() error { return a.decode(stream, bodies, tools) })}
	}
	last := len(sizes) - 1
	ns, err := race(ctx, b, sizes[:last]...)
	if err != nil {
		return nil, err
	}
	large, err := race(ctx, b, sizes[last]) // one of it takes as long as many slices of the others
	if err != nil {
		return nil, err
	}
	ns = append(ns, large...)
	for i := range ns {
		ns[i] *= 100 / length[i]
	}
	return ns, nil
}

// lines compares what was measured with the goals.
func (a *answerShape) lines(ns []float64) []line {
	limit, growth := 1.0, wireGrowth
	if a.informs {
		limit, growth = 0, 0
	}
	var lines []line
	for i, size := range wireSizes {
		lines = append(lines, compare("wire, 100 bytes of "+a.name+", "+size.name, ns[i], wireGoal, limit, nanoseconds))
	}
	last := len(ns) - 1
	return append(lines, compare("wire, 100 bytes of "+a.name+", 10 MB vs 1 KB", ns[last], ns[0], growth, nanoseconds))
}

// least is the least of two measurements of each thing; of the first, what it is.
func least(best, ns []float64) []float64 {
	for i := range best {
		ns[i] = min(ns[i], best[i])
	}
	return ns
}

// A keeper does the least that a decoder could do with text: it looks at each byte, keeps it, and tells of it.
type keeper struct {
	stirs  [256]bool
	text   strings.Builder
	events []wire.Event
}

func (k *keeper) Write(p []byte) []wire.Event {
	for _, c := range p {
		if k.stirs[c] {
			return nil
		}
	}
	if k.text.Cap()-k.text.Len() < len(p) {
		k.text = strings.Builder{}
		k.text.Grow(32 << 10)
	}
	from := k.text.Len()
	for _, c := range p {
		k.text.WriteByte(c)
	}
	k.events[0].Text = k.text.String()[from:]
	return k.events
}

// keepers measures the keeper: how much of the microsecond is the machine's own.
func keepers(ctx context.Context, b budget) ([]line, error) {
	stream := []byte(strings.Repeat(wireProse, 100<<10/len(wireProse)))
	ns, err := race(ctx, b, contender{name: "keeper", run: each(func() error {
		var d interface{ Write(p []byte) []wire.Event } = &keeper{events: []wire.Event{{Kind: wire.Text}}}
		text := 0
		for rest := stream; len(rest) > 0; {
			n := min(wirePiece, len(rest))
			events := d.Write(rest[:n])
			for i := range events {
				text += len(events[i].Text)
			}
			rest = rest[n:]
		}
		if text != len(stream) {
			return fmt.Errorf("%d bytes of %d were kept", text, len(stream))
		}
		return nil
	})})
	if err != nil {
		return nil, err
	}
	return []line{compare("wire, 100 bytes that are only kept, 100 KB", ns[0]*100/float64(len(stream)), wireGoal, 0, nanoseconds)}, nil
}

// decode reads an answer and looks at all of it, so that a decoder that lost something is an error and not a fast one.
func (a *answerShape) decode(stream []byte, bodies int, tools []tool.Definition) error {
	d, err := auto.New(a.format, wire.Options{Tools: tools})
	if err != nil {
		return err
	}
	var got tally
	for len(stream) > 0 {
		n := min(wirePiece, len(stream))
		got.take(d.Write(stream[:n]))
		stream = stream[n:]
	}
	last, err := d.Close()
	got.take(last)
	switch {
	case err != nil:
		return err
	case a.streamed && got.text < bodies || !a.streamed && got.calls != bodies:
		return fmt.Errorf("%d calls and %d bytes of text came of %d pieces", got.calls, got.text, bodies)
	}
	return nil
}

// A tally counts what a decoder gives.
type tally struct{ calls, text int }

func (t *tally) take(events []wire.Event) {
	for i := range events {
		switch e := &events[i]; e.Kind {
		case wire.CallReady:
			t.calls++
		case wire.Text, wire.CallDelta:
			t.text += len(e.Text)
		}
	}
}

func wireTools() []tool.Definition {
	return []tool.Definition{
		{Name: "read", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}}}`)},
		{Name: "write", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"}}}`)},
	}
}
