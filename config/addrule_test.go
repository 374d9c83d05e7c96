package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/config"
)

func TestARuleIsAddedAndAllElseStays(t *testing.T) {
	for name, test := range map[string]struct{ before, want string }{
		"a file that is not there": {"", "{\n  \"permissions\": {\n    \"allow\": [\n      \"New\"\n    ]\n  }\n}\n"},
		"an empty object":          {"{}", "{\n  \"permissions\": {\n    \"allow\": [\n      \"New\"\n    ]\n  }\n}"},
		"a comment alone":          {"{\n\t// mine\n}\n", "{\n\t// mine\n  \"permissions\": {\n    \"allow\": [\n      \"New\"\n    ]\n  }\n}\n"},
		"other settings":           {"{\n    \"env\": {}\n}", "{\n    \"env\": {},\n    \"permissions\": {\n        \"allow\": [\n            \"New\"\n        ]\n    }\n}"},
		"another list":             {"{\n\t\"permissions\": {\n\t\t\"deny\": [\"X\"], // never\n\t},\n}", "{\n\t\"permissions\": {\n\t\t\"deny\": [\"X\"], // never\n\t\t\"allow\": [\n\t\t\t\"New\"\n\t\t],\n\t},\n}"},
		"a list in one line":       {`{"permissions": {"allow": ["A", "B"]}}`, `{"permissions": {"allow": ["A", "B", "New"]}}`},
		"a list with a comma left": {`{"permissions": {"allow": ["A", ]}}`, `{"permissions": {"allow": ["A", "New", ]}}`},
		"an empty list":            {"{\"permissions\": {\n  \"allow\": []}}", "{\"permissions\": {\n  \"allow\": [\n    \"New\"\n  ]}}"},
		"a list over lines":        {"{\"permissions\": {\"allow\": [\n  \"A\", // a\n  \"B\" // b\n  /* end */\n]}}", "{\"permissions\": {\"allow\": [\n  \"A\", // a\n  \"B\", // b\n  /* end */\n  \"New\"\n]}}"},
		"a comment at the end of a line": {
			"{\"permissions\": {\"allow\": [\"A\" // a\n]}}", "{\"permissions\": {\"allow\": [\"A\", // a\n  \"New\"\n]}}",
		},
		"lines of another system":  {"{\r\n  \"permissions\": {\"allow\": [\"A\"]}\r\n}\r\n", "{\r\n  \"permissions\": {\"allow\": [\"A\", \"New\"]}\r\n}\r\n"},
		"a rule that is an object": {`{"permissions": {"allow": [{"rule": "A"}]}}`, `{"permissions": {"allow": [{"rule": "A"}, "New"]}}`},
		"a rule that is there":     {`{"permissions": {"allow": [{"rule": "New"}]} }`, `{"permissions": {"allow": [{"rule": "New"}]} }`},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "new", "settings.json")
			if test.before != "" {
				if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(test.before), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := config.AddRule(file, "allow", "New"); err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestARuleIsSavedAsItIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	rules := []string{`Bash(echo "a\b" // */ 'x')`, "Bash(printf 'ä\t\n')", `Read(/tmp/<&>)`}
	for _, rule := range rules {
		if err := config.AddRule(file, "deny", rule); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := config.Parse(text, file, config.User)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rules, texts(s.Permissions.Deny)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
}

func TestAFileWithAMistakeIsNotTouched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	const broken = `{"permissions": {"alow": []}}`
	if err := os.WriteFile(file, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := config.AddRule(file, "allow", "X"); err == nil || !strings.Contains(err.Error(), `did you mean "allow"`) {
		t.Error(err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != broken {
		t.Errorf("%s %v", got, err)
	}
	for _, bad := range [][2]string{{"alow", "X"}, {"allow", " "}, {"allow", "a\x00b"}, {"allow", "\xff"}} {
		if err := config.AddRule(file, bad[0], bad[1]); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestALinkedFileStaysALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "dotfiles.json"), filepath.Join(dir, "settings.json")
	if err := os.WriteFile(target, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := config.AddRule(link, "ask", "X"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.Readlink(link); err != nil || got != target {
		t.Error(got, err)
	}
	if got, err := os.ReadFile(target); err != nil || !strings.Contains(string(got), `"X"`) {
		t.Errorf("%s %v", got, err)
	}
}

func TestGrantsAtOnceAreAllSaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.json")
	const n = 20
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			if err := config.AddRule(file, "allow", fmt.Sprintf("Bash(%d)", i)); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := config.Parse(text, file, config.User)
	if err != nil || len(s.Permissions.Allow) != n {
		t.Errorf("%v %v", s, err)
	}
}
