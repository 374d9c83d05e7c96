package check_test

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/policy"
	"jig/policy/check"
	"jig/workspace"
)

// home and project are where the inputs of the corpus are at home; nothing of
// them is on disk.
const (
	home    = "/home/dev"
	project = "/home/dev/proj"
)

func newChecker(t testing.TB, mode policy.Mode, allow ...string) *check.Checker {
	t.Helper()
	space, err := workspace.On(workspace.Disk{}, project)
	if err != nil {
		t.Fatal(err)
	}
	opt := policy.Options{Space: space, Home: home, Mode: mode}
	for _, text := range allow {
		opt.Rules = append(opt.Rules, policy.Rule{Effect: policy.Allow, Text: text})
	}
	p, err := policy.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return check.New(p, check.Options{})
}

// row is a line of the corpus.
type row struct {
	Kind, Input, Expect, Why string
}

func rows(t *testing.T, name string) []row {
	t.Helper()
	f, err := os.Open(corpora.Path(t, "gate", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	var all []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func ask(t *testing.T, c *check.Checker, r row) check.Report {
	t.Helper()
	line, err := json.Marshal(map[string]string{"kind": r.Kind, "input": r.Input})
	if err != nil {
		t.Fatal(err)
	}
	report, err := c.Line(t.Context(), line)
	if err != nil {
		t.Errorf("%s %q: %v", r.Kind, r.Input, err)
	}
	return report
}

func TestNoHostileInputRunsSilently(t *testing.T) {
	t.Parallel()
	plain := newChecker(t, policy.Default)
	// The broadest rules that can be written, and the mode that asks nothing.
	broad := newChecker(t, policy.Default, "Bash", "Bash(*)", "Read", "Edit", "WebFetch")
	bypass := newChecker(t, policy.Bypass, "Bash", "Read", "Edit", "WebFetch")
	for _, r := range rows(t, "hostile.jsonl") {
		if got := ask(t, plain, r); got.Effect == policy.Allow || got.ReadOnly && r.Kind == "shell" && got.Effect == policy.Allow {
			t.Errorf("%s %q runs silently: %s (%s)", r.Kind, r.Input, got.Reason, r.Why)
		}
		if r.Expect != "deny" {
			continue
		}
		for name, c := range map[string]*check.Checker{"by default": plain, "under broad rules": broad, "in bypass": bypass} {
			if got := ask(t, c, r); got.Effect != policy.Deny {
				t.Errorf("%s %q is not denied %s: %s, %s (%s)", r.Kind, r.Input, name, got.Effect, got.Reason, r.Why)
			}
		}
	}
}

func TestBenignInputIsNotAskedAbout(t *testing.T) {
	t.Parallel()
	c := newChecker(t, policy.Default)
	asked, all := 0, 0
	for _, r := range rows(t, "benign.jsonl") {
		got := ask(t, c, r)
		switch r.Expect {
		case "readonly":
			all++
			if got.Effect != policy.Allow || !got.ReadOnly {
				asked++
				t.Logf("%s %q: %s, %s", r.Kind, r.Input, got.Effect, got.Reason)
			}
		case "write":
			if got.ReadOnly {
				t.Errorf("%s %q is taken for read-only", r.Kind, r.Input)
			}
		}
	}
	t.Logf("%d of %d read-only inputs are asked about", asked, all)
	if asked*100 > all*3 {
		t.Error("more than 3 in 100")
	}
}

func TestNoDestructiveCommandIsAllowed(t *testing.T) {
	t.Parallel()
	f, err := os.Open(corpora.Path(t, "shell", "safety.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	c := newChecker(t, policy.Default)
	counts := map[string]int{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			Command, Question, Label string
			Argv                     []string
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		for _, a := range r.Argv {
			r.Command += "'" + strings.ReplaceAll(a, "'", `'\''`) + "' "
		}
		got := c.Shell(r.Command)
		counts[r.Question+" "+r.Label+" → "+got.Effect.String()]++
		bad := r.Label == "deny" || r.Label == "dangerous"
		if bad && got.Effect == policy.Allow {
			t.Errorf("%q (%s: %s) is allowed: %s", r.Command, r.Question, r.Label, got.Reason)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Log(counts)
}
