package config_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jig/config"
)

// A world is a machine of its own for a test: an administrator, a person and a
// project, all in one temporary folder.
type world struct {
	t       *testing.T
	base    string
	project string
	options config.Options
	trust   *config.Trust
}

func newWorld(t *testing.T) *world {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, base: base, project: filepath.Join(base, "home", "project")}
	if err := os.MkdirAll(w.project, 0o700); err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(base, "home")
	w.trust, err = config.OpenTrust(filepath.Join(base, "state", "jig", "trust.json"), config.TrustOptions{
		Home: home,
		Now:  func() time.Time { return time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC) },
	})
	if err != nil {
		t.Fatal(err)
	}
	w.options = config.Options{
		Dir: w.project, Home: home, ConfigHome: filepath.Join(home, ".config"),
		ManagedDirs: []string{filepath.Join(base, "etc", "jig"), filepath.Join(base, "etc", "claude-code")},
		Trust:       w.trust,
	}
	return w
}

// write makes a file; names of the levels stand for their usual places.
func (w *world) write(name, text string) string {
	w.t.Helper()
	file := w.place(name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return file
}

func (w *world) place(name string) string {
	switch name {
	case "managed":
		return filepath.Join(w.base, "etc", "jig", "settings.json")
	case "user":
		return w.options.UserFile()
	case "local":
		file, err := w.options.LocalFile()
		if err != nil {
			w.t.Fatal(err)
		}
		return file
	case "project":
		return filepath.Join(w.project, ".jig", "settings.json")
	}
	return filepath.Join(w.base, name)
}

func (w *world) load() *config.Config {
	w.t.Helper()
	c, err := config.Load(w.options)
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

func texts(rules []config.Rule) []string {
	list := []string{}
	for _, r := range rules {
		list = append(list, r.Text)
	}
	return list
}

type rawJSON = json.RawMessage

// numbered gives members whose names cannot be variables.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"A=%d": "x",`, i)
	}
	return b.String()
}
