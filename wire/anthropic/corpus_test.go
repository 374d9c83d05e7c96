package anthropic_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"jig/internal/corpora"
	"jig/wire"
	"jig/wire/anthropic"
	"jig/wire/internal/streamtest"
)

// recording is one of the recorded streams and the calls in it.
type recording struct {
	Wire     string     `json:"provider_wire"`
	File     string     `json:"file"`
	Expected []expected `json:"expected"`
}

type expected struct {
	Name      string `json:"name"`
	Arguments any    `json:"arguments"`
	Block     string `json:"block"`
}

func recordings(t testing.TB) []recording {
	t.Helper()
	f, err := os.Open(corpora.Path(t, "streams", "expected.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out []recording
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 10<<20)
	for lines.Scan() {
		var r recording
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.Wire == "anthropic" {
			out = append(out, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// used lists the tools that a reply uses: ours, and those that the provider runs itself.
func used(t testing.TB, reply *wire.Reply) []expected {
	t.Helper()
	var out []expected
	for _, p := range reply.Parts {
		one := expected{Block: "tool_use"}
		var args json.RawMessage
		switch p.Kind {
		case wire.CallPart:
			one.Name, args = p.Call.Name, p.Call.Args
		case wire.OpaquePart:
			var b struct {
				Type, Name string
				Input      json.RawMessage
			}
			if err := json.Unmarshal(p.Raw, &b); err != nil {
				t.Fatalf("an opaque part is no JSON: %v: %s", err, p.Raw)
			}
			if b.Input == nil {
				continue // the result of one
			}
			one.Name, one.Block, args = b.Name, b.Type, b.Input
		default:
			continue
		}
		if err := json.Unmarshal(args, &one.Arguments); err != nil {
			t.Fatalf("arguments of %s: %v: %s", one.Name, err, args)
		}
		out = append(out, one)
	}
	return out
}

// cuts are ways to cut a stream.
func cuts() map[string]func(left int) int {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // any cuts will do
	return map[string]func(int) int{
		"whole":         func(left int) int { return left },
		"byte by byte":  func(int) int { return 1 },
		"by three":      func(int) int { return 3 },
		"at random":     func(int) int { return 1 + r.IntN(200) },
		"in large ones": func(int) int { return 4096 },
	}
}

// play gives a stream to a decoder, and what happened as text, with deltas joined.
func play(t testing.TB, stream []byte, cut func(int) int) (*wire.Reply, []wire.Event, error) {
	t.Helper()
	d := anthropic.New(wire.Options{})
	var all []wire.Event
	for len(stream) > 0 {
		n := min(cut(len(stream)), len(stream))
		all = append(all, d.Write(stream[:n])...)
		stream = stream[n:]
	}
	last, err := d.Close()
	all = append(all, last...)
	return d.Reply(), all, err
}

// asSent makes the server-sent events that the lines of a recording were.
func asSent(lines []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(lines) {
		var e struct{ Type string }
		if json.Unmarshal(line, &e) == nil {
			out.WriteString("event: " + e.Type + "\ndata: " + string(bytes.TrimSpace(line)) + "\n\n")
		}
	}
	return out.Bytes()
}

func TestRecordedStreamsGiveTheirCalls(t *testing.T) {
	for _, r := range recordings(t) {
		t.Run(r.File, func(t *testing.T) {
			lines, err := os.ReadFile(corpora.Path(t, "streams", r.File))
			if err != nil {
				t.Fatal(err)
			}
			for framing, stream := range map[string][]byte{"lines": lines, "sse": asSent(lines)} {
				var first []wire.Event
				for how, cut := range cuts() {
					reply, events, err := play(t, stream, cut)
					if err != nil {
						t.Fatalf("%s, %s: %v", framing, how, err)
					}
					if diff := cmp.Diff(r.Expected, used(t, reply), cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("%s, %s: (-want +got)\n%s", framing, how, diff)
					}
					checkCalls(t, reply, events)
					if first == nil {
						first = events
					} else if !reflect.DeepEqual(first, events) {
						t.Errorf("%s, %s: the events depend on the cuts\n%s", framing, how, cmp.Diff(first, events))
					}
				}
			}
		})
	}
}

func TestRecordedStreamsThatBreakOffSaySo(t *testing.T) {
	streamtest.Cutoff(t, anthropic.New, streamtest.Cases(t, "anthropic"))
}

// checkCalls checks that each call of the reply became ready once, and that the last event
// is that the answer is whole.
func checkCalls(t testing.TB, reply *wire.Reply, events []wire.Event) {
	t.Helper()
	var ready []*wire.Call
	for _, e := range events {
		if e.Kind == wire.CallReady {
			ready = append(ready, e.Call)
		}
	}
	if diff := cmp.Diff(reply.Calls(), ready); diff != "" {
		t.Errorf("the calls that were ready are not those of the reply\n%s", diff)
	}
	if len(events) == 0 || events[len(events)-1].Kind != wire.Done {
		t.Error("the last event is not Done")
	}
}
