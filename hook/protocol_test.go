package hook_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/hook"
)

func TestTheAnswerOfACommandIsUnderstood(t *testing.T) {
	deny := `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'`
	tests := map[string]struct {
		event hook.Event
		lines []string
		want  hook.Result
	}{
		"exit 0 without output has no opinion": {hook.PreToolUse, []string{"true"}, hook.Result{}},
		"exit 2 denies a call, with stderr as the reason": {
			hook.PreToolUse,
			[]string{"echo 'not here' >&2; exit 2"},
			hook.Result{Decision: hook.Deny, Blocked: true, Reason: "not here"},
		},
		"JSON denies a call": {hook.PreToolUse, []string{deny}, hook.Result{Decision: hook.Deny, Blocked: true, Reason: "no"}},
		"deny beats ask beats allow, whatever the order": {
			hook.PreToolUse, []string{
				`echo '{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecisionReason":"fine"}}'`, deny,
				`echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"hm"}}'`,
			}, hook.Result{Decision: hook.Deny, Blocked: true, Reason: "no"},
		},
		"defer means ask": {
			hook.PreToolUse, []string{
				`echo '{"hookSpecificOutput":{"permissionDecision":"defer","permissionDecisionReason":"hm"}}'`,
				`echo '{"decision":"approve","reason":"ok"}'`,
			}, hook.Result{Decision: hook.Ask, Reason: "hm"},
		},
		"the input is replaced, and context is collected in order": {
			hook.PreToolUse, []string{
				`echo '{"hookSpecificOutput":{"updatedInput":{"command": "ls -l"},"additionalContext":"one"},"systemMessage":"hi"}'`,
				`echo '{"hookSpecificOutput":{"additionalContext":"two"}}'`,
				`echo '{"hookSpecificOutput":{"updatedInput":{"command":"ls -l"}}}' # the same again`,
			}, hook.Result{UpdatedInput: json.RawMessage(`{"command":"ls -l"}`), Context: []string{"one", "two"}, Messages: []string{"hi"}},
		},
		"continue false stops, and the call does not run": {
			hook.PreToolUse,
			[]string{`echo '{"continue":false,"stopReason":"enough"}'`},
			hook.Result{Decision: hook.Deny, Blocked: true, Reason: "enough", Stop: true, StopReason: "enough"},
		},
		"a person is answered for": {
			hook.PermissionRequest,
			[]string{`echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"never","interrupt":true}}}'`},
			hook.Result{Decision: hook.Deny, Blocked: true, Reason: "never", Stop: true},
		},
		"a prompt is blocked": {
			hook.UserPromptSubmit,
			[]string{`echo '{"decision":"block","reason":"secret"}'`},
			hook.Result{Blocked: true, Reason: "secret"},
		},
		"text is context for a prompt":       {hook.UserPromptSubmit, []string{"echo today is Monday"}, hook.Result{Context: []string{"today is Monday"}}},
		"text is context for a session":      {hook.SessionStart, []string{"echo branch main"}, hook.Result{Context: []string{"branch main"}}},
		"text is nothing for a call":         {hook.PreToolUse, []string{"echo looked at it"}, hook.Result{}},
		"a session cannot be blocked":        {hook.SessionStart, []string{"echo no >&2; exit 2"}, hook.Result{Warnings: []string{"no"}}},
		"the model is kept going":            {hook.Stop, []string{`echo '{"decision":"block","reason":"tests fail"}'`}, hook.Result{Blocked: true, Reason: "tests fail"}},
		"the model hears of a bad result":    {hook.PostToolUse, []string{"echo lint >&2; exit 2"}, hook.Result{Blocked: true, Reason: "lint"}},
		"the model hears of a failed call":   {hook.PostToolUseFailure, []string{`echo '{"hookSpecificOutput":{"additionalContext":"try make"}}'`}, hook.Result{Context: []string{"try make"}}},
		"the output is replaced":             {hook.PostToolUse, []string{`echo '{"hookSpecificOutput":{"updatedToolOutput":"***"}}'`}, hook.Result{UpdatedOutput: json.RawMessage(`"***"`)}},
		"an input is not replaced afterward": {hook.PostToolUse, []string{`echo '{"hookSpecificOutput":{"updatedInput":{}}}'`}, hook.Result{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var handlers []hook.Handler
			for _, line := range test.lines {
				handlers = append(handlers, command(line))
			}
			got := fire(t, bash(t, test.event, handlers...), call(test.event))
			if diff := cmp.Diff(&test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTwoHooksThatChangeTheSameDifferentlyBlock(t *testing.T) {
	set := bash(t, hook.PreToolUse,
		command(`echo '{"hookSpecificOutput":{"updatedInput":{"command":"a"},"permissionDecision":"allow"}}'`),
		command(`echo '{"hookSpecificOutput":{"updatedInput":{"command":"b"}}}'`))
	res := fire(t, set, call(hook.PreToolUse))
	if res.Decision != hook.Deny || res.UpdatedInput != nil {
		t.Errorf("%+v", res)
	}
	contains(t, "the reason", res.Reason, "differently")

	set = bash(t, hook.PostToolUse,
		command(`echo '{"hookSpecificOutput":{"updatedToolOutput":"a"}}'`), command(`echo '{"hookSpecificOutput":{"updatedToolOutput":"b"}}'`))
	res = fire(t, set, call(hook.PostToolUse))
	if !res.Blocked {
		t.Errorf("%+v", res)
	}
	contains(t, "the output", string(res.UpdatedOutput), "withheld")
}

func TestACommandIsToldOfTheEvent(t *testing.T) {
	dir := t.TempDir()
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	mcp := hook.ToolName{Canonical: "git_status", Server: "git", Tool: "status"}
	tests := map[string]struct {
		dialect hook.Dialect
		event   hook.Event
		tool    hook.ToolName
		want    string
	}{
		"Claude's shape has Claude's names": {
			hook.Claude, hook.PreToolUse, call(hook.PreToolUse).Tool,
			`{"session_id":"s1","tool_use_id":"t1","hook_event_name":"PreToolUse","cwd":"WORK","tool_name":"Bash","tool_input":{"command":"a <b>"},"tool_response":{"out":"x"}}`,
		},
		"Claude's shape names servers": {
			hook.Claude, hook.PreToolUse, mcp,
			`{"session_id":"s1","tool_use_id":"t1","hook_event_name":"PreToolUse","cwd":"WORK","tool_name":"mcp__git__status","tool_input":{"command":"a <b>"},"mcp_server":"git","tool_response":{"out":"x"}}`,
		},
		"Kiro's shape has Kiro's names": {
			hook.Kiro, hook.PostToolUse, call(hook.PreToolUse).Tool,
			`{"hook_event_name":"postToolUse","cwd":"WORK","session_id":"s1","prompt":"hello","tool_name":"shell","tool_input":{"command":"a <b>"},"tool_response":{"success":true,"result":[{"out":"x"}]}}`,
		},
		"Kiro's shape names servers and tells of failures": {
			hook.Kiro, hook.PostToolUseFailure, mcp,
			`{"hook_event_name":"postToolUse","cwd":"WORK","session_id":"s1","prompt":"hello","tool_name":"@git/status","tool_input":{"command":"a <b>"},"tool_response":{"success":false,"result":["boom"]}}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cfg := trusted(test.event, command(`cat >"$JIG_PROJECT_DIR/seen"; pwd >"$CLAUDE_PROJECT_DIR/pwd"; printf %s "$BASH_ENV$USER_PROMPT" >"$JIG_PROJECT_DIR/env"`))
			cfg.Dialect = test.dialect
			set := newSet(t, hook.Options{ProjectDir: dir, Env: append(os.Environ(), "BASH_ENV=/nowhere")}, cfg)
			in := call(test.event)
			in.Cwd, in.Tool, in.ToolInput = work, test.tool, json.RawMessage(`{"command":"a <b>"}`)
			if test.event == hook.PostToolUseFailure {
				in.Error = "boom"
			}
			if res := fire(t, set, in); len(res.Warnings) > 0 || res.Blocked {
				t.Fatal(res)
			}
			if diff := cmp.Diff(strings.ReplaceAll(test.want, "WORK", work), read(t, filepath.Join(dir, "seen"))); diff != "" {
				t.Error(diff)
			}
			if got := read(t, filepath.Join(dir, "pwd")); got != work {
				t.Errorf("ran in %s", got)
			}
			want := map[hook.Dialect]string{hook.Kiro: "hello"}[test.dialect]
			if got := read(t, filepath.Join(dir, "env")); got != want {
				t.Errorf("environment %q, want %q", got, want)
			}
		})
	}
}

func TestAProgramRunsWithoutAShell(t *testing.T) {
	h := hook.Handler{Command: "printf", Args: []string{"%s", `{"systemMessage":"$HOME; *"}`}}
	if res := fire(t, bash(t, hook.Stop, h), call(hook.Stop)); len(res.Messages) != 1 || res.Messages[0] != "$HOME; *" {
		t.Errorf("%+v", res)
	}
}

func TestAHookRunsOnlyWhereItBelongs(t *testing.T) {
	count := func(t *testing.T, in *hook.Input, matcher string, h hook.Handler, opt hook.Options) int {
		t.Helper()
		runs := 0
		h.Func = func(context.Context, *hook.Input) (*hook.Output, error) { runs++; return nil, nil }
		cfg := hook.Config{Source: "x", Trusted: true, Groups: map[hook.Event][]hook.Group{in.Event: {{Matcher: matcher, Handlers: []hook.Handler{h}}}}}
		set := newSet(t, opt, cfg)
		fire(t, set, in)
		fire(t, set, in)
		return runs
	}
	rule := hook.Options{Rule: func(rule string, in hook.Input) (bool, error) {
		if rule == "Bad" {
			return false, errors.New("cannot say")
		}
		return strings.Contains(string(in.ToolInput), strings.TrimSuffix(strings.TrimPrefix(rule, "Bash("), ")")), nil
	}}
	start := &hook.Input{Event: hook.SessionStart, Source: "resume"}
	for name, test := range map[string]struct {
		in      *hook.Input
		matcher string
		handler hook.Handler
		want    int
	}{
		"an alias matches":                    {call(hook.PreToolUse), "Edit|Bash", hook.Handler{}, 2},
		"another tool does not":               {call(hook.PreToolUse), "Edit|Write", hook.Handler{}, 0},
		"a session is matched by its source":  {start, "startup|resume", hook.Handler{}, 2},
		"a session of another source is not":  {start, "startup", hook.Handler{}, 0},
		"a prompt has nothing to match":       {call(hook.UserPromptSubmit), "Bash", hook.Handler{}, 2},
		"a rule that fits":                    {call(hook.PreToolUse), "", hook.Handler{If: "Bash(ls)"}, 2},
		"a rule that does not":                {call(hook.PreToolUse), "", hook.Handler{If: "Bash(git)"}, 0},
		"once is once in a session":           {call(hook.PreToolUse), "", hook.Handler{Once: true}, 1},
		"the end of a session begins another": {&hook.Input{Event: hook.SessionEnd}, "", hook.Handler{Once: true}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			if got := count(t, test.in, test.matcher, test.handler, rule); got != test.want {
				t.Errorf("ran %d times, want %d", got, test.want)
			}
		})
	}
	t.Run("a rule that cannot be judged blocks", func(t *testing.T) {
		set := newSet(t, rule, trusted(hook.PreToolUse, hook.Handler{Command: "true", If: "Bad"}))
		res := fire(t, set, call(hook.PreToolUse))
		if res.Decision != hook.Deny {
			t.Errorf("%+v", res)
		}
		contains(t, "the reason", res.Reason, "cannot say")
	})
}

func TestTheSameCommandRunsOnce(t *testing.T) {
	dir := t.TempDir()
	h := command(`echo x >>"$JIG_PROJECT_DIR/runs"`)
	fire(t, newSet(t, hook.Options{ProjectDir: dir}, trusted(hook.Stop, h, h), trusted(hook.Stop, h)), call(hook.Stop))
	if got := read(t, filepath.Join(dir, "runs")); got != "x" {
		t.Errorf("ran %q", got)
	}
}
