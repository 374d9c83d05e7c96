package chat_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
	"jig/wire"
	"jig/wire/chat"
	"jig/wire/internal/streamtest"
)

// talk puts answers into a conversation, each with the results of its calls.
func talk(t *testing.T, answers ...string) []wire.Message {
	t.Helper()
	all := []wire.Message{wire.Say("hi")}
	for _, a := range answers {
		_, _, _, out := streamtest.Lines(t, chat.New, wire.Options{}, a)
		if out.Err != nil {
			t.Fatal(out.Err)
		}
		all = append(all, out.Reply.Message)
		var results []wire.Part
		for _, c := range out.Calls {
			results = append(results, wire.Part{Kind: wire.ResultPart, Result: &wire.Result{CallID: c.ID, Name: c.Name, Content: []tool.Block{tool.Text("ok")}}})
		}
		if results == nil {
			results = wire.Say("go on").Parts
		}
		all = append(all, wire.Message{Role: wire.User, Parts: results})
	}
	return all
}

func TestThinkingGoesBackInTurnsWithCallsAsItCame(t *testing.T) {
	const (
		call  = `"tool_calls":[{"index":0,"id":"ID","function":{"name":"f","arguments":"{}"}}]`
		front = `{"choices":[{"delta":{`
		end   = `},"finish_reason":"stop"}]}`
		sent  = `"tool_calls":[{"id":"ID","type":"function","function":{"name":"f","arguments":"{}"}}]`
		hi    = `{"role":"user","content":"hi"}`
		on    = `{"role":"user","content":"go on"}`
		ok    = `{"role":"tool","tool_call_id":"ID","content":"ok"}`
	)
	for name, c := range map[string]struct {
		answers []string
		want    string
	}{
		"not without calls": {
			[]string{front + `"reasoning_content":"hm","content":"a"` + end},
			`[` + hi + `,{"role":"assistant","content":"a"},` + on + `]`,
		},
		"DeepSeek's, also where there is none": {
			[]string{front + `"reasoning_content":"hm",` + call + end, front + `"content":"a"` + end, front + `"content":"b"` + end},
			`[` + hi + `,{"role":"assistant","content":"","reasoning_content":"hm",` + sent + `},` + ok +
				`,{"role":"assistant","content":"a","reasoning_content":""},` + on + `,{"role":"assistant","content":"b"},` + on + `]`,
		},
		"under the other name": {
			[]string{front + `"reasoning":"hm",` + call + end},
			`[` + hi + `,{"role":"assistant","content":"","reasoning":"hm",` + sent + `},` + ok + `]`,
		},
		"with details that come in pieces": {
			[]string{front + `"reasoning":"h","reasoning_details":[{"type":"reasoning.text","index":0,"text":"h","signature":null}]}}]}` + "\n" +
				front + `"reasoning":"m","reasoning_details":[{"type":"reasoning.text","index":0,"text":"m","signature":"s"},{"type":"reasoning.encrypted","index":1,"data":"x"}],` + call + end},
			`[` + hi + `,{"role":"assistant","content":"","reasoning":"hm","reasoning_details":[{"type":"reasoning.text","index":0,"text":"hm","signature":"s"},{"type":"reasoning.encrypted","index":1,"data":"x"}],` + sent + `},` + ok + `]`,
		},
		"Mistral's in the content": {
			[]string{front + `"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"a"}],` + call + end},
			`[` + hi + `,{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"a"}],` + sent + `},` + ok + `]`,
		},
		"signatures of calls": {
			[]string{front + `"tool_calls":[{"index":0,"id":"ID","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]` + end},
			`[` + hi + `,{"role":"assistant","content":"","tool_calls":[{"id":"ID","type":"function","function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]},` + ok + `]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			raw, err := chat.Request(&wire.Request{Messages: talk(t, c.answers...)})
			if err != nil {
				t.Fatal(err)
			}
			got := value(t, raw).(map[string]any)["messages"]
			if diff := cmp.Diff(value(t, []byte(c.want)), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
