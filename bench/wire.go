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
	for _, a := range answerShapes() {
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
		limit, growth := 1.0, wireGrowth
		if a.informs {
			limit, growth = 0, 0
		}
		for i, c := range sizes {
			ns[i] *= 100 / length[i]
			lines = append(lines, compare("wire, 100 bytes of "+c.name, ns[i], wireGoal, limit, nanoseconds))
		}
		lines = append(lines, compare("wire, 100 bytes of "+a.name+", 10 MB vs 1 KB", ns[last], ns[0], growth, nanoseconds))
	}
	return lines, nil
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
	calls, text := 0, 0
	take := func(events []wire.Event) {
		for i := range events {
			switch e := &events[i]; e.Kind {
			case wire.CallReady:
				calls++
			case wire.Text, wire.CallDelta:
				text += len(e.Text)
			}
		}
	}
	for len(stream) > 0 {
		n := min(wirePiece, len(stream))
		take(d.Write(stream[:n]))
		stream = stream[n:]
	}
	last, err := d.Close()
	take(last)
	switch streamed := strings.Contains(a.body, "delta"); {
	case err != nil:
		return err
	case streamed && text < bodies || !streamed && calls != bodies:
		return fmt.Errorf("%d calls and %d bytes of text came of %d pieces", calls, text, bodies)
	}
	return nil
}

func wireTools() []tool.Definition {
	return []tool.Definition{
		{Name: "read", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"limit":{"type":"integer"}}}`)},
		{Name: "write", Input: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"text":{"type":"string"}}}`)},
	}
}
