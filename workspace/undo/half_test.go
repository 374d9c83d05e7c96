package undo_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/workspace/undo"
)

// The other process is killed as soon as the first of many files is back.
func TestAnUndoThatIsKilledOnTheWayIsFinishedOrTurnedAround(t *testing.T) {
	for name, finish := range map[string]bool{"finished by undo": true, "turned around by redo": false} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, undo.Options{})
			const files = 300
			each := func(text string) {
				for i := range files {
					b.write(fmt.Sprintf("d/f%03d", i), fmt.Sprint(text, i))
				}
			}
			each("old")
			before := b.tree()
			b.call(b.change("d", "new"), func() {
				each("new")
				b.write("new/x", "x")
			})
			after := b.tree()
			b.killInUndo("d/f000", "old0")
			if got := b.tree(); got == before || got == after {
				t.Skip("it was killed too late")
			}
			r := b.list()[0]
			if r.State != undo.Half {
				t.Fatalf("state %s", r.State)
			}
			want := before
			if finish {
				b.undo(undo.Selection{})
			} else {
				want = after
				b.redo(undo.Selection{})
			}
			if diff := cmp.Diff(want, b.tree()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			// And all the way once more.
			if finish {
				b.redo(undo.Selection{})
				want = after
			} else {
				b.undo(undo.Selection{})
				want = before
			}
			if diff := cmp.Diff(want, b.tree()); diff != "" {
				t.Errorf("afterwards (-want +got):\n%s", diff)
			}
		})
	}
}

// killInUndo starts an undo in another process and kills it when a file has the
// content.
func (b *bench) killInUndo(name, content string) {
	b.t.Helper()
	cmd, lines := startChild(b.t, b, 0, -1, "")
	lines.Scan() // it is ready
	for {
		if data, err := os.ReadFile(b.path(name)); err == nil && string(data) == content {
			break
		}
	}
	b.must(cmd.Process.Kill())
	_ = cmd.Wait() // it was killed
}
