package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"jig/policy"
	"jig/tool"
	"jig/workspace"
)

// What a decision may cost. There is no peer that decides the same, so the goals stand beside the measured times.
const (
	lineGoal = 20_000 // ns, for a line of three commands, from its text
	pathGoal = 3_000  // ns, for a file
)

// gateRules are rules of the kinds that people have, more than most have.
func gateRules() []policy.Rule {
	texts := map[policy.Effect][]string{
		policy.Deny:  {"Bash(git push:*)", "Bash(curl:*)", "Read(~/.ssh/**)", "Edit(*.pem)", "mcp__prod__*"},
		policy.Ask:   {"Bash(npm publish:*)", "Edit(go.mod)"},
		policy.Allow: {"Bash(make:*)", "Bash(go test:*)", "Edit(src/**)", "WebFetch(domain:go.dev)", "mcp__github__get_issue"},
	}
	var rules []policy.Rule
	for _, e := range []policy.Effect{policy.Deny, policy.Ask, policy.Allow} {
		for _, t := range texts[e] {
			rules = append(rules, policy.Rule{Effect: e, Text: t})
		}
	}
	return rules
}

// gate measures what a decision costs, with rules of every kind to look at.
func gate(ctx context.Context, b budget) (lines []line, err error) {
	root, err := os.MkdirTemp("", "jig-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(root, "src", "deep"), 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(root, "src", "deep", "a.go"), nil, 0o600); err != nil {
		return nil, err
	}
	space, err := workspace.New(root)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, space.Close()) }()
	p, err := policy.New(policy.Options{Space: space, Home: root, Rules: gateRules()})
	if err != nil {
		return nil, err
	}
	all := []contender{
		decision(p, "Bash", func() *tool.Intent { return p.ShellIntent("git status --short && grep -rn TODO src | head -20") }),
		decision(p, "Bash", func() *tool.Intent { return p.ShellIntent("ls -la src") }),
		decision(p, "Read", func() *tool.Intent { return &tool.Intent{Reads: []string{"src/deep/a.go"}} }),
		decision(p, "Edit", func() *tool.Intent { return &tool.Intent{Writes: []string{"src/deep/a.go"}} }),
	}
	ns, err := race(ctx, b, all...)
	if err != nil {
		return nil, err
	}
	return []line{
		compare("gate, line of three commands", ns[0], lineGoal, 1.00, nanoseconds),
		compare("gate, line of one command", ns[1], lineGoal, 0, nanoseconds),
		compare("gate, file to read", ns[2], pathGoal, 1.00, nanoseconds),
		compare("gate, file to write", ns[3], pathGoal, 1.00, nanoseconds),
	}, nil
}

// decision is the whole decision about a call, its analysis included.
func decision(p *policy.Policy, name string, intent func() *tool.Intent) contender {
	spec, _ := policy.StandIn(name)
	return contender{name: "gate " + name, run: each(func() error {
		if v := p.Decide(&policy.Subject{Spec: spec, Intent: intent()}); v.Effect != policy.Allow {
			return fmt.Errorf("%s: %s", v.Effect, v.Reason)
		}
		return nil
	})}
}
