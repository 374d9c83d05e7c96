package hook_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"jig/hook"
)

func TestClaudesHooksAreRead(t *testing.T) {
	cfg, err := hook.ParseClaude(json.RawMessage(`{
		"PreToolUse": [{"matcher": "Bash|Edit", "hooks": [
			{"type": "command", "command": "check.sh", "timeout": 1.5, "if": "Bash(git *)", "onFailure": "continue", "statusMessage": "checking"},
			{"type": "command", "command": "prog", "args": [], "once": true, "async": true, "shell": "bash"},
			{"type": "http", "url": "https://example.com/h", "headers": {"A": "$T"}, "allowedEnvVars": ["T"]}]}],
		"Stop": [{"hooks": [{"type": "prompt", "prompt": "done?"}]}],
		"PostToolBatch": [{"whatever": 1}]}`), "settings.json")
	if err != nil {
		t.Fatal(err)
	}
	want := hook.Config{
		Source: "settings.json",
		Groups: map[hook.Event][]hook.Group{
			hook.PreToolUse: {{Matcher: "Bash|Edit", Handlers: []hook.Handler{
				{Command: "check.sh", Timeout: 1500 * time.Millisecond, If: "Bash(git *)", OnFailure: hook.FailContinue, StatusMessage: "checking"},
				{Command: "prog", Args: []string{}, Once: true, Async: true},
				{URL: "https://example.com/h", Headers: map[string]string{"A": "$T"}, AllowedEnvVars: []string{"T"}},
			}}},
			hook.Stop: {{}},
		},
		Warnings: []string{
			"settings.json: hooks.PostToolBatch: jig has no such event; its hooks never run",
			`settings.json: hooks.Stop[0].hooks[0]: jig cannot run hooks of type "prompt"; this one never runs`,
		},
	}
	if diff := cmp.Diff(want, cfg); diff != "" {
		t.Error(diff)
	}
}

func TestKirosHooksAreRead(t *testing.T) {
	cfg, err := hook.ParseKiro(json.RawMessage(`{"agentSpawn": [{"command": "git status"}],
		"postToolUse": [{"matcher": "@git/*", "command": "log", "timeout_ms": 500, "cache_ttl_seconds": 0, "max_output_size": 100}]}`), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	post := []hook.Group{{Matcher: "@git/*", Handlers: []hook.Handler{{Command: "log", Timeout: 500 * time.Millisecond, MaxOutput: 100}}}}
	want := hook.Config{Source: "a.json", Dialect: hook.Kiro, Groups: map[hook.Event][]hook.Group{
		hook.SessionStart: {{Handlers: []hook.Handler{{Command: "git status"}}}}, hook.PostToolUse: post, hook.PostToolUseFailure: post,
	}}
	if diff := cmp.Diff(want, cfg); diff != "" {
		t.Error(diff)
	}
}

func TestAMistakeInTheConfigurationIsNamed(t *testing.T) {
	one := func(handler string) string { return `{"PreToolUse":[{"hooks":[` + handler + `]}]}` }
	for name, test := range map[string]struct{ text, want string }{
		"no JSON":                {`{"PreToolUse":`, "f.json: hooks: want an object"},
		"a list":                 {`[]`, "hooks: want an object"},
		"null":                   {`null`, "hooks: want an object"},
		"an event twice":         {`{"Stop":[],"Stop":[]}`, "duplicate"},
		"an event misspelled":    {`{"PreToolUsed":[]}`, `hooks.PreToolUsed: unknown event; did you mean "PreToolUse"?`},
		"an event unknown":       {`{"Xyz":[]}`, "known are SessionStart, UserPromptSubmit"},
		"Kiro's flat form":       {`{"PreToolUse":[{"command":"x"}]}`, "hooks.PreToolUse[0].command: unknown key"},
		"no hooks":               {`{"PreToolUse":[{"matcher":"x"}]}`, `hooks.PreToolUse[0]: "hooks", the list of what to run, is missing`},
		"a key misspelled":       {one(`{"type":"command","command":"x","timeot":1}`), `hooks[0].timeot: unknown key; did you mean "timeout"?`},
		"no type":                {one(`{"command":"x"}`), `hooks[0].type: want "command" or "http", not ""`},
		"an unknown type":        {one(`{"type":"shell"}`), `not "shell"`},
		"a guard jig cannot run": {one(`{"type":"prompt","prompt":"ok?"}`), "does not go on without a guard"},
		"no command":             {one(`{"type":"command"}`), "there is nothing to run"},
		"a NUL":                  {one(`{"type":"command","command":"a\u0000b"}`), "NUL"},
		"a wrong type":           {one(`{"type":"command","command":1}`), "hooks[0].command: want a string, not 1"},
		"a negative time":        {one(`{"type":"command","command":"x","timeout":-1}`), "timeout: -1 is out of range"},
		"no time":                {one(`{"type":"command","command":"x","timeout":0}`), "out of range"},
		"an endless time":        {one(`{"type":"command","command":"x","timeout":1e300}`), "out of range"},
		"another shell":          {one(`{"type":"command","command":"x","shell":"powershell"}`), "bash only"},
		"an unknown failure":     {one(`{"type":"command","command":"x","onFailure":"ignore"}`), `onFailure: want "block" or "continue", not "ignore"`},
		"a file as url":          {one(`{"type":"http","url":"file:///etc/passwd"}`), "want http:// or https://"},
		"a url with a password":  {one(`{"type":"http","url":"http://a:b@c/"}`), "must not hold a password"},
		"a secret in a header":   {one(`{"type":"http","url":"http://c/","headers":{"A":"$AWS_KEY"}}`), "headers.A: $AWS_KEY is not in allowedEnvVars"},
		"a bad rule":             {one(`{"type":"command","command":"x","if":"Bash(ls"}`), "if: rule \"Bash(ls\", character 5"},
		"a rule without a call":  {`{"Stop":[{"hooks":[{"type":"command","command":"x","if":"Bash"}]}]}`, "Stop is not"},
		"a rule as matcher":      {`{"PreToolUse":[{"matcher":"Bash(git *)","hooks":[]}]}`, `"Bash(git *)" is a rule, and a matcher names tools only; write "matcher": "Bash", and put the rule into the hook as "if": "Bash(git *)"`},
		"a rule with a prefix":   {`{"PreToolUse":[{"matcher":"Bash(npm:*)","hooks":[]}]}`, "is a rule"},
		"a rule of one word":     {`{"PreToolUse":[{"matcher":"Bash(ls)","hooks":[]}]}`, "is a rule"},
		"a bad matcher":          {`{"PreToolUse":[{"matcher":"(?!x)","hooks":[]}]}`, "PreToolUse[0].matcher: matcher"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := hook.ParseClaude(json.RawMessage(test.text), "f.json")
			if err == nil {
				t.Fatal("no error")
			}
			contains(t, "the error", err.Error(), test.want)
		})
	}
	_, err := hook.ParseKiro(json.RawMessage(`{"preTooluse":[],"stop":[{"comand":"x","timeout_ms":"1"}]}`), "a.json")
	for _, want := range []string{`did you mean "preToolUse"`, `did you mean "command"`, "timeout_ms: want a number", "nothing to run"} {
		contains(t, "the error", err.Error(), want)
	}
}

func TestAGroupInAMatcherIsNoRule(t *testing.T) {
	for _, matcher := range []string{"Notebook(Edit|Read)", "mcp__(a|b)__.*", "(Edit|Write)", "Web(Fetch)?", "Bash(Output|Input)", "mcp__github__(.*)"} {
		if _, err := hook.ParseClaude(json.RawMessage(`{"PreToolUse":[{"matcher":"`+matcher+`","hooks":[]}]}`), "f"); err != nil {
			t.Error(err)
		}
	}
}

func TestASetTellsTheWarningsOfItsConfigurations(t *testing.T) {
	set := newSet(t, hook.Options{}, hook.Config{Trusted: true, Warnings: []string{"a"}}, hook.Config{Trusted: true, Warnings: []string{"b"}})
	if diff := cmp.Diff([]string{"a", "b"}, set.Warnings()); diff != "" {
		t.Error(diff)
	}
}

func TestNothingRunsFromASourceThatIsNotTrusted(t *testing.T) {
	cfg, err := hook.ParseClaude(json.RawMessage(`{"SessionStart":[{"hooks":[{"type":"command","command":"touch x"}]}]}`), ".claude/settings.json")
	if err != nil {
		t.Fatal(err)
	}
	_, err = hook.New([]hook.Config{cfg}, hook.Options{})
	if !errors.Is(err, hook.ErrUntrusted) || !strings.Contains(err.Error(), ".claude/settings.json") || !strings.Contains(err.Error(), "jig trust") {
		t.Error(err)
	}
}

func TestASetIsCheckedWhenItIsMade(t *testing.T) {
	for want, cfg := range map[string]hook.Config{
		"nothing to run":     trusted(hook.Stop, hook.Handler{}),
		"make it one":        trusted(hook.Stop, hook.Handler{Command: "x", URL: "http://x/"}),
		"give Options.Rule":  trusted(hook.PreToolUse, hook.Handler{Command: "x", If: "Bash"}),
		"unknown event":      trusted("Stopp", hook.Handler{Command: "x"}),
		"neither a list":     {Trusted: true, Groups: map[hook.Event][]hook.Group{hook.Stop: {{Matcher: "("}}}},
		"want http:// or ht": trusted(hook.Stop, hook.Handler{URL: "ftp://x/"}),
	} {
		if _, err := hook.New([]hook.Config{cfg}, hook.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
