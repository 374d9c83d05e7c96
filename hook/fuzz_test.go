package hook

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzOutput(f *testing.F) {
	for _, text := range []string{
		``, `text`, `{}`, `{"continue":false}`, `{"decision":"block","reason":"x"}`, `{"decision":null}`, `{"async":true}`, "\xEF\xBB\xBF{}",
		`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","updatedInput":{"a":1}}}`,
		`{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":{}}}}`, `{"hookSpecificOutput":{"updatedToolOutput":[1]}}`,
		`{"permissionDecision":"deny"}`, `log {"decision":"block"}`, `{"decision":"block"} x`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, event := range Events() {
			out, err := parseOutput(event, []byte(text))
			if err != nil {
				continue
			}
			if out.UpdatedInput != nil && !strings.HasPrefix(string(out.UpdatedInput), "{") || out.UpdatedOutput != nil && !json.Valid(out.UpdatedOutput) {
				t.Errorf("%q replaces with %s, %s", text, out.UpdatedInput, out.UpdatedOutput)
			}
			out = out.bounded(100)
			if !utf8.ValidString(out.Context) || utf8.RuneCountInString(out.Context) > 200 {
				t.Errorf("%q leaves %q", text, out.Context)
			}
			h := &hook{Handler: Handler{Command: "x"}}
			res := merge(event, []outcome{{hook: h, output: out}}, FailDefault)
			if event.decides() && res.Blocked != (res.Decision == Deny) {
				t.Errorf("%q: %+v", text, res)
			}
			// Whoever says no in JSON that can be read is heard.
			if event == PreToolUse && strings.HasPrefix(text, `{"decision":"block"`) && !res.Blocked {
				t.Errorf("%q does not block", text)
			}
		}
	})
}

func FuzzConfig(f *testing.F) {
	f.Add(`{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x","timeout":1}]}]}`)
	f.Add(`{"preToolUse":[{"matcher":"shell","command":"x","timeout_ms":1,"cache_ttl_seconds":1}]}`)
	f.Add(`{"Stop":[{"hooks":[{"type":"http","url":"http://x/","headers":{"A":"${B}"},"allowedEnvVars":["B"]}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(json.RawMessage, string) (Config, error){ParseClaude, ParseKiro} {
			cfg, err := parse(json.RawMessage(text), "f")
			if err != nil {
				continue
			}
			cfg.Trusted = true
			// What was accepted can be used.
			set, err := New([]Config{cfg}, Options{Rule: func(string, Input) (bool, error) { return true, nil }})
			if err != nil {
				t.Fatalf("%q is read but not accepted: %v", text, err)
			}
			set.Close()
		}
	})
}
