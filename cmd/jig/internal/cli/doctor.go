package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"jig/config"
	"jig/policy"
	"jig/sandbox"
)

// finding is one line of the doctor.
type finding struct {
	Layer  string `json:"layer"`
	Name   string `json:"name"`
	Held   bool   `json:"held"`
	Detail string `json:"detail"`
}

// errUnconfined is the error of a machine on which nothing holds.
var errUnconfined = errors.New("there is no way to confine commands that holds on this machine")

// Doctor tries everything out and tells what holds.
func Doctor(ctx context.Context, out *Output, asJSON bool) error {
	findings := settingsFindings()
	broken := map[string]bool{} // backends, and whether something did not hold
	for _, c := range sandbox.Probe(ctx, sandbox.Options{Mode: sandbox.Prefer}) {
		name := c.Backend.String()
		broken[name] = broken[name] || !c.Present || !c.Held
		detail := c.Detail
		if !c.Present {
			detail = "not on this machine: " + detail
		}
		findings = append(findings, finding{Layer: name, Name: c.Name, Held: c.Present && c.Held, Detail: detail})
	}
	confined := false
	for _, bad := range broken {
		confined = confined || !bad
	}
	if asJSON {
		out.IndentedJSON(findings)
	} else {
		out.Text(diagnosis(findings))
	}
	if !confined {
		return errUnconfined
	}
	return nil
}

func diagnosis(findings []finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "jig on %s/%s\n", runtime.GOOS, runtime.GOARCH)
	layer := ""
	for _, f := range findings {
		if f.Layer != layer {
			layer = f.Layer
			fmt.Fprintf(&b, "\n%s\n", layer)
		}
		mark := "ok  "
		if !f.Held {
			mark = "FAIL"
		}
		fmt.Fprintf(&b, "  %s  %s: %s\n", mark, f.Name, f.Detail)
	}
	return b.String()
}

// settingsFindings tells whether the settings of this folder can be read, and
// whether it is trusted.
func settingsFindings() []finding {
	home, err := os.UserHomeDir()
	if err != nil {
		return []finding{{"settings", "home", false, err.Error()}}
	}
	dir, err := os.Getwd()
	if err != nil {
		return []finding{{"settings", "folder", false, err.Error()}}
	}
	o, err := ConfigOptions(dir, home)
	if err != nil {
		return []finding{{"settings", "trust", false, err.Error()}}
	}
	p, cfg, err := policy.Load(o, policy.Options{})
	if err != nil {
		return []finding{{"settings", "rules", false, err.Error()}}
	}
	found := []finding{
		{"settings", "rules", true, fmt.Sprintf("%d files read, mode %s", len(cfg.Layers), p.Mode())},
		{"settings", "trust", cfg.Trust != config.Changed, fmt.Sprintf("%s is %s", cfg.Dir, cfg.Trust)},
	}
	for _, w := range cfg.Warnings {
		found = append(found, finding{"settings", "warning", true, w})
	}
	return found
}
