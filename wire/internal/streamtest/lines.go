package streamtest

import (
	"fmt"
	"strings"
	"testing"

	"jig/wire"
)

// Lines runs events that are given as lines of JSON, and gives the calls that came of them as
// "id name(arguments)", the text and the thinking.
func Lines(t testing.TB, fresh Maker, opt wire.Options, lines ...string) (calls []string, text, thinking string, out Outcome) {
	t.Helper()
	joined := []byte(strings.Join(lines, "\n"))
	out = Run(fresh, opt, Cut(joined, 0))
	for _, size := range []int{1, -5} {
		if got := Run(fresh, opt, Cut(joined, size)); fmt.Sprint(got.Events, got.Err) != fmt.Sprint(out.Events, out.Err) {
			t.Errorf("cut by %d: got %v, %v; want %v, %v", size, got.Events, got.Err, out.Events, out.Err)
		}
	}
	for _, c := range out.Calls {
		calls = append(calls, fmt.Sprintf("%s %s(%s)", c.ID, c.Name, c.Args))
	}
	for _, p := range out.Reply.Parts {
		if p.Kind == wire.ThinkingPart {
			thinking += p.Text
		}
	}
	return calls, out.Reply.Text(), thinking, out
}

// Warned reports whether there was a warning.
func (o *Outcome) Warned() bool { return o.has(wire.Warning) }

// Done reports whether the answer was said to be whole.
func (o *Outcome) Done() bool { return o.has(wire.Done) }

func (o *Outcome) has(kind wire.EventKind) bool {
	for _, e := range o.Events {
		if strings.HasPrefix(e, fmt.Sprintf("%d ", kind)) {
			return true
		}
	}
	return false
}
