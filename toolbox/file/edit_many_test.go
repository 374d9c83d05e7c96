package file_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
)

// turnOf puts many calls of one tool through one turn and checks that all work.
func (r *room) turnOf(t *testing.T, name string, n int, args func(i int) map[string]any) {
	t.Helper()
	turn := r.eng.Turn(t.Context(), engine.TurnOptions{})
	for i := range n {
		raw, err := json.Marshal(args(i))
		if err != nil {
			t.Fatal(err)
		}
		if err := turn.Add(tool.Call{Name: name, Args: raw}); err != nil {
			t.Fatal(err)
		}
	}
	turn.Close()
	for i, out := range turn.Wait() {
		if out.Result.IsError {
			t.Fatalf("call %d: %s", i, out.Result.Text())
		}
	}
}

func slots(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "slot %d: old\n", i)
	}
	return b.String()
}

func slotEdit(path string, i int) map[string]any {
	return map[string]any{"path": path, "old_string": fmt.Sprintf("slot %d: old\n", i), "new_string": fmt.Sprintf("slot %d: new\n", i)}
}

func TestManyEditsOfOneFileLoseNothing(t *testing.T) {
	const n = 200
	t.Run("in one turn", func(t *testing.T) {
		r := newDesk(t)
		r.put(t, "f", slots(n))
		r.turnOf(t, "edit", n, func(i int) map[string]any { return slotEdit("f", i) })
		if got := r.get(t, "f"); got != strings.ReplaceAll(slots(n), "old", "new") {
			t.Errorf("%d edits are there", strings.Count(got, "new"))
		}
	})
	t.Run("from everywhere at once", func(t *testing.T) {
		r := newDesk(t)
		r.put(t, "f", slots(n))
		results := make(chan engine.Outcome, n)
		for i := range n {
			raw, err := json.Marshal(slotEdit("f", i))
			if err != nil {
				t.Fatal(err)
			}
			go func() { results <- r.eng.Call(t.Context(), tool.Call{Name: "edit", Args: raw}) }()
		}
		for range n {
			want(t, <-results, "")
		}
		if got := r.get(t, "f"); got != strings.ReplaceAll(slots(n), "old", "new") {
			t.Errorf("%d edits are there", strings.Count(got, "new"))
		}
		r.clean(t, "f")
	})
}

func TestManyEditsOfATreeLoseNothing(t *testing.T) {
	edits, files := 10_000, 500
	if testing.Short() || raceDetector {
		edits, files = 1_000, 50
	}
	r := newDesk(t)
	each := edits / files
	path := func(f int) string { return fmt.Sprintf("d%d/f%d.txt", f%20, f) }
	for f := range files {
		r.put(t, path(f), slots(each))
	}
	r.turnOf(t, "edit", edits, func(i int) map[string]any { return slotEdit(path(i%files), i/files) })
	for f := range files {
		if got := r.get(t, path(f)); got != strings.ReplaceAll(slots(each), "old", "new") {
			t.Fatalf("%s: %d of %d edits are there", path(f), strings.Count(got, "new"), each)
		}
	}
}
