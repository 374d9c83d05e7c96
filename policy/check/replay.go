package check

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"jig/policy"
)

// Past is a call of a journal, and what was and would be decided about it.
type Past struct {
	Line int             `json:"line"`
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
	// Now is the decision of the policy as it is, Then the one with the rule.
	Now  policy.Verdict `json:"now"`
	Then policy.Verdict `json:"then"`
}

// Changed reports whether the rule would have made a difference.
func (p *Past) Changed() bool { return p.Now.Effect != p.Then.Effect }

// maxJournalLine is how long a line of a journal may be.
const maxJournalLine = 16 << 20

// Replay holds every call of a journal against the policy with and without the
// rules, and tells each to yield. A journal is lines of JSON: events as stream-json
// prints them, of which those count that tell what was proposed, or objects with a
// tool and its args. Lines of other events are passed over; what is no JSON is an
// error.
func (c *Checker) Replay(ctx context.Context, journal io.Reader, rules []policy.Rule, yield func(Past) error) error {
	with, err := c.policy.With(rules...)
	if err != nil {
		return err
	}
	then := &Checker{policy: with, opt: c.opt}
	lines := bufio.NewScanner(journal)
	lines.Buffer(make([]byte, 0, 64<<10), maxJournalLine)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		tool, args, ok, err := callOf(line)
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if !ok {
			continue
		}
		past := Past{Line: n, Tool: tool, Args: args, Now: c.Call(ctx, tool, args).Verdict, Then: then.Call(ctx, tool, args).Verdict}
		if err := yield(past); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes", maxJournalLine)
	}
	return lines.Err()
}

// callOf finds the call in a line of a journal.
func callOf(line []byte) (tool string, args json.RawMessage, ok bool, err error) {
	var event struct {
		Type      string          `json:"type"`
		Name      string          `json:"name"`
		Tool      string          `json:"tool"`
		Arguments json.RawMessage `json:"arguments"`
		Args      json.RawMessage `json:"args"`
		Input     json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(line, &event); err != nil {
		return "", nil, false, fmt.Errorf("not a line of a journal: %w", err)
	}
	if event.Type != "" && event.Type != "proposed" && event.Type != "tool_use" {
		return "", nil, false, nil
	}
	tool = event.Tool
	if tool == "" {
		tool = event.Name
	}
	for _, a := range []json.RawMessage{event.Arguments, event.Args, event.Input} {
		if len(a) > 0 {
			args = a
			break
		}
	}
	return tool, args, tool != "", nil
}
