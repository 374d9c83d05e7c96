package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"jig/wire"
)

// What holds in the transcript of a session, so that every provider takes it:
//
//   - it begins with a message of the user, and the sides take turns;
//   - no message is empty, and none has blank text;
//   - the calls of a message have ids of their own, names, and arguments that are JSON;
//   - the message after one with calls begins with their results: one for each, in the
//     order of the calls; there are no other results.
//
// Calls for tools that are gone are as good as any other.

// The texts of results that had to be made up.
const (
	textInterrupted = "Interrupted: the call had started and its end was not seen. It may or may not have taken effect. Look before you do it again."
	textChanged     = " Whoever allowed it had changed its arguments: it ran with %s"
	textNotRun      = "Not run: the session was interrupted before this call started. Make it again if it is still needed."
	textUnanswered  = "Interrupted: the result of this call was lost."
	textBeginning   = "(The beginning of this conversation is missing.)"
)

// Check reports what is wrong with a transcript, if anything is.
func Check(messages []wire.Message) error {
	var errs []error
	fault := func(at int, format string, args ...any) {
		errs = append(errs, fmt.Errorf("message %d: "+format, append([]any{at}, args...)...))
	}
	var open []*wire.Call
	for at := range messages {
		m := &messages[at]
		want := wire.User
		if at%2 == 1 {
			want = wire.Assistant
		}
		if m.Role != want {
			fault(at, "is said by %q instead of %q", m.Role, want)
		}
		if len(m.Parts) == 0 {
			fault(at, "is empty")
		}
		seen := make(map[string]bool)
		results := 0
		var made []*wire.Call
		for i := range m.Parts {
			p := &m.Parts[i]
			switch {
			case !sound(p, m.Role):
				fault(at, "part %d is not a sound %q", i, p.Kind)
			case p.Kind == wire.CallPart:
				if seen[p.Call.ID] {
					fault(at, "two calls have the id %q", p.Call.ID)
				}
				seen[p.Call.ID] = true
				made = append(made, p.Call)
			case p.Kind == wire.ResultPart:
				if results != i || results >= len(open) || open[results].ID != p.Result.CallID {
					fault(at, "part %d is the result of %q, which does not belong there", i, p.Result.CallID)
				}
				results++
			}
		}
		if results < len(open) {
			fault(at, "%d calls have no result", len(open)-results)
		}
		open = made
	}
	if len(open) > 0 {
		fault(len(messages)-1, "%d calls have no result", len(open))
	}
	return errors.Join(errs...)
}

// sound reports whether a part is what it says it is, and may be said by that side.
func sound(p *wire.Part, by wire.Role) bool {
	switch p.Kind {
	case wire.TextPart:
		return strings.TrimSpace(p.Text) != "" // providers refuse blank text
	case wire.ThinkingPart, wire.OpaquePart:
		return by == wire.Assistant && (p.Text != "" || len(p.Raw) > 0)
	case wire.BlockPart:
		return p.Block != nil
	case wire.CallPart:
		return by == wire.Assistant && p.Call != nil && p.Call.ID != "" && p.Call.Name != "" && json.Valid(p.Call.Args)
	case wire.ResultPart:
		return by == wire.User && p.Result != nil && p.Result.CallID != "" && len(p.Result.Content) > 0
	}
	return false
}
