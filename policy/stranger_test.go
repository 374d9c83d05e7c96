package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/config"
	"jig/policy"
)

func TestARuleAboutAToolThatNobodyKnowsIsTold(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"Bsh(rm:*)":             "did you mean Bash?",
		"Writ(src/**)":          "did you mean Write?",
		"WebFecth(domain:x.de)": "did you mean WebFetch?",
		"git_stauts":            "did you mean git_status?",
		"Frobnicate":            `is about "Frobnicate", which is no tool that is known here`,
		"Bash(rm:*)":            "", "fs_write": "", "execute_bash(make)": "", "Agent(model:opus)": "", "WebSearch": "", "sleep": "", "GitStatus": "",
		"mcp__bsh__x": "", "@bsh/x": "", "@builtin/bsh": "", "Bs*": "", "*": "",
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			o := config.Options{Dir: filepath.Join(base, "proj"), Home: base, ConfigHome: filepath.Join(base, "config")}
			file := o.UserFile()
			for _, dir := range []string{o.Dir, filepath.Dir(file)} {
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(file, []byte("{\"permissions\": {\n\"deny\": [\""+rule+"\"]}}"), 0o600); err != nil {
				t.Fatal(err)
			}
			p, cfg, err := policy.Load(o, policy.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			told := strings.Join(cfg.Warnings, "\n")
			if want == "" && told != "" || !strings.Contains(told, want) || told != "" && !strings.HasPrefix(told, file+":2: the deny rule ") {
				t.Errorf("%q, want %q", told, want)
			}
		})
	}
}
