package shell_test

import (
	"context"
	"os/exec"
	"testing"

	"jig/sandbox"
	"jig/tool"
	"jig/toolbox/shell"
	"jig/workspace"
)

// BenchmarkTrue compares a line that does nothing: run by the standard library, by the tool, and by the tool in the sandbox.
func BenchmarkTrue(b *testing.B) {
	b.Run("exec", func(b *testing.B) {
		for b.Loop() {
			if err := exec.CommandContext(b.Context(), "bash", "-c", "true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	space, err := workspace.New(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	through := func(opt shell.Options) func(b *testing.B) {
		return func(b *testing.B) {
			shells, err := shell.New(opt)
			if err != nil {
				b.Fatal(err)
			}
			one := shells.Tools()[0]
			for b.Loop() {
				if _, err := one.Run(b.Context(), &tool.Call{Args: []byte(`{"command":"true"}`)}); err != nil {
					b.Fatal(err)
				}
			}
			if err := shells.Close(); err != nil {
				b.Error(err)
			}
		}
	}
	b.Run("tool", through(shell.Options{Space: space}))
	box, err := sandbox.New(b.Context(), sandbox.Options{Mode: sandbox.Prefer, Backend: sandbox.Landlock})
	if err != nil {
		b.Fatal(err)
	}
	root := space.Roots()[0]
	b.Run("confined", through(shell.Options{
		Space:   space,
		Sandbox: func(context.Context) (*sandbox.Sandbox, error) { return box, nil },
		Profile: func(in *tool.Intent) sandbox.Profile {
			return sandbox.FromIntent(in, sandbox.Profile{Dir: root, Writable: []string{root}})
		},
	}))
	for _, err := range []error{box.Close(), space.Close()} {
		if err != nil {
			b.Error(err)
		}
	}
}
