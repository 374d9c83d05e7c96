// Package streamtest tries decoders with streams, cut and framed in many ways.
package streamtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/internal/corpora"
	"jig/wire"
)

// Case is a recorded stream and the calls that are in it.
type Case struct {
	Wire     string `json:"provider_wire"`
	File     string `json:"file"`
	Expected []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"expected"`
	Text []byte `json:"-"`
}

// Cases reads the recorded streams of a provider.
func Cases(t testing.TB, provider string) []Case {
	t.Helper()
	f, err := os.Open(corpora.Path(t, "streams", "expected.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it is only read
	var cases []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Wire != provider {
			continue
		}
		if c.Text, err = os.ReadFile(corpora.Path(t, "streams", c.File)); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil || len(cases) == 0 {
		t.Fatalf("%d streams of %s, %v", len(cases), provider, err)
	}
	return cases
}

// Maker makes a decoder.
type Maker func(wire.Options) wire.Feeder

// Outcome is what a decoder said.
type Outcome struct {
	Events []string // in a form that can be compared
	Calls  []*wire.Call
	Reply  *wire.Reply
	Err    error
}

// Run gives a stream to a decoder, piece by piece.
func Run(fresh Maker, opt wire.Options, pieces func(yield func([]byte) bool)) Outcome {
	n := 0
	if opt.NewID == nil {
		opt.NewID = func() string { n++; return fmt.Sprintf("made_%d", n) }
	}
	d := fresh(opt)
	var out Outcome
	take := func(events []wire.Event) {
		for _, e := range events {
			s := fmt.Sprintf("%d %q", e.Kind, e.Text)
			if e.Call != nil {
				s += fmt.Sprintf(" %s %s", e.Call.ID, e.Call.Name)
			}
			if e.Kind == wire.CallReady {
				s += " " + string(e.Call.Args)
				out.Calls = append(out.Calls, e.Call)
			}
			out.Events = append(out.Events, s)
		}
	}
	for p := range pieces {
		take(d.Write(bytes.Clone(p)))
	}
	last, err := d.Close()
	take(last)
	out.Reply, out.Err = d.Reply(), err
	return out
}

// Fed gives a stream to a decoder event by event, and the calls that come of it.
func Fed(fresh Maker, lines []byte) []*wire.Call {
	d := fresh(wire.Options{})
	var calls []*wire.Call
	take := func(events []wire.Event) {
		for _, e := range events {
			if e.Kind == wire.CallReady {
				calls = append(calls, e.Call)
			}
		}
	}
	for line := range bytes.Lines(lines) {
		take(d.Feed(line))
	}
	last, _ := d.Close() // the other way of reading tells
	take(last)
	return calls
}

// Cut yields a text in pieces of a size; 0 for all of it at once, below that at random.
func Cut(text []byte, size int) func(func([]byte) bool) {
	r := rand.New(rand.NewPCG(1, uint64(len(text))))
	return func(yield func([]byte) bool) {
		for rest := text; len(rest) > 0; {
			n := size
			switch {
			case size == 0:
				n = len(rest)
			case size < 0:
				n = 1 + r.IntN(-size)
			}
			n = min(n, len(rest))
			if !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// SSE frames events that stand line by line as server-sent events.
func SSE(lines []byte, newline string) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(lines) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			fmt.Fprintf(&b, ": comment%sdata: %s%s%s", newline, line, newline, newline)
		}
	}
	fmt.Fprintf(&b, "data: [DONE]%s%s", newline, newline)
	return b.Bytes()
}

// Array frames them as a JSON array.
func Array(lines []byte) []byte {
	return slices.Concat([]byte("["), bytes.ReplaceAll(bytes.TrimSpace(lines), []byte("\n"), []byte(",\n")), []byte("]"))
}

// Check compares the calls of an outcome with those that were expected.
func (c *Case) Check(t testing.TB, how string, got Outcome) {
	t.Helper()
	if len(got.Calls) != len(c.Expected) {
		t.Errorf("%s, %s: got %d calls, want %d", c.File, how, len(got.Calls), len(c.Expected))
		return
	}
	for i, want := range c.Expected {
		if got.Calls[i].Name != want.Name || !Equal(got.Calls[i].Args, want.Arguments) {
			t.Errorf("%s, %s: got %s(%s), want %s(%s)", c.File, how, got.Calls[i].Name, got.Calls[i].Args, want.Name, want.Arguments)
		}
	}
	if diff := cmp.Diff(got.Calls, got.Reply.Calls()); diff != "" {
		t.Errorf("%s, %s: the reply has other calls: %s", c.File, how, diff)
	}
}

// Equal reports whether two texts are the same JSON.
func Equal(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
