package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jig"
	"jig/config"
	"jig/policy"
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
	o, err := jig.SettingsOf(dir, home)
	if err != nil {
		return err
	}
	switch {
	case t.List:
		return t.list(o.Trust)
	case t.Forget:
		return t.forget(o.Trust, dir)
	}
	if info, err := os.Stat(dir); err != nil {
		return err
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", config.Visible(dir))
	}
	return t.decide(o, dir)
}

func (t *Trusting) forget(trust *config.Trust, dir string) error {
	known, err := trust.Forget(dir)
	if err != nil {
		return err
	}
	if !known {
		t.Out.Text("nothing to forget: you have decided nothing about " + config.Visible(dir) + " (see jig trust --list)")
		return nil
	}
	t.Out.Text("forgotten: " + config.Visible(dir))
	return nil
}

func (t *Trusting) decide(o config.Options, dir string) error {
	if t.No {
		if err := o.Trust.Set(dir, false); err != nil {
			return err
		}
		t.Out.Text("refused: " + config.Visible(dir))
		return nil
	}
	cfg, err := config.Load(o)
	if err != nil {
		return err
	}
	cfg.Warnings = append(cfg.Warnings, policy.Strangers(cfg)...)
	switch {
	case t.Yes && t.Force:
		err = o.Trust.ApproveWide(dir, cfg.ExecutableHash)
	case t.Yes:
		err = o.Trust.Approve(dir, cfg.ExecutableHash)
	default:
		text, err := summary(cfg, o)
		if err == nil {
			t.Out.Text(text)
		}
		return err
	}
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "trusted: %s\n", config.Visible(cfg.Dir))
	if len(cfg.Runnables) > 0 {
		b.WriteString("it may run:\n")
		runnables(&b, cfg)
	}
	t.Out.Text(b.String())
	return nil
}

// runnables lists all that trusting the folder is about. The words are a
// stranger's: they are shown so that nothing in them is obeyed or overlooked.
func runnables(b *strings.Builder, cfg *config.Config) {
	for _, r := range cfg.Runnables {
		what := r.Kind
		if r.Name != "" {
			what += " " + config.Visible(fmt.Sprintf("%q", r.Name))
		}
		fmt.Fprintf(b, "  %s has %s: %s\n", config.Visible(r.File), what, config.Visible(r.Text))
	}
}

// summary says what is known of a folder, and what it would run or change.
func summary(cfg *config.Config, o config.Options) (string, error) {
	local, err := o.LocalFile()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", config.Visible(cfg.Dir), cfg.Trust)
	runnables(&b, cfg)
	for _, layer := range cfg.Layers {
		for _, r := range layer.Refused {
			if r.Key == "model" {
				continue // there is a warning of it, which says which
			}
			place := layer.File
			if r.Line > 0 {
				place = fmt.Sprintf("%s:%d", layer.File, r.Line)
			}
			fmt.Fprintf(&b, "  %s: %s does not count: %s\n", config.Visible(place), config.Visible(r.Key), r.Why)
		}
	}
	for _, w := range cfg.Warnings {
		fmt.Fprintf(&b, "  %s\n", config.Visible(w))
	}
	if local != "" {
		fmt.Fprintf(&b, "settings for this folder: %s\n", config.Visible(local))
	}
	if !cfg.Trusted {
		b.WriteString("Trust it with: jig trust --yes\n")
	}
	return b.String(), nil
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
		t.Out.Text(fmt.Sprintf("%s  %s  %s", word, e.When.Local().Format(time.DateOnly), config.Visible(e.Dir)))
	}
	return nil
}
