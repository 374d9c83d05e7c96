package transcript_test

import (
	"testing"

	"pgregory.net/rapid"

	"jig/tool"
	"jig/wire"
	"jig/wire/internal/transcript"
)

// conversations draws anything that could be one.
func conversations() *rapid.Generator[[]wire.Message] {
	id := rapid.SampledFrom([]string{"", "a", "b", "c", "a very long identifier of a call"})
	part := rapid.Custom(func(t *rapid.T) wire.Part {
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			return wire.Part{Kind: wire.TextPart, Text: rapid.SampledFrom([]string{"", " ", "x"}).Draw(t, "text")}
		case 1:
			return wire.Part{Kind: wire.ThinkingPart, Text: "hm"}
		case 2:
			return wire.Part{Kind: wire.BlockPart}
		case 3, 4:
			return wire.Part{Kind: wire.CallPart, Call: &wire.Call{ID: id.Draw(t, "id"), Name: "f"}}
		default:
			return wire.Part{Kind: wire.ResultPart, Result: &wire.Result{CallID: id.Draw(t, "id"), Content: []tool.Block{tool.Text("r")}}}
		}
	})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) wire.Message {
		return wire.Message{Role: rapid.SampledFrom([]wire.Role{wire.User, wire.Assistant}).Draw(t, "role"), Parts: rapid.SliceOfN(part, 0, 5).Draw(t, "parts")}
	}), 0, 8)
}

func TestWhatIsCleanStaysSoAndIsValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		messages := conversations().Draw(t, "messages")
		before := write(messages)
		clean := transcript.Clean(messages, transcript.AtMost(10))
		if write(messages) != before {
			t.Fatal("what was given has changed")
		}
		ids := map[string]bool{}
		for i := range clean {
			m := &clean[i]
			if len(m.Parts) == 0 {
				t.Fatalf("message %d is empty", i)
			}
			var results []string
			for _, p := range m.Parts {
				if p.Kind == wire.ResultPart {
					results = append(results, p.Result.CallID)
				}
			}
			if results != nil && (len(results) != len(m.Parts) || m.Role != wire.User || i == 0 || len(clean[i-1].Calls()) != len(results)) {
				t.Fatalf("the results of message %d answer nothing: %s", i, write(clean))
			}
			calls := m.Calls()
			if calls != nil && (m.Role != wire.Assistant || i+1 == len(clean) || len(clean[i+1].Parts) != len(calls)) {
				t.Fatalf("message %d is not answered: %s", i, write(clean))
			}
			for k, c := range calls {
				answer := clean[i+1].Parts[k].Result
				if answer == nil || answer.CallID != c.ID || answer.Name != c.Name || c.ID == "" || ids[c.ID] || len(c.ID) > 10 {
					t.Fatalf("call %q: %s", c.ID, write(clean))
				}
				ids[c.ID] = true
			}
		}
		if again := write(transcript.Clean(clean, transcript.AtMost(10))); again != write(clean) {
			t.Fatalf("cleaned twice: %s\nonce: %s", again, write(clean))
		}
	})
}
