package file_test

import (
	"encoding/json"
	"testing"

	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// benchRead measures the tool alone, without an engine.
func benchRead(b *testing.B, dir, args string) {
	b.Helper()
	space, err := workspace.New(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := space.Close(); err != nil {
			b.Error(err)
		}
	}()
	read := file.Read(workspace.NewSession(space, workspace.SessionOptions{}), file.ReadOptions{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read.Run(b.Context(), &tool.Call{Name: "read", Args: json.RawMessage(args)}); err != nil {
			b.Fatal(err)
		}
	}
}
