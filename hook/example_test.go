package hook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"jig/hook"
)

// A guard from Claude Code's settings looks at every command.
func Example() {
	settings := json.RawMessage(`{"PreToolUse": [{"matcher": "Bash", "hooks": [{
		"type": "command",
		"command": "if grep -q 'rm -rf'; then echo 'deleting is not for you' >&2; exit 2; fi"
	}]}]}`)
	cfg, err := hook.ParseClaude(settings, "settings.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	cfg.Trusted = true // these are the user's own
	set, err := hook.New([]hook.Config{cfg}, hook.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer set.Close()

	for _, args := range []string{`{"command":"ls"}`, `{"command":"rm -rf /"}`} {
		res, err := set.Fire(context.Background(), &hook.Input{
			Event:     hook.PreToolUse,
			Tool:      hook.ToolName{Canonical: "Bash", Builtin: true},
			ToolInput: json.RawMessage(args),
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %q\n", res.Decision, res.Reason)
	}
	// Output:
	// none: ""
	// deny: "deleting is not for you"
}

// A hook in Go hides a secret from the model.
func ExampleFunc() {
	redact := func(_ context.Context, in *hook.Input) (*hook.Output, error) {
		clean := strings.ReplaceAll(string(in.ToolResponse), "hunter2", "***")
		return &hook.Output{UpdatedOutput: json.RawMessage(clean)}, nil
	}
	set, err := hook.New([]hook.Config{{
		Source:  "example",
		Trusted: true,
		Groups:  map[hook.Event][]hook.Group{hook.PostToolUse: {{Matcher: "Read", Handlers: []hook.Handler{{Func: redact}}}}},
	}}, hook.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer set.Close()
	res, err := set.Fire(context.Background(), &hook.Input{
		Event:        hook.PostToolUse,
		Tool:         hook.ToolName{Canonical: "Read", Builtin: true},
		ToolResponse: json.RawMessage(`"password: hunter2"`),
	})
	fmt.Println(string(res.UpdatedOutput), err)
	// Output: "password: ***" <nil>
}
