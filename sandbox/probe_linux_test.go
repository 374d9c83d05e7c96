package sandbox_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"jig/sandbox"
)

// backends runs a test with each backend, and skips those this machine lacks.
func backends(t *testing.T, test func(t *testing.T, box *sandbox.Sandbox)) {
	t.Helper()
	for _, backend := range []sandbox.Backend{sandbox.Bubblewrap, sandbox.Landlock} {
		t.Run(backend.String(), func(t *testing.T) {
			box, err := sandbox.New(t.Context(), sandbox.Options{Mode: sandbox.Require, Backend: backend})
			if errors.Is(err, sandbox.ErrUnavailable) {
				t.Skipf("this machine cannot run the test: %v", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			test(t, box)
		})
	}
}

func TestNoAttemptToEscapeSucceeds(t *testing.T) {
	backends(t, func(t *testing.T, box *sandbox.Sandbox) {
		checks := sandbox.Probe(t.Context(), sandbox.Options{Backend: box.Backend()})
		if len(checks) < 40 {
			t.Errorf("only %d attempts were made", len(checks))
		}
		for _, c := range checks {
			t.Run(c.Name, func(t *testing.T) {
				name, _, _ := strings.Cut(c.Name, ", started by")
				if box.Backend() == sandbox.Landlock && slices.Contains([]string{"change the mode of a file outside", "list a hidden folder"}, name) {
					t.Skip("Landlock cannot hold this, and Gaps says so")
				}
				if !c.Present || !c.Held {
					t.Errorf("present %v, held %v: %s", c.Present, c.Held, c.Detail)
				}
				t.Log(c.Detail)
			})
		}
	})
}
