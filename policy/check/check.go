package check

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"

	"jig/policy"
	"jig/policy/vet"
	"jig/tool"
)

// Options are what a checker knows beside the policy.
type Options struct {
	// Tools finds a tool by its name; nil if there are none at hand. Tools that
	// are not found are judged by what people know of the name.
	Tools func(name string) (tool.Tool, bool)
}

// Checker answers questions about a policy.
type Checker struct {
	policy *policy.Policy
	opt    Options
}

// New makes a checker.
func New(p *policy.Policy, opt Options) *Checker { return &Checker{policy: p, opt: opt} }

// Report is the answer to a question.
type Report struct {
	policy.Verdict
	// Intent is what the call would do, if it could be told.
	Intent *tool.Intent `json:"-"`
}

// question is a line of JSON: an input of some kind, or a call.
type question struct {
	Kind  string          `json:"kind"`
	Input *string         `json:"input"`
	Tool  string          `json:"tool"`
	Args  json.RawMessage `json:"args"`
}

// Kinds are the kinds of input that can be asked about.
func Kinds() []string { return []string{"shell", "powershell", "path", "url", "config", "mcp"} }

// Line answers a question that is one line of JSON. What is no question is
// denied, and the error says why.
func (c *Checker) Line(ctx context.Context, line []byte) (Report, error) {
	var q question
	// Strictly: a key that is given twice could be read in two ways.
	if err := jsonv2.Unmarshal(line, &q); err != nil {
		return denied("this is not a question"), wrong(err)
	}
	switch {
	case q.Tool != "" && q.Kind == "" && q.Input == nil:
		return c.Call(ctx, q.Tool, q.Args), nil
	case q.Kind != "" && q.Input != nil && q.Tool == "":
		return c.Input(q.Kind, *q.Input)
	}
	return denied("this asks nothing"), errors.New(asks)
}

// wrong says what is wrong with a question that cannot be read.
func wrong(err error) error {
	kind, ok := errors.AsType[*jsonv2.SemanticError](err)
	switch {
	case !ok:
		return fmt.Errorf("not a JSON object: %w", err)
	case kind.JSONPointer == "":
		return fmt.Errorf("not a JSON object: %s", asks)
	}
	return fmt.Errorf("%q is not a text: %s", kind.JSONPointer.LastToken(), asks)
}

const asks = `write {"kind":"shell","input":"…"} or {"tool":"…","args":{…}}`

// Input answers a question about an input of one of the [Kinds].
func (c *Checker) Input(kind, input string) (Report, error) {
	switch kind {
	case "shell":
		return c.Shell(input), nil
	case "powershell":
		return c.PowerShell(input), nil
	case "path":
		return c.Path(input), nil
	case "url":
		return c.URL(input), nil
	case "config", "mcp":
		return c.found(kind, input), nil
	}
	return denied("it is not known how to check this"), fmt.Errorf("unknown kind %q: use one of %s", kind, strings.Join(Kinds(), ", "))
}

// Shell answers for a bash line.
func (c *Checker) Shell(line string) Report {
	spec, _ := policy.StandIn("Bash")
	return c.judge(spec, jsonObject("command", line), c.policy.ShellIntent(line))
}

// PowerShell answers for a PowerShell line.
func (c *Checker) PowerShell(line string) Report {
	spec, _ := policy.StandIn("PowerShell")
	return c.judge(spec, jsonObject("command", line), c.policy.PowerShellIntent(line))
}

// URL answers for a fetch of a URL.
func (c *Checker) URL(raw string) Report {
	spec, _ := policy.StandIn("WebFetch")
	return c.judge(spec, jsonObject("url", raw), c.policy.URLIntent(raw))
}

// found answers for what a project or a server brings along.
func (c *Checker) found(kind, input string) Report {
	checker := vet.Checker{Roots: c.policy.Roots()}
	checker.Builtin = func(name string) bool {
		if _, ok := policy.StandIn(name); ok {
			return true
		}
		if c.opt.Tools == nil {
			return false
		}
		_, ok := c.opt.Tools(name)
		return ok
	}
	findings := checker.Describe(kind, input)
	r := Report{Verdict: policy.Verdict{Effect: policy.Ask, Reason: "what comes from elsewhere is shown to a person before anybody obeys it"}}
	worst := vet.Worst(findings)
	for _, f := range findings {
		if f.Level == worst {
			r.Reason = f.What
			break
		}
	}
	if worst == vet.Deny {
		r.Effect = policy.Deny
	}
	return r
}

func (c *Checker) judge(spec *tool.Spec, args json.RawMessage, in *tool.Intent) Report {
	v := c.policy.Decide(&policy.Subject{Spec: spec, Args: args, Intent: in})
	return Report{Verdict: v, Intent: in}
}

func denied(reason string) Report {
	return Report{Verdict: policy.Verdict{Effect: policy.Deny, Reason: reason}}
}

func jsonObject(key, value string) json.RawMessage {
	b, err := json.Marshal(map[string]string{key: value})
	if err != nil {
		return nil
	}
	return b
}
