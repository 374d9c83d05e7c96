package shell_test

import (
	"testing"

	"jig/schema"
	"jig/tool"
	"jig/toolbox/shell"
	"jig/workspace"
)

// BenchmarkPrepare takes apart what happens to a call before its line may run.
func BenchmarkPrepare(b *testing.B) {
	space, err := workspace.New(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	shells, err := shell.New(shell.Options{Space: space})
	if err != nil {
		b.Fatal(err)
	}
	one := shells.Tools()[0]
	binder, _ := tool.As[tool.Binder](one)
	planner, _ := tool.As[tool.Planner](one)
	checker, _ := tool.As[tool.Checker](one)
	adapter, _ := tool.As[tool.Adapter](one)
	b.Run("adapt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c := &tool.Call{Name: "shell", Args: []byte(`{"command":"true"}`)}
			if _, err := adapter.Adapt(c); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bind", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c := &tool.Call{Name: "shell", Args: []byte(`{"command":"true"}`)}
			if err := binder.Bind(c, schema.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	c := &tool.Call{Name: "shell", Args: []byte(`{"command":"true"}`)}
	if err := binder.Bind(c, schema.Options{}); err != nil {
		b.Fatal(err)
	}
	b.Run("check", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := checker.Check(b.Context(), c); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := planner.Plan(b.Context(), c); err != nil {
				b.Fatal(err)
			}
		}
	})
}
