package shell_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"jig/internal/corpora"
	"jig/policy/shell"
)

// entry is one line of the public data.
type entry struct {
	Kind, Input, Expect, Why string
	Command, Question, Label string
	Argv                     []string
}

func load(t *testing.T, parts ...string) []entry {
	t.Helper()
	f, err := os.Open(corpora.Path(t, parts...))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	var out []entry
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestHostileLinesAreNotReadOnly(t *testing.T) {
	for _, e := range load(t, "gate", "hostile.jsonl") {
		if e.Kind != "shell" {
			continue
		}
		a := analyse(e.Input)
		if a.ReadOnly && !outside(a.Reads) {
			t.Errorf("read-only: %q (%s)", e.Input, e.Why)
		}
		if e.Expect == "deny" && len(a.Harm) == 0 {
			t.Errorf("no harm: %q (%s) %+v", e.Input, e.Why, a)
		}
		if e.Expect == "ask" && len(a.Harm) > 0 {
			t.Logf("harm where asking is enough: %q %v", e.Input, a.Harm)
		}
	}
}

// outside reports whether something is read that is not in the project; a gate
// asks about that although the line is read-only.
func outside(reads []string) bool {
	for _, at := range reads {
		if at != project && !strings.HasPrefix(at, project+"/") {
			return true
		}
	}
	return false
}

func TestBenignLinesAreJudgedAsTheyShould(t *testing.T) {
	for _, e := range load(t, "gate", "benign.jsonl") {
		if e.Kind != "shell" {
			continue
		}
		a := analyse(e.Input)
		if want := e.Expect == "readonly"; a.ReadOnly != want {
			t.Errorf("read-only %v, want %v: %q: %s", a.ReadOnly, want, e.Input, a.Why)
		}
		if len(a.Harm) > 0 {
			t.Errorf("harm: %q: %v", e.Input, a.Harm)
		}
	}
}

func TestSafetyLabelsAgree(t *testing.T) {
	for _, e := range load(t, "shell", "safety.jsonl") {
		line := e.Command
		if len(e.Argv) > 0 {
			quoted := make([]string, len(e.Argv))
			for i, a := range e.Argv {
				q, err := syntax.Quote(a, syntax.LangBash)
				if err != nil {
					t.Fatal(err)
				}
				quoted[i] = q
			}
			line = strings.Join(quoted, " ")
		}
		a := analyse(line)
		switch e.Label {
		case "deny", "dangerous":
			if a.ReadOnly {
				t.Errorf("%s, but read-only: %q", e.Label, line)
			}
		case "safe":
			// The label comes from a gate that trusts the user's profile.
			if !a.ReadOnly && !strings.HasPrefix(line, "bash -lc") {
				t.Errorf("safe, but not read-only: %q: %s", line, a.Why)
			}
		case "not_safe":
			// The label comes from a gate that does not harden git.
			if a.ReadOnly && !strings.Contains(line, "git") {
				t.Errorf("not safe, but read-only: %q", line)
			}
		case "ask":
			if a.ReadOnly && !outside(a.Reads) {
				t.Logf("ask, but read-only: %q", line)
			}
		case "allow":
			if len(a.Harm) > 0 {
				t.Logf("allow, but harm: %q %v", line, a.Harm)
			}
		}
	}
}

// A line that bash can read and the parser cannot is asked about; one that the
// parser reads and bash does not is no danger, but shows where the two differ.
func TestTheParserAgreesWithBash(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a shell for every line")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to compare with")
	}
	lines := load(t, "shell", "model_emitted.jsonl")
	agree := 0
	for _, e := range lines {
		a := shell.Analyse(e.Command, shell.Options{Dir: project, Home: home})
		ours := !strings.HasPrefix(a.Opaque, "bash cannot read the line")
		cmd := exec.CommandContext(t.Context(), bash, "-n")
		cmd.Stdin = strings.NewReader(e.Command + "\n")
		theirs := cmd.Run() == nil
		if ours == theirs {
			agree++
			continue
		}
		t.Logf("ours %v, bash %v: %.200q (%s)", ours, theirs, e.Command, a.Opaque)
	}
	share := float64(agree) / float64(len(lines))
	t.Logf("%d of %d lines agree (%.2f %%)", agree, len(lines), share*100)
	if share < 0.995 {
		t.Errorf("only %.2f %% agree", share*100)
	}
}
