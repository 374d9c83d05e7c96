package search_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jig/tool"
	"jig/toolbox/search"
	"jig/workspace"
)

// The lines that are found are those that ripgrep finds, over a part of Go's own source.
func TestGrepAgreesWithRipgrep(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("this test needs ripgrep")
	}
	goroot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skipf("this test needs Go's source: %v", err)
	}
	root, err := filepath.EvalSymlinks(filepath.Join(strings.TrimSpace(string(goroot)), "src", "net"))
	if err != nil {
		t.Skipf("this test needs Go's source: %v", err)
	}
	space, err := workspace.New(root)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	}()
	grep := search.Grep(workspace.NewSession(space, workspace.SessionOptions{}))
	for _, c := range []struct {
		pattern string
		args    map[string]any
		flags   []string
	}{
		{"ErrBodyNotAllowed", nil, nil},
		{"out of memory|KEEPALIVE", map[string]any{"-i": true}, []string{"-i"}},
		{`(Read|Write|Peek)Byte\(`, nil, nil},
		{"EOF|Canceled|Mutex|Pointer", nil, nil},
		{"[A-Z]+_RESUME|[a-z]+Conn", nil, nil},
		{"[A-Z][0-9][a-z]{2}", nil, nil},
		{`^\s*\}\)$`, nil, nil},
		{`^$`, nil, nil},
		{`\berr\b.*\bnil\b`, nil, nil},
		{"conn", map[string]any{"word": true}, []string{"-w"}},
		{"c.Close()", map[string]any{"literal": true}, []string{"-F"}},
		{"return nil, err", map[string]any{"before": 2, "after": 1}, []string{"-B2", "-A1"}},
		{"ListenTCP", map[string]any{"type": "go", "glob": "!*_test.go"}, []string{"-tgo", "-g!*_test.go"}},
		{"func", map[string]any{"output_mode": "count"}, []string{"-c"}},
		{"net/url", map[string]any{"output_mode": "files_with_matches"}, []string{"-l"}},
		{`[à-ü]|世`, nil, nil},
	} {
		args := map[string]any{"pattern": c.pattern, "head_limit": 0}
		for k, v := range c.args {
			args[k] = v
		}
		raw, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		call := &tool.Call{Name: "grep", Args: raw}
		if _, err := grep.(tool.Adapter).Adapt(call); err != nil {
			t.Fatal(err)
		}
		result, err := grep.Run(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), rg, slices.Concat([]string{"--no-config", "--no-heading", "--sort=path"}, c.flags, []string{"-n", "-e", c.pattern, "."})...)
		cmd.Dir = root
		theirs, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatal(err)
		}
		got, want := sortedLines([]byte(result.Text())), sortedLines(theirs)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d lines, ripgrep has %d", raw, len(got), len(want))
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Errorf("first difference:\n%s\n%s", got[i], want[i])
					break
				}
			}
		}
	}
}

// sortedLines are the lines of an answer, without separators, remarks and what is cut.
func sortedLines(text []byte) []string {
	var all []string
	for line := range bytes.Lines(text) {
		l := strings.TrimPrefix(strings.TrimSuffix(string(line), "\n"), "./")
		if l == "--" || strings.HasSuffix(l, ".") && !strings.Contains(l, ":") || strings.Contains(l, " are cut at ") {
			continue
		}
		if len(l) > 480 {
			l = l[:60]
		}
		all = append(all, l)
	}
	slices.Sort(all)
	return all
}
