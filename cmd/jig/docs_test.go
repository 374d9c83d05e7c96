package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jig/cmd/jig/internal/cli"
	"jig/tool"
)

func docs(name string) string { return filepath.Join("..", "..", "docs", name) }

func TestTheListOfToolsIsUpToDate(t *testing.T) {
	page, err := toolsPage(builtinSet())
	if err != nil {
		t.Fatal(err)
	}
	golden(t, docs("tools.md"), []byte(page))
}

// The reference is written by hand; that nothing is missing from it is not left to hands.
func TestTheReferenceNamesEveryCommandAndFlag(t *testing.T) {
	raw, err := os.ReadFile(docs("cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if !strings.Contains(page, "`"+cmd.CommandPath()) {
			t.Errorf("docs/cli.md does not name the command %q", cmd.CommandPath())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(page, "--"+f.Name) {
				t.Errorf("docs/cli.md does not name the flag --%s of %q", f.Name, cmd.CommandPath())
			}
			choice, ok := f.Value.(*cli.Choice)
			if !ok {
				return
			}
			for _, word := range choice.Allowed() {
				if !strings.Contains(page, "`"+word+"`") {
					t.Errorf("docs/cli.md does not name the value %s of --%s", word, f.Name)
				}
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(rootCommand(cli.NewOutput(nil)))
}

func TestTheGuideNamesEveryErrorCode(t *testing.T) {
	raw, err := os.ReadFile(docs("tools-guide.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // code → retryable
	for line := range strings.Lines(string(raw)) {
		if cells := strings.Split(strings.TrimSpace(line), "|"); len(cells) == 5 {
			rows[strings.Trim(cells[1], " `")] = strings.TrimSpace(cells[3])
		}
	}
	for _, code := range tool.Codes() {
		want := "no"
		if code.Retryable() {
			want = "yes"
		}
		if got := rows[string(code)]; got != want {
			t.Errorf("docs/tools-guide.md says %q about trying again after %s, want %q", got, code, want)
		}
	}
}
