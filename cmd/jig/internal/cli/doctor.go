package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"jig"
	"jig/config"
	"jig/engine/guard"
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
	findings, wanted := settingsFindings(ctx)
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
	findings = append(findings, conclusion(ctx, wanted, broken))
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

// conclusion tells which sandbox commands get by the settings, and whose failures
// matter for that.
func conclusion(ctx context.Context, wanted sandbox.Options, broken map[string]bool) finding {
	f := finding{Layer: "summary", Name: "commands run here"}
	if wanted.Mode == sandbox.Off {
		f.Detail = "without a sandbox, since the settings switch it off; none of the above confines them"
		return f
	}
	box, err := sandbox.New(ctx, wanted)
	if err != nil {
		f.Detail = fmt.Sprintf("not at all: the settings require a sandbox, and there is none: %v", err)
		return f
	}
	used := box.Backend()
	if err := box.Close(); err != nil {
		f.Detail = fmt.Sprintf("in %s, which left something behind: %v", used, err)
		return f
	}
	f.Held, f.Detail = weigh(used, broken)
	return f
}

// weigh tells what the failures of backends mean where one of them is used.
func weigh(used sandbox.Backend, broken map[string]bool) (held bool, detail string) {
	if used == sandbox.None {
		return false, "without a sandbox, since none works: what FAIL says above matters"
	}
	held = !broken[used.String()]
	detail = fmt.Sprintf("in %s, of which everything that was tried holds", used)
	if !held {
		detail = fmt.Sprintf("in %s: what FAIL says of it matters", used)
	}
	for _, other := range slices.Sorted(maps.Keys(broken)) {
		if other != used.String() && broken[other] {
			detail += fmt.Sprintf("; what FAIL says of %s does not matter, since it is not used", other)
		}
	}
	return held, detail
}

// settingsFindings tells whether the settings of this folder can be read, whether
// it is trusted, and what sandbox and model they ask for.
func settingsFindings(ctx context.Context) ([]finding, sandbox.Options) {
	usual := sandbox.Options{Mode: sandbox.Prefer}
	home, err := os.UserHomeDir()
	if err != nil {
		return []finding{{"settings", "home", false, err.Error()}}, usual
	}
	dir, err := os.Getwd()
	if err != nil {
		return []finding{{"settings", "folder", false, err.Error()}}, usual
	}
	o, err := jig.SettingsOf(dir, home)
	if err != nil {
		return []finding{{"settings", "trust", false, err.Error()}}, usual
	}
	p, cfg, err := policy.Load(o, policy.Options{})
	if err != nil {
		return []finding{{"settings", "rules", false, err.Error()}}, usual
	}
	found := []finding{
		{"settings", "rules", true, fmt.Sprintf("%d files read, mode %s", len(cfg.Layers), p.Mode())},
		{"settings", "trust", cfg.Trust != config.Changed, fmt.Sprintf("%s is %s", cfg.Dir, cfg.Trust)},
	}
	for _, w := range cfg.Warnings {
		found = append(found, finding{"settings", "warning", true, w})
	}
	merged := cfg.Merged()
	if merged.Model.Name != "" {
		found = append(found, modelFinding(ctx, merged.Model))
	}
	c, err := guard.Confine(p, &merged, home)
	if err == nil {
		usual = c.Options
	} else {
		found = append(found, finding{"settings", "sandbox", false, err.Error()})
	}
	if err := p.Close(); err != nil {
		found = append(found, finding{"settings", "folder", false, err.Error()})
	}
	return found, usual
}

// modelFinding tells which model the settings name, and whether it can be asked.
func modelFinding(ctx context.Context, m config.Model) finding {
	f := finding{Layer: "settings", Name: "model"}
	if err := jig.CheckModel(ctx, m); err != nil {
		f.Detail = err.Error()
		return f
	}
	f.Held, f.Detail = true, fmt.Sprintf("%s, by %s", m.Name, m.Source)
	if name := os.Getenv(jig.ModelVariable); name != "" {
		f.Detail += fmt.Sprintf("; $%s goes before it: %s", jig.ModelVariable, config.Visible(name))
	}
	return f
}
