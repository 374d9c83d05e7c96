package connect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/model/connect"
)

func TestALineOfTheFileOfKeysThatMeansNothingIsNamed(t *testing.T) {
	for name, test := range map[string]struct{ text, key, says string }{
		"a line without an equals sign":                {"# mine\nanthropic sk-x\n", "", "keys:2 "},
		"a provider that there is not":                 {"antropic = sk-x\n", "", "keys:1 "},
		"another provider's key is in order":           {"openai = sk-o\n\n# a comment\n", "", ""},
		"the key itself counts whatever else there is": {"what\nanthropic = sk-a\n", "sk-a", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "keys")
			if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, p := range connect.Providers() {
				if p.Name != "anthropic" {
					continue
				}
				key, err := connect.FileKeys(file)(t.Context(), p)
				if key != test.key || (err != nil) != (test.says != "") || err != nil && !strings.Contains(err.Error(), test.says) {
					t.Errorf("%q, %v", key, err)
				}
			}
		})
	}
}

func TestAProviderWithoutAUsualModelSaysSo(t *testing.T) {
	_, err := connect.Open(t.Context(), "groq", connect.Options{})
	if err == nil || !strings.Contains(err.Error(), "here groq/MODEL") {
		t.Error(err)
	}
}
