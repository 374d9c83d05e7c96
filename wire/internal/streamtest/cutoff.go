package streamtest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"jig/wire"
)

// Cutoff breaks recorded streams off at many places: what has come by then is the beginning
// of what comes in all, no call is made up, and the answer is not said to be whole before its
// last event has begun.
func Cutoff(t *testing.T, fresh Maker, cases []Case) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 7))
	for _, c := range cases {
		text := bytes.TrimSpace(c.Text)
		whole := Run(fresh, wire.Options{}, Cut(text, 0))
		for range 20 {
			at := r.IntN(len(text))
			got := Run(fresh, wire.Options{}, Cut(text[:at], -200))
			if len(got.Calls) > len(whole.Calls) {
				t.Fatalf("%s cut at %d: %d calls of %d", c.File, at, len(got.Calls), len(whole.Calls))
			}
			for i, call := range got.Calls {
				if fmt.Sprint(*call) != fmt.Sprint(*whole.Calls[i]) {
					t.Errorf("%s cut at %d: %v instead of %v", c.File, at, call, whole.Calls[i])
				}
			}
			if got.Err != nil && !errors.Is(got.Err, wire.ErrCut) {
				t.Errorf("%s cut at %d: %v", c.File, at, got.Err)
			}
			if got.Err == nil != got.Done() {
				t.Errorf("%s cut at %d: %v, but done is %v", c.File, at, got.Err, got.Done())
			}
		}
	}
}

// Fuzz gives anything at all to a decoder, whole and in pieces: the events are the same, the
// calls of the reply are those that were ready, and every one of them came with its beginning.
func Fuzz(f *testing.F, fresh Maker, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s), uint8(3))
		f.Add(SSE([]byte(s), "\n"), uint8(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		whole := Run(fresh, wire.Options{}, Cut(text, 0))
		got := Run(fresh, wire.Options{}, Cut(text, int(size)))
		if fmt.Sprint(whole.Events, whole.Err) != fmt.Sprint(got.Events, got.Err) {
			t.Fatalf("whole: %v, %v\ncut by %d: %v, %v", whole.Events, whole.Err, size, got.Events, got.Err)
		}
		if len(whole.Reply.Calls()) != len(whole.Calls) {
			t.Fatalf("%d calls were ready, the reply has %d", len(whole.Calls), len(whole.Reply.Calls()))
		}
		ids := map[string]bool{}
		for _, c := range whole.Calls {
			if c.ID == "" || ids[c.ID] || len(c.Args) == 0 {
				t.Fatalf("%+v", c)
			}
			ids[c.ID] = true
		}
		if whole.Err == nil != whole.Done() {
			t.Fatalf("%v, but done is %v", whole.Err, whole.Done())
		}
	})
}

// Bench reads a stream in small pieces.
func Bench(b *testing.B, fresh Maker, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		d := fresh(wire.Options{})
		for rest := text; len(rest) > 0; {
			n := min(3, len(rest))
			d.Write(rest[:n])
			rest = rest[n:]
		}
		if _, err := d.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
