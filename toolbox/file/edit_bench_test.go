package file_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// benchEdit edits a file of many lines to and fro.
func benchEdit(b *testing.B, lines int) {
	dir := b.TempDir()
	space, err := workspace.New(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			b.Error(err)
		}
	}()
	edit := file.Edit(workspace.NewSession(space, workspace.SessionOptions{}))
	text := strings.Repeat(strings.Repeat("x", 99)+"\n", lines) + "needle\n"
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	there := json.RawMessage(`{"path":"f","old_string":"needle","new_string":"thread"}`)
	back := json.RawMessage(`{"path":"f","old_string":"thread","new_string":"needle"}`)
	for b.Loop() {
		if _, err := edit.Run(b.Context(), &tool.Call{Name: "edit", Args: there}); err != nil {
			b.Fatal(err)
		}
		there, back = back, there
	}
}

func BenchmarkEditASourceFile(b *testing.B) { benchEdit(b, 500) }

func BenchmarkEdit100MB(b *testing.B) { benchEdit(b, 1<<20) }
