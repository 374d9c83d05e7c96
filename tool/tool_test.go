package tool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"jig/schema"
	"jig/tool"
)

type weatherIn struct {
	City string `json:"city" doc:"Name of the city"`
	Days int    `json:"days,omitempty" minimum:"1" maximum:"7" default:"1"`
}

type weatherOut struct {
	City string `json:"city"`
	Days int    `json:"days"`
}

// timing has fields that encoding/json writes otherwise than its schema says.
type timing struct {
	Took  time.Duration `json:"took"`
	Steps []string      `json:"steps"`
	Error string        `json:"error,omitempty"`
}

func weather() *tool.Typed[weatherIn, weatherOut] {
	return tool.New(tool.Spec{Name: "weather", Description: "Weather", Access: tool.ReadOnly},
		func(_ context.Context, in weatherIn) (weatherOut, error) { return weatherOut(in), nil })
}

func TestATypedToolTakesItsSchemasFromItsTypes(t *testing.T) {
	spec := weather().Spec()
	want := `{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"},"days":{"type":"integer","minimum":1,"maximum":7,"default":1}},"required":["city"],"additionalProperties":false}`
	if !sameJSON(t, spec.Input.JSON(), []byte(want)) {
		t.Errorf("input %s", spec.Input.JSON())
	}
	if spec.Output == nil {
		t.Error("no schema for its output")
	}
	res, err := weather().Run(t.Context(), &tool.Call{Args: []byte(`{"city":"Oslo"}`)})
	if err != nil || res.Text() != `{"city":"Oslo","days":1}` {
		t.Errorf("%v %v", res.Text(), err)
	}
	if _, err := weather().Run(t.Context(), &tool.Call{Args: []byte(`{"days":9}`)}); tool.AsError(err).Code != tool.CodeInvalidArgs {
		t.Errorf("bad arguments gave %v", err)
	}
}

func sameJSON(t *testing.T, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(x) == fmt.Sprint(y)
}

func TestWhatAFunctionReturnsBecomesTheResult(t *testing.T) {
	run := func(x tool.Tool) string {
		res, err := x.Run(t.Context(), &tool.Call{Args: []byte(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		raw, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	spec := tool.Spec{Name: "t", Description: "t"}
	for name, c := range map[string]struct {
		tool tool.Tool
		want string
	}{
		"a string": {tool.New(spec, func(context.Context, struct{}) (string, error) { return "s", nil }), `{"content":[{"type":"text","text":"s"}]}`},
		"a result": {tool.New(spec, func(context.Context, struct{}) (*tool.Result, error) { return tool.TextResult("r"), nil }), `{"content":[{"type":"text","text":"r"}]}`},
		"blocks": {tool.New(spec, func(context.Context, struct{}) ([]tool.Block, error) {
			return []tool.Block{tool.Image("image/png", []byte{1})}, nil
		}), `{"content":[{"type":"image","mime":"image/png","data":"AQ=="}]}`},
		"a struct":       {tool.New(spec, func(context.Context, struct{}) (weatherOut, error) { return weatherOut{"Oslo", 2}, nil }), `{"content":[{"type":"json","json":{"city":"Oslo","days":2}}]}`},
		"a number":       {tool.New(spec, func(context.Context, struct{}) (int, error) { return 5, nil }), `{"content":[{"type":"json","json":5}]}`},
		"raw JSON":       {tool.New(spec, func(context.Context, struct{}) (json.RawMessage, error) { return json.RawMessage(`[1]`), nil }), `{"content":[{"type":"json","json":[1]}]}`},
		"a duration":     {tool.New(spec, func(context.Context, struct{}) (timing, error) { return timing{Took: 90 * time.Second}, nil }), `{"content":[{"type":"json","json":{"took":"1m30s","steps":[]}}]}`},
		"nothing at all": {tool.New(spec, func(context.Context, struct{}) (struct{}, error) { return struct{}{}, nil }), `{"content":[{"type":"text","text":"done"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			if got := run(c.tool); got != c.want {
				t.Errorf("%s", got)
			}
			if out := c.tool.Spec().Output; out != nil {
				res, err := c.tool.Run(t.Context(), &tool.Call{Args: []byte(`{}`)})
				if err = errors.Join(err, out.Validate(res.Content[0].JSON)); err != nil {
					t.Errorf("does not keep to its own schema: %v", err)
				}
			}
		})
	}
}

func TestMistakesOfTheProgrammerPanic(t *testing.T) {
	for name, make := range map[string]func(){
		"no name": func() { tool.New(tool.Spec{}, func(context.Context, struct{}) (string, error) { return "", nil }) },
		"input is a string": func() {
			tool.New(tool.Spec{Name: "x"}, func(context.Context, string) (string, error) { return "", nil })
		},
		"input is a chan": func() {
			tool.New(tool.Spec{Name: "x"}, func(context.Context, chan int) (string, error) { return "", nil })
		},
		"a wrong tag": func() {
			tool.New(tool.Spec{Name: "x"}, func(context.Context, struct {
				A int `json:"a" minimum:"many"`
			},
			) (string, error) {
				return "", nil
			})
		},
		"registered twice": func() { tool.NewSet(named("a"), named("a")) },
		"static twice":     func() { tool.NewStatic().Register("a", nil).Register("a", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			make()
		})
	}
}

// shout wraps a tool without hiding what it can do.
type shout struct{ tool.Tool }

func (s shout) Unwrap() tool.Tool { return s.Tool }

func TestPowersAreFoundThroughWrappers(t *testing.T) {
	planned := weather().WithPlan(func(_ context.Context, in weatherIn) (*tool.Intent, error) {
		return &tool.Intent{Hosts: []string{in.City}}, nil
	})
	p, ok := tool.As[tool.Planner](shout{shout{planned}})
	if !ok {
		t.Fatal("the planner is lost")
	}
	in, err := p.Plan(t.Context(), &tool.Call{Args: []byte(`{"city":"Oslo"}`)})
	if err != nil || in.Hosts[0] != "Oslo" {
		t.Errorf("%v %v", in, err)
	}
	if _, ok := tool.As[fmt.Stringer](shout{planned}); ok {
		t.Error("found a power that is not there")
	}
	if _, ok := tool.As[tool.Planner](nil); ok {
		t.Error("found a power on nothing")
	}
}

func TestErrorsHaveTheirPlaceInTheTaxonomy(t *testing.T) {
	invalid := &schema.Invalid{Problems: []schema.Problem{{Path: "/a", Keyword: "type", Message: "must be a string"}}}
	for _, c := range []struct {
		err   error
		code  tool.Code
		retry bool
	}{
		{errors.New("x"), tool.CodeFailed, false},
		{fmt.Errorf("wrapped: %w", context.DeadlineExceeded), tool.CodeTimeout, true},
		{context.Canceled, tool.CodeCancelled, false},
		{fmt.Errorf("open: %w", fs.ErrNotExist), tool.CodeFileNotFound, false},
		{fmt.Errorf("args: %w", invalid), tool.CodeInvalidArgs, false},
		{fmt.Errorf("w: %w", tool.Errorf(tool.CodeExternalService, "down: %w", fs.ErrClosed)), tool.CodeExternalService, true},
		{tool.RateLimited("too fast", 1500*time.Millisecond), tool.CodeRateLimited, true},
	} {
		e := tool.AsError(c.err)
		if e.Code != c.code || e.Retryable() != c.retry {
			t.Errorf("%v: %s retryable=%v", c.err, e.Code, e.Retryable())
		}
		raw, err := json.Marshal(e)
		var back tool.Error
		if err != nil || json.Unmarshal(raw, &back) != nil || back.Code != e.Code || back.Error() != e.Error() || back.RetryAfter != e.RetryAfter {
			t.Errorf("%s came back as %+v", raw, back)
		}
	}
	if tool.AsError(nil) != nil {
		t.Error("an error out of nothing")
	}
	raw, err := json.Marshal(tool.Errorf(tool.CodeStaleFile, "read it again"))
	if want := `{"error":"read it again","code":"stale_file","message":"read it again","retryable":false}`; err != nil || string(raw) != want {
		t.Errorf("%s %v", raw, err)
	}
	for _, code := range tool.Codes() {
		if tool.Errorf(code, "why").Error() == "" {
			t.Errorf("%s says nothing", code)
		}
	}
}

func TestAccessLevelsAreOrderedAndTheZeroValueIsTheMost(t *testing.T) {
	if tool.ReadOnly >= tool.WorkspaceWrite || tool.WorkspaceWrite >= tool.FullAccess {
		t.Error("the order is wrong")
	}
	var unset tool.Access
	if unset != tool.FullAccess {
		t.Error("a tool that does not say has less than full access")
	}
	for _, a := range []tool.Access{tool.ReadOnly, tool.WorkspaceWrite, tool.FullAccess} {
		text, err := a.MarshalText()
		var back tool.Access
		if err != nil || back.UnmarshalText(text) != nil || back != a {
			t.Errorf("%s came back as %s", a, back)
		}
	}
	if err := new(tool.Access).UnmarshalText([]byte("root")); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("%v", err)
	}
}

func TestDecodedArgumentsBelongToTheArgumentsTheyWereMadeOf(t *testing.T) {
	c := &tool.Call{Args: []byte(`{"city":"Oslo"}`)}
	if err := weather().Bind(c, schema.Options{}); err != nil {
		t.Fatal(err)
	}
	moved := *c
	moved.Args = []byte(`{"city":"Rome"}`)
	res, err := weather().Run(t.Context(), &moved)
	if err != nil || res.Text() != `{"city":"Rome","days":1}` {
		t.Errorf("%s %v", res.Text(), err)
	}
}

func TestANilErrorIsNoError(t *testing.T) {
	var e *tool.Error
	if e.Error() == "" || e.Unwrap() != nil {
		t.Error("a nil error is not safe to look at")
	}
}

func TestThePurposeIsCutOutOfArgumentsThatCarryOne(t *testing.T) {
	for name, c := range map[string][3]string{
		"at the start":                 {`{"__tool_use_purpose":"why","a":1}`, `{"a":1}`, "why"},
		"at the end":                   {`{ "a" : [1, 2] , "__tool_use_purpose" : "w\"hy" } `, `{"a":[1, 2]}`, `w"hy`},
		"alone":                        {`{"__tool_use_purpose":"why"}`, `{}`, "why"},
		"not there":                    {`{"a":"x"}`, `{"a":"x"}`, ""},
		"only in a value":              {`{"a":"__tool_use_purpose"}`, `{"a":"__tool_use_purpose"}`, ""},
		"deeper down it is no purpose": {`{"a":{"__tool_use_purpose":"x"}}`, `{"a":{"__tool_use_purpose":"x"}}`, ""},
		"twice stays for validation":   {`{"__tool_use_purpose":"a","__tool_use_purpose":"b"}`, `{"__tool_use_purpose":"a","__tool_use_purpose":"b"}`, ""},
		"a number stays too":           {`{"__tool_use_purpose":5}`, `{"__tool_use_purpose":5}`, ""},
		"broken JSON stays":            {`{"__tool_use_purpose":"a"`, `{"__tool_use_purpose":"a"`, ""},
		"trailing data stays":          {`{"__tool_use_purpose":"a"} x`, `{"__tool_use_purpose":"a"} x`, ""},
		"written with escapes":         {`{"a":1,"\u005f_tool_use_purpose":"p"}`, `{"a":1}`, "p"},
		"null stands for none":         {`{"a":1,"__tool_use_purpose":null}`, `{"a":1}`, ""},
		"empty is one too":             {`{"a":1,"__tool_use_purpose":""}`, `{"a":1}`, ""},
		"a key with an escape":         {`{"\u0061":1,"__tool_use_purpose":"p"}`, `{"a":1}`, "p"},
	} {
		t.Run(name, func(t *testing.T) {
			rest, purpose, found := tool.CutPurpose([]byte(c[0]))
			if string(rest) != c[1] || purpose != c[2] || found != (c[0] != c[1]) {
				t.Errorf("%s with %q, found %v", rest, purpose, found)
			}
		})
	}
}

func TestACallOutsideOfAnEngineReportsToNobody(t *testing.T) {
	c := tool.FromContext(t.Context())
	c.Progress("x")
	c.Update(tool.TextResult("x"))
	if first := c.NewID(); first == "" || first == c.NewID() || c.Now().IsZero() {
		t.Error("no ids or no time")
	}
}

func TestAStaticSetIsBuiltInOneExpression(t *testing.T) {
	s := tool.NewStatic().
		Register("bash", func(input string) (string, error) { return "output of " + input, nil }).
		Register("fail", func(string) (string, error) { return "", tool.Errorf(tool.CodeFailed, "no") })
	if out, err := s.Execute(t.Context(), "Bash", "ls"); err != nil || out != "output of ls" {
		t.Errorf("%q %v", out, err)
	}
	if _, err := s.Execute(t.Context(), "fail", ""); err == nil {
		t.Error("no error")
	}
	if _, err := s.Execute(t.Context(), "bsah", ""); tool.AsError(err).Code != tool.CodeNotFound {
		t.Errorf("%v", err)
	}
}

func TestTheDefaultIntentIsTheCautiousOne(t *testing.T) {
	read := (&tool.Spec{Name: "x", Access: tool.ReadOnly}).DefaultIntent()
	write := (&tool.Spec{Name: "x", Access: tool.WorkspaceWrite}).DefaultIntent()
	if !read.ReadOnly() || read.Reads[0] != tool.Everything || write.ReadOnly() || write.Writes[0] != tool.Everything {
		t.Errorf("%+v %+v", read, write)
	}
}
