package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/tool"
)

// golden compares a text with the one on file, or puts it on file with -update.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./cmd/jig -update", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not up to date; if the change is meant, run go test ./cmd/jig -update (-file +code):\n%s", path, diff)
	}
}

// What models see of a tool is an interface like any other: a change must be seen in review.
func TestToolDefinitionsAreTheOnesOnFile(t *testing.T) {
	dir := filepath.Join("testdata", "definitions")
	defs, hidden := builtinSet().Export(tool.Export{Deferred: true})
	for _, h := range hidden {
		t.Errorf("%s is hidden from models: %s", h.Name, h.Reason)
	}
	var names []string
	for _, def := range defs {
		names = append(names, def.Name+".json")
		t.Run(def.Name, func(t *testing.T) {
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			if err := enc.Encode(def); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join(dir, def.Name+".json"), b.Bytes())
		})
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !slices.Contains(names, file.Name()) {
			t.Errorf("%s is on file for a tool that does not exist: remove the file if the tool is gone on purpose", file.Name())
		}
	}
}

// What models and people need to choose a tool and to use it.
func TestEveryBuiltInToolIsDescribed(t *testing.T) {
	for _, tl := range builtinSet().All() {
		spec := tl.Spec()
		t.Run(spec.Name, func(t *testing.T) {
			if spec.Title == "" || spec.Help == "" || spec.Category == "" || len(spec.Keywords) == 0 {
				t.Errorf("%+v lacks a title, help, a category or keywords", *spec)
			}
			if _, ok := tool.As[tool.Planner](tl); !ok {
				t.Error("it does not state its intent")
			}
		})
	}
}
