package hook_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"jig/hook"
)

func TestAGuardThatFailsBlocks(t *testing.T) {
	failing := map[string]struct {
		handler hook.Handler
		want    string
	}{
		"exits with another code":         {command("echo oops >&2; exit 1"), "exit code 1: oops"},
		"is ended by a signal":            {command("kill -SEGV $$"), "signal"},
		"takes too long":                  {hook.Handler{Command: "exec sleep 60", Timeout: 50 * time.Millisecond}, "longer than 50ms"},
		"is not there":                    {command("/no/such/script"), "exit code 127"},
		"is not executable":               {command("/etc/passwd"), "exit code 126"},
		"is a program that is missing":    {hook.Handler{Command: "/no/such/program", Args: []string{}}, "cannot be started"},
		"prints without end":              {command("yes"), "printed more than"},
		"complains without end":           {command("yes >&2"), "printed more than"},
		"prints half an object":           {command(`echo '{"decision":"block"'`), "want an object"},
		"prints an object and text":       {command(`echo '{"decision":"block"}'; echo done`), "want an object"},
		"prints text and an object":       {command(`echo loading; echo '{"decision":"block"}'`), "beside its JSON"},
		"prints text and a long object":   {command(`printf 'loading\n{\n "hookSpecificOutput": {"permissionDecision":\n"deny"}}\n'`), "beside its JSON"},
		"misspells a key":                 {command(`echo '{"hookSpecificOutput":{"permisionDecision":"deny"}}'`), `did you mean "permissionDecision"`},
		"puts a key into the wrong place": {command(`echo '{"permissionDecision":"deny"}'`), "belongs into hookSpecificOutput"},
		"gives an unknown decision":       {command(`echo '{"hookSpecificOutput":{"permissionDecision":"reject"}}'`), `not "reject"`},
		"says a key twice":                {command(`echo '{"decision":"block","decision":"approve"}'`), "duplicate"},
		"has a wrong type":                {command(`echo '{"decision":true}'`), "want a string"},
		"says deny at the top":            {command(`echo '{"behavior":"deny"}'`), "it may be a decision"},
		"says allow false":                {command(`echo '{"allow":false,"systemMessage":"x"}'`), "it may be a decision"},
		"answers in a shape of its own":   {command(`echo '{"judgement":{"no":1}}'`), "none of its keys is known"},
		"prints a list":                   {command(`echo '[{"decision":"block"}]'`), "no object"},
		"panics":                          {hook.Handler{Func: func(context.Context, *hook.Input) (*hook.Output, error) { panic("ouch") }}, "panicked: ouch"},
		"returns an error": {hook.Handler{Func: func(context.Context, *hook.Input) (*hook.Output, error) {
			return &hook.Output{Decision: hook.Allow}, errors.New("broken")
		}}, "broken"},
	}
	for name, test := range failing {
		t.Run(name, func(t *testing.T) {
			for _, event := range []hook.Event{hook.PreToolUse, hook.PermissionRequest, hook.UserPromptSubmit} {
				res := fire(t, bash(t, event, test.handler), call(event))
				if !res.Blocked || event != hook.UserPromptSubmit && res.Decision != hook.Deny {
					t.Errorf("%s: %+v", event, res)
				}
				if strings.Contains(name, "key") && event != hook.PreToolUse {
					continue
				}
				contains(t, "the reason", res.Reason, test.want)
			}
			lenient := test.handler
			lenient.OnFailure = hook.FailContinue
			for _, set := range []*hook.Set{
				bash(t, hook.PreToolUse, lenient),
				newSet(t, hook.Options{OnFailure: hook.FailContinue}, trusted(hook.PreToolUse, test.handler)),
			} {
				if res := fire(t, set, call(hook.PreToolUse)); res.Blocked || res.Decision != hook.None || len(res.Warnings) != 1 {
					t.Errorf("told to continue: %+v", res)
				}
			}
			observed := fire(t, bash(t, hook.SessionEnd, test.handler), call(hook.SessionEnd))
			if observed.Blocked || len(observed.Warnings) > 1 {
				t.Errorf("an observer: %+v", observed)
			}
		})
	}
}

func TestAnObserverBlocksWhenItIsToldTo(t *testing.T) {
	h := command("exit 1")
	h.OnFailure = hook.FailBlock
	if res := fire(t, bash(t, hook.PostToolUse, h), call(hook.PostToolUse)); !res.Blocked {
		t.Errorf("%+v", res)
	}
}

func TestAWordAsAnAnswerIsNoConsent(t *testing.T) {
	for _, line := range []string{"echo false", `echo '"deny"'`, "echo true"} {
		if res := fire(t, bash(t, hook.PreToolUse, command(line)), call(hook.PreToolUse)); !res.Blocked {
			t.Errorf("%s: %+v", line, res)
		}
	}
	for _, line := range []string{"echo 12", "echo looked at it", "echo '{}'", `echo '{"suppressOutput":true,"more":1}'`} {
		if res := fire(t, bash(t, hook.PreToolUse, command(line)), call(hook.PreToolUse)); res.Blocked {
			t.Errorf("%s: %+v", line, res)
		}
	}
}

func TestTooLongIsToldInPlainWords(t *testing.T) {
	h := hook.Handler{Command: "exec sleep 60", Timeout: 50 * time.Millisecond}
	res := fire(t, bash(t, hook.PreToolUse, h), call(hook.PreToolUse))
	contains(t, "the reason", res.Reason, "it took longer than 50ms and was ended")
	if strings.Contains(res.Reason, "context") {
		t.Error(res.Reason)
	}
}

func TestOneFailureDoesNotHideTheOthers(t *testing.T) {
	set := bash(t, hook.PreToolUse, command("exit 1"),
		command(`echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"rule 7"}}'`))
	res := fire(t, set, call(hook.PreToolUse))
	contains(t, "the reason", res.Reason, "exit code 1")
	contains(t, "the reason", res.Reason, "rule 7")
}

func TestTextThatOnlyMentionsADecisionIsText(t *testing.T) {
	set := bash(t, hook.UserPromptSubmit, command(`printf 'see "decision" in\n{"a": 1}\n{ "decision" here\n'`))
	if res := fire(t, set, call(hook.UserPromptSubmit)); res.Blocked || len(res.Context) != 1 {
		t.Errorf("%+v", res)
	}
}

func TestHooksBesideTheSessionDoNotHoldUpGuards(t *testing.T) {
	slow := command("exec sleep 300")
	slow.Async = true
	set := newSet(t, hook.Options{Parallel: 1, Grace: -1}, trusted(hook.PreToolUse, slow, command("echo no >&2; exit 2"), command("echo never >&2; exit 2")))
	if res := fire(t, set, call(hook.PreToolUse)); res.Reason != "no\nnever" {
		t.Errorf("%+v", res)
	}
}

func TestLongTextIsCutAndSaysSo(t *testing.T) {
	set := bash(t, hook.UserPromptSubmit, command(`printf 'é%.0s' {1..10050}`))
	res := fire(t, set, call(hook.UserPromptSubmit))
	if len(res.Context) != 1 || strings.Count(res.Context[0], "é") != 10_000 {
		t.Fatalf("%d texts", len(res.Context))
	}
	contains(t, "the text", res.Context[0], "[cut after 10000 of 10050 characters]")
	h := command("echo 123456789")
	h.MaxOutput = 3
	res = fire(t, bash(t, hook.SessionStart, h), call(hook.SessionStart))
	contains(t, "the text", res.Context[0], "123\n[cut")
}

func TestACancelledEventBlocksAndSaysWhy(t *testing.T) {
	set := bash(t, hook.PreToolUse, command("exec sleep 60"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err := set.Fire(ctx, call(hook.PreToolUse))
	if !errors.Is(err, context.Canceled) || res.Decision != hook.Deny {
		t.Errorf("%+v, %v", res, err)
	}
	if res, err := set.Fire(t.Context(), &hook.Input{Event: "PreTolUse"}); err == nil || !res.Blocked || !strings.Contains(err.Error(), `did you mean "PreToolUse"`) {
		t.Errorf("%+v, %v", res, err)
	}
	bad := call(hook.PreToolUse)
	bad.ToolInput = []byte("{")
	if res := fire(t, set, bad); !res.Blocked {
		t.Errorf("%+v", res)
	}
	set.Close()
	if res, err := set.Fire(t.Context(), call(hook.PreToolUse)); !errors.Is(err, hook.ErrClosed) || !res.Blocked {
		t.Errorf("%+v, %v", res, err)
	}
}
