package agent_test

import (
	"encoding/json"
	"strings"
	"testing"

	"jig/agent"
	"jig/engine"
	"jig/journal"
	"jig/tool"
)

// FuzzResume reads records that anybody could have written, a kind and its data a line.
func FuzzResume(f *testing.F) {
	f.Add(`session {"loop":"x","messages":[{"role":"assistant","parts":[{"kind":"text","text":"hi"}]}]}
user {"message":{"role":"user","parts":[{"kind":"text","text":"go"}]}}
call.started {"turn":1,"call":{"id":"a","name":"work","arguments":{}},"tool":"work"}
assistant {"turn":1,"message":{"role":"assistant","parts":[{"kind":"call","call":{"id":"a","name":"work","arguments":{}}},{"kind":"call","call":{"id":"b","name":"work","arguments":{}}}]}}
call.ended {"turn":1,"call":{"id":"a","name":"work","arguments":{}},"status":"ok","result":{"content":[{"type":"text","text":"ok"}]}}
compaction {"method":"results","kept":1}
end {"reason":"done"}`)
	f.Add(`call.ended {"turn":3,"call":{"id":"","name":""},"result":{}}
dropped {"turn":3,"reason":"x"}
compaction {"method":"summary","kept":-1,"head":{"role":"assistant","parts":null}}
child {"kind":"assistant","data":{"usage":{"input_tokens":1}}}`)
	eng := agent.NewEngine(tool.NewSet(), engine.AllowAll(), engine.Options{})
	f.Cleanup(func() {
		if err := eng.Close(); err != nil {
			f.Error(err)
		}
	})
	f.Fuzz(func(t *testing.T, text string) {
		var recs []journal.Record
		for line := range strings.Lines(text) {
			kind, data, _ := strings.Cut(strings.TrimSpace(line), " ")
			recs = append(recs, journal.Record{Seq: int64(len(recs)), Kind: kind, Data: json.RawMessage(data)})
		}
		s, err := agent.Resume(recs, agent.Options{Model: &player{}, Engine: eng})
		if err != nil {
			return
		}
		wantValid(t, s.Messages())
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
