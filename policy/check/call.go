package check

import (
	"context"
	"encoding/json"
	"strings"

	"jig/policy"
	"jig/schema"
	"jig/tool"
)

// Call answers for a call of a tool. A tool that is at hand is asked for its
// intent; one that is not is judged by what people know of its name.
func (c *Checker) Call(ctx context.Context, name string, args json.RawMessage) Report {
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	if c.opt.Tools != nil {
		if t, ok := c.opt.Tools(name); ok {
			return c.known(ctx, t, name, args)
		}
	}
	var given map[string]any
	if err := json.Unmarshal(args, &given); err != nil {
		return denied("the arguments are not a JSON object: " + err.Error())
	}
	spec, ok := policy.StandIn(name)
	if !ok {
		return c.judge(stranger(name), args, nil)
	}
	in := c.policy.GuessIntent(name, spec, args)
	if in == nil {
		return denied("the arguments do not say what the call is about: a shell has a command, a file tool a path, a fetch a url")
	}
	return c.judge(spec, args, in)
}

// known asks a tool what a call of it would do.
func (c *Checker) known(ctx context.Context, t tool.Tool, name string, args json.RawMessage) Report {
	call := &tool.Call{ID: "check", Name: name, Args: args}
	if a, ok := tool.As[tool.Adapter](t); ok {
		meant, err := a.Adapt(call)
		if err != nil {
			return denied("the arguments are not valid: " + err.Error())
		}
		if other, ok := c.opt.Tools(meant); ok {
			t = other
		}
	}
	spec := t.Spec()
	if err := bind(t, call); err != nil {
		// What is asked about may be less than a whole call: "Edit .git/config".
		if _, known := policy.StandIn(name); known {
			if in := c.policy.GuessIntent(name, spec, args); in != nil {
				return c.judge(spec, args, in)
			}
		}
		return denied("the arguments are not valid: " + err.Error())
	}
	var in *tool.Intent
	if p, ok := tool.As[tool.Planner](t); ok {
		var err error
		if in, err = p.Plan(ctx, call); err != nil {
			return denied("it cannot be told what the call would do: " + err.Error())
		}
	}
	if in == nil {
		in = spec.DefaultIntent()
	}
	return c.judge(spec, call.Args, in)
}

// bind validates the arguments of a call.
func bind(t tool.Tool, call *tool.Call) error {
	if b, ok := tool.As[tool.Binder](t); ok {
		return b.Bind(call, schema.Options{})
	}
	if t.Spec().Input == nil {
		return nil
	}
	final, err := t.Spec().Input.Check(call.Args, schema.Options{})
	if err == nil {
		call.Args = final
	}
	return err
}

// stranger is the spec of a tool of which only the name is known.
func stranger(name string) *tool.Spec {
	spec := &tool.Spec{Name: name, Origin: tool.Origin{Kind: tool.Dynamic}}
	if rest, ok := strings.CutPrefix(name, "mcp__"); ok {
		if server, bare, ok := strings.Cut(rest, "__"); ok {
			return &tool.Spec{Name: bare, Origin: tool.Origin{Kind: tool.MCP, Source: server}}
		}
	}
	if rest, ok := strings.CutPrefix(name, "@"); ok {
		if server, bare, ok := strings.Cut(rest, "/"); ok {
			return &tool.Spec{Name: bare, Origin: tool.Origin{Kind: tool.MCP, Source: server}}
		}
	}
	return spec
}
