package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"jig/config"
	"jig/policy"
	"jig/policy/check"
	"jig/tool"
)

// begun is how a JSON object begins, and no line of a shell that makes sense:
// there a word stands between a brace and what it groups, and a space before it.
var begun = regexp.MustCompile(`^\s*\{(["']|\s*"([^"\\]|\\.)*"\s*:)`)

// sensible refuses a question whose answer would be about something else than what
// was meant: a tool that nobody knows, and arguments that are not whole.
func (c *Checking) sensible(tools *tool.Set, operand string) error {
	if begun.MatchString(operand) && !json.Valid([]byte(operand)) {
		return Usagef("%s begins like a JSON object and is none: write it out, as in jig check --tool %s '{\"path\": \"go.mod\"}'", config.Visible(operand), c.Tool)
	}
	if strings.HasPrefix(c.Tool, "mcp__") || strings.HasPrefix(c.Tool, "@") {
		return nil // tools of servers, which are not asked here
	}
	if _, known := policy.StandIn(c.Tool); known {
		return nil
	}
	if _, err := tools.Resolve(c.Tool); err != nil {
		return fmt.Errorf("no tool %q is known.%s Run \"jig tools\" for the whole list; tools of servers are written mcp__server__tool", c.Tool, nearest(err))
	}
	return nil
}

// ask finds out what the operand is.
func (c *Checking) ask(ctx context.Context, checker *check.Checker, operand string) check.Report {
	if strings.HasPrefix(strings.TrimSpace(operand), "{") && json.Valid([]byte(operand)) {
		return checker.Call(ctx, c.Tool, json.RawMessage(operand))
	}
	key := "path"
	if spec, ok := policy.StandIn(c.Tool); ok {
		switch spec.Category {
		case tool.Shell:
			if strings.EqualFold(c.Tool, "powershell") {
				return checker.PowerShell(operand)
			}
			return checker.Shell(operand)
		case tool.Network:
			key = "url"
		}
	}
	args, err := json.Marshal(map[string]string{key: operand})
	if err != nil {
		args = []byte("{}") // a string can always be written
	}
	return checker.Call(ctx, c.Tool, args)
}
