package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jig"
	"jig/config"
	"jig/policy"
	"jig/policy/check"
	"jig/tool"
	"jig/workspace"
)

// Checking is what "jig check" was asked to do.
type Checking struct {
	Out      *Output
	In       io.Reader
	Tool     string
	Lines    bool
	Policies []string
	Mode     policy.Mode
	Dir      string
	Mine     bool
	Journal  string
	Rules    []string
	// Tools are those that work in a space.
	Tools func(space *workspace.Space) *tool.Set
	// Warn tells what the settings say that has no effect.
	Warn func(text string)
}

// Run answers the question.
func (c *Checking) Run(ctx context.Context, operands []string) (err error) {
	ways := 0
	for _, asked := range []bool{c.Lines, c.Journal != "", c.Tool != ""} {
		if asked {
			ways++
		}
	}
	switch {
	case ways == 0:
		return Usagef("say what to check: jig check --tool Bash 'git status', or --jsonl, or --replay JOURNAL")
	case ways > 1:
		return Usagef("--tool, --jsonl and --replay are three different questions; ask one at a time")
	case c.Tool != "" && len(operands) != 1:
		return Usagef("give one operand, between quotes: jig check --tool %s '…'", c.Tool)
	case c.Tool == "" && len(operands) > 0:
		return Usagef("there is nothing to do with %q; to check a command write jig check --tool Bash '…'", operands[0])
	case len(c.Rules) > 0 && c.Journal == "":
		return Usagef("--rule belongs to --replay; to check with rules put them into a file for --policy")
	case c.Journal != "" && len(c.Rules) == 0:
		return Usagef("say which rule to try: --rule 'Bash(make:*)'")
	}
	p, release, err := c.policy()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	tools := c.Tools(p.Space())
	checker := check.New(p, check.Options{Tools: tools.Lookup})
	switch {
	case c.Lines:
		return c.lines(ctx, checker)
	case c.Journal != "":
		return c.replay(ctx, checker)
	}
	if err := c.sensible(tools, operands[0]); err != nil {
		return err
	}
	c.explain(ctx, checker, operands[0])
	return nil
}

// policy is the policy that is asked, and how to let go of it.
func (c *Checking) policy() (_ *policy.Policy, release func() error, err error) {
	dir, err := filepath.Abs(orDot(c.Dir))
	if err != nil {
		return nil, nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = "" // rules about it say so
	}
	opt := policy.Options{Home: home, Mode: c.Mode}
	if c.Mine {
		o, err := jig.SettingsOf(dir, home)
		if err != nil {
			return nil, nil, err
		}
		o.FlagFiles = c.Policies
		p, cfg, err := policy.Load(o, opt)
		if err != nil {
			return nil, nil, err
		}
		for _, w := range cfg.Warnings {
			c.Warn(w)
		}
		return p, p.Close, nil
	}
	space, closing, err := spaceAt(dir)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, closing())
		}
	}()
	opt.Space = space
	for _, file := range c.Policies {
		if err := opt.FromFile(file); err != nil {
			return nil, nil, err
		}
	}
	if c.Mode != "" {
		opt.Mode = c.Mode
	}
	p, err := policy.New(opt)
	return p, closing, err
}

// spaceAt is the workspace of a folder, in which tools can look around to say what
// they would do. One that does not exist can still be asked about.
func spaceAt(dir string) (_ *workspace.Space, closing func() error, err error) {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		space, err := workspace.New(dir)
		if err != nil {
			return nil, nil, err
		}
		return space, space.Close, nil
	}
	space, err := workspace.On(workspace.Disk{}, dir)
	return space, func() error { return nil }, err
}

func orDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

// maxQuestion is how long a line of --jsonl may be.
const maxQuestion = 16 << 20

// lines answers one question a line, in order. A line that is no question is
// answered with a denial, and the command fails at the end.
func (c *Checking) lines(ctx context.Context, checker *check.Checker) error {
	in := bufio.NewScanner(c.In)
	in.Buffer(make([]byte, 0, 64<<10), maxQuestion)
	var wrong []error
	for n := 1; in.Scan(); n++ {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		r, err := checker.Line(ctx, in.Bytes())
		if err != nil {
			wrong = append(wrong, fmt.Errorf("line %d: %w", n, err))
			r.Reason = err.Error()
		}
		r.Offers = nil
		c.Out.JSON(r.Verdict)
		if c.Out.Err() != nil {
			break
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line is longer than %d bytes", maxQuestion)
	}
	return errors.Join(append(wrong, in.Err())...)
}

// explain answers one question in words.
func (c *Checking) explain(ctx context.Context, checker *check.Checker, operand string) {
	r := c.ask(ctx, checker, operand)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Effect, r.Reason)
	if r.Rule != "" {
		fmt.Fprintf(&b, "by: %s\n", r.Rule)
	}
	if r.Intent != nil {
		describe(&b, r.Intent)
	}
	if r.Effect == policy.Ask {
		for _, o := range r.Offers {
			if len(o.Rules) > 0 {
				fmt.Fprintf(&b, "would be allowed by: %s\n", strings.Join(o.Rules, "  "))
			}
		}
	}
	c.Out.Text(visible(b.String()))
}

// visible shows characters that a terminal would obey, or would not show.
func visible(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = config.Visible(lines[i])
	}
	return strings.Join(lines, "\n")
}

// describe writes down what a call would do.
func describe(b *strings.Builder, in *tool.Intent) {
	for i := range in.Commands {
		cmd := &in.Commands[i]
		note := cmd.Doubt
		switch {
		case cmd.ReadOnly:
			note = "changes nothing"
		case note == "":
			note = "known: see what it writes"
		}
		text := cmd.Text
		if text == "" {
			text = strings.Join(cmd.Argv, " ")
		}
		fmt.Fprintf(b, "  %s  — %s\n", text, note)
	}
	for _, list := range []struct {
		name  string
		items []string
	}{{"reads", in.Reads}, {"writes", in.Writes}, {"connects to", in.Hosts}} {
		known := slices.DeleteFunc(slices.Clone(list.items), func(s string) bool { return s == tool.Everything })
		if len(known) > 0 {
			fmt.Fprintf(b, "  %s %s\n", list.name, strings.Join(known, ", "))
		}
		if len(known) < len(list.items) {
			fmt.Fprintf(b, "  %s perhaps anything\n", list.name)
		}
	}
	if in.Opaque != "" {
		fmt.Fprintf(b, "  cannot be seen through: %s\n", in.Opaque)
	}
}

// replay shows which calls of a journal the rules would have made run.
func (c *Checking) replay(ctx context.Context, checker *check.Checker) (err error) {
	journal, err := os.Open(c.Journal)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, journal.Close()) }()
	var rules []policy.Rule
	for _, r := range c.Rules {
		rules = append(rules, policy.Rule{Effect: policy.Allow, Text: r, Source: "--rule"})
	}
	all, changed := 0, 0
	err = checker.Replay(ctx, journal, rules, func(p check.Past) error {
		all++
		if p.Changed() {
			changed++
			c.Out.Text(visible(fmt.Sprintf("line %d: %s → %s  %s %s", p.Line, p.Now.Effect, p.Then.Effect, p.Tool, p.Args)))
		}
		return c.Out.Err()
	})
	if err != nil {
		return err
	}
	c.Out.Text(fmt.Sprintf("%d of %d calls would be decided otherwise", changed, all))
	return nil
}
