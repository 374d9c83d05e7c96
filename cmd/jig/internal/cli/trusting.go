package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jig/config"
)

// Trusting is what "jig trust" was asked to do.
type Trusting struct {
	Out                          *Output
	Yes, No, Forget, List, Force bool
}

// Run shows or sets trust.
func (t *Trusting) Run(operands []string) error {
	asked := 0
	for _, flag := range []bool{t.Yes, t.No, t.Forget, t.List} {
		if flag {
			asked++
		}
	}
	switch {
	case asked > 1:
		return Usagef("--yes, --no, --forget and --list are different things; choose one")
	case t.Force && !t.Yes:
		return Usagef("--force belongs to --yes")
	case t.List && len(operands) > 0:
		return Usagef("--list is about all folders")
	}
	dir := "."
	if len(operands) > 0 {
		dir = operands[0]
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return fmt.Errorf("what is trusted is kept for a person, and there is no home folder: %w", err)
	}
	o, err := ConfigOptions(dir, home)
	if err != nil {
		return err
	}
	switch {
	case t.List:
		return t.list(o.Trust)
	case t.Forget:
		if err := o.Trust.Forget(dir); err != nil {
			return err
		}
		t.Out.Text("forgotten: " + dir)
		return nil
	}
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	return t.decide(o, dir)
}

func (t *Trusting) decide(o config.Options, dir string) error {
	if t.No {
		if err := o.Trust.Set(dir, false); err != nil {
			return err
		}
		t.Out.Text("refused: " + dir)
		return nil
	}
	cfg, err := config.Load(o)
	if err != nil {
		return err
	}
	switch {
	case t.Yes && t.Force:
		err = o.Trust.Force(dir)
	case t.Yes:
		err = o.Trust.Approve(dir, cfg.ExecutableHash)
	default:
		t.Out.Text(summary(cfg))
		return nil
	}
	if err != nil {
		return err
	}
	t.Out.Text("trusted: " + cfg.Dir)
	return nil
}

// summary says what is known of a folder, and what it would run or change.
func summary(cfg *config.Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", cfg.Dir, cfg.Trust)
	for _, layer := range cfg.Layers {
		if e := layer.Executable; e != nil {
			if len(e.Hooks) > 0 {
				fmt.Fprintf(&b, "  %s has hooks: %s\n", layer.File, e.Hooks)
			}
			for name, raw := range e.MCPServers {
				fmt.Fprintf(&b, "  %s has the MCP server %s: %s\n", layer.File, name, raw)
			}
		}
		for _, r := range layer.Refused {
			fmt.Fprintf(&b, "  %s:%d: %s does not count: %s\n", layer.File, r.Line, r.Key, r.Why)
		}
	}
	for _, w := range cfg.Warnings {
		fmt.Fprintf(&b, "  %s\n", w)
	}
	if !cfg.Trusted {
		b.WriteString("Trust it with: jig trust --yes\n")
	}
	return b.String()
}

func (t *Trusting) list(trust *config.Trust) error {
	if trust == nil {
		return nil
	}
	entries, err := trust.List()
	if err != nil {
		return err
	}
	for _, e := range entries {
		word := "refused"
		if e.Trusted {
			word = "trusted"
		}
		t.Out.Text(fmt.Sprintf("%s  %s  %s", word, e.When.Local().Format(time.DateOnly), e.Dir))
	}
	return nil
}
