package connect_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/model"
	"jig/model/connect"
)

func provider(t *testing.T, name string) connect.Provider {
	t.Helper()
	for _, p := range connect.Providers() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no provider %q", name)
	return connect.Provider{}
}

// env is an environment that holds these variables and no others.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestTheFirstVariableThatIsSetHoldsTheKey(t *testing.T) {
	keys := connect.EnvironmentKeys(env("GOOGLE_API_KEY", " second\n"))
	if key, err := keys(t.Context(), provider(t, "gemini")); err != nil || key != "second" {
		t.Errorf("got %q, %v", key, err)
	}
	keys = connect.EnvironmentKeys(env("GOOGLE_API_KEY", "second", "GEMINI_API_KEY", "first"))
	if key, err := keys(t.Context(), provider(t, "gemini")); err != nil || key != "first" {
		t.Errorf("got %q, %v", key, err)
	}
}

func TestKeysComeFromAFileThatOnlyItsOwnerReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "keys")
	text := "# my keys\nanthropic = a-key\nexport OPENAI_API_KEY=\"o-key\"\nmistral=\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	keys := connect.FileKeys(file)
	for name, want := range map[string]string{"anthropic": "a-key", "openai": "o-key", "openai-chat": "o-key", "mistral": "", "groq": ""} {
		if key, err := keys(t.Context(), provider(t, name)); err != nil || key != want {
			t.Errorf("%s: got %q, %v", name, key, err)
		}
	}
	if err := os.Chmod(file, 0o644); err != nil {
		t.Fatal(err)
	}
	if key, err := keys(t.Context(), provider(t, "anthropic")); key != "" || err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a file that all can read: got %q, %v", key, err)
	}
	if key, err := connect.FileKeys(filepath.Join(t.TempDir(), "none"))(t.Context(), provider(t, "anthropic")); key != "" || err != nil {
		t.Errorf("a file that is not there: got %q, %v", key, err)
	}
	if _, err := connect.FileKeys(t.TempDir())(t.Context(), provider(t, "anthropic")); err == nil {
		t.Error("a folder is taken for a file of keys")
	}
}

func TestTheFirstKeyCounts(t *testing.T) {
	broken := func(context.Context, connect.Provider) (string, error) { return "", errors.New("locked") }
	has := func(key string) connect.Keys {
		return func(context.Context, connect.Provider) (string, error) { return key, nil }
	}
	p := provider(t, "openai")
	if key, err := connect.FirstKey(has(""), broken, has("b"), has("c"))(t.Context(), p); key != "b" || err != nil {
		t.Errorf("got %q, %v", key, err)
	}
	if _, err := connect.FirstKey(has(""), broken)(t.Context(), p); err == nil {
		t.Error("nobody hears that a place of keys cannot be read")
	}
}

func TestAMissingKeySaysWhichVariableToSet(t *testing.T) {
	_, err := connect.Open(t.Context(), "anthropic/claude-sonnet-4-5", connect.Options{Getenv: env("HOME", t.TempDir()), Keys: connect.EnvironmentKeys(env())})
	var e *model.Error
	if !errors.As(err, &e) || e.Reason != model.Unauthorized {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"ANTHROPIC_API_KEY", "anthropic = KEY", filepath.Join(".config", "jig", "keys")} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

func TestStandardKeysLookIntoTheFileLast(t *testing.T) {
	home := t.TempDir()
	vars := env("XDG_CONFIG_HOME", home)
	file := connect.KeyFile(vars)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("groq = from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	keys := connect.FirstKey(connect.EnvironmentKeys(vars), connect.FileKeys(file))
	if key, err := keys(t.Context(), provider(t, "groq")); key != "from-file" || err != nil {
		t.Errorf("got %q, %v", key, err)
	}
}
