package config_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jig/config"
)

// Whatever a file holds, reading it ends, and a rule can be added to what could
// be read without changing any other setting.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"permissions": {"allow": ["A", // x
]}}`, `{"a": 1, "a": 2}`, kiroAgent, "\ufeff{}", `{"env": {"A": "\ud800"}}`, `{"permissions": {"allow": [ ], }}`, `[[[[`,
		"{\"permissions\":{\"deny\":[\"x\",/*\n*/],\r\n}}", `{"permissions":{"rules":[{"rule":"A","effect":"deny"}]}}`,
	} {
		f.Add([]byte(seed))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, err := config.ParseKiro(text, "k"); err != nil && err.Error() == "" {
			t.Error("a mistake without words")
		}
		before, _, err := config.Parse(text, "s", config.User)
		if err != nil {
			if err.Error() == "" {
				t.Error("a mistake without words")
			}
			return
		}
		file := filepath.Join(dir, "settings.json")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := config.AddRule(file, "allow", "New(rule)"); err != nil {
			t.Fatal(err)
		}
		changed, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		after, _, err := config.Parse(changed, "s", config.User)
		if err != nil {
			t.Fatal(err)
		}
		had := texts(before.Permissions.Allow)
		if !slices.Contains(had, "New(rule)") {
			had = append(had, "New(rule)")
		}
		if !slices.Equal(texts(after.Permissions.Allow), had) || !slices.Equal(texts(after.Permissions.Deny), texts(before.Permissions.Deny)) {
			t.Errorf("%q became %q", text, changed)
		}
	})
}
