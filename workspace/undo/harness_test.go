package undo_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig/tool"
	"jig/workspace"
	"jig/workspace/undo"
)

// bench is a workspace with a log.
type bench struct {
	t     *testing.T
	root  string
	state string
	space *workspace.Space
	log   *undo.Log
	calls int
	half  int // undos and redos found to be stopped on the way
}

func newBench(t *testing.T, opt undo.Options) *bench {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, root: filepath.Join(base, "work"), state: filepath.Join(base, "state")}
	b.must(os.Mkdir(b.root, 0o755))
	b.space, err = workspace.New(b.root)
	b.must(err)
	t.Cleanup(func() { b.must(b.space.Close()) })
	b.log = b.open(opt)
	return b
}

// open opens the log once more, as another process would.
func (b *bench) open(opt undo.Options) *undo.Log {
	b.t.Helper()
	log, err := undo.Open(b.state, b.space, opt)
	b.must(err)
	b.t.Cleanup(func() { b.must(log.Close()) })
	return log
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(b.root, name)
}

func (b *bench) write(name, text string) {
	b.t.Helper()
	b.must(os.MkdirAll(filepath.Dir(b.path(name)), 0o755))
	b.must(os.WriteFile(b.path(name), []byte(text), 0o644))
}

// change describes a call that writes the named paths; without any it is opaque.
func (b *bench) change(writes ...string) tool.Change {
	b.calls++
	in := &tool.Intent{Summary: fmt.Sprintf("change %d", b.calls)}
	for _, w := range writes {
		in.Writes = append(in.Writes, b.path(w))
	}
	if len(writes) == 0 {
		in.Opaque = "it runs a program"
	}
	return tool.Change{Call: &tool.Call{ID: fmt.Sprintf("call-%d", b.calls)}, Tool: "test", Intent: in, Turn: "turn-1"}
}

// call runs do as a call would be.
func (b *bench) call(c tool.Change, do func()) *tool.Result {
	b.t.Helper()
	end, err := b.log.Keep(b.t.Context(), c)
	b.must(err)
	do()
	res := tool.TextResult("done")
	end(res)
	return res
}

// bash runs a line in the workspace as an opaque call.
func (b *bench) bash(line string) *tool.Result {
	b.t.Helper()
	return b.call(b.change(), func() { b.shell(line) })
}

func (b *bench) shell(line string) {
	b.t.Helper()
	cmd := exec.CommandContext(b.t.Context(), "bash", "-c", line)
	cmd.Dir = b.root
	if out, err := cmd.CombinedOutput(); err != nil {
		b.t.Fatalf("%s: %v\n%s", line, err, out)
	}
}

func (b *bench) undo(sel undo.Selection) *undo.Report {
	b.t.Helper()
	r, err := b.log.Undo(b.t.Context(), undo.Request{Selection: sel})
	b.must(err)
	return r
}

func (b *bench) redo(sel undo.Selection) *undo.Report {
	b.t.Helper()
	r, err := b.log.Redo(b.t.Context(), undo.Request{Selection: sel})
	b.must(err)
	return r
}

func (b *bench) list() []undo.Record {
	b.t.Helper()
	records, err := b.log.List(b.t.Context())
	b.must(err)
	return records
}

// tree describes everything in the workspace.
func (b *bench) tree() string { return treeOf(b.t, b.root) }

func treeOf(t *testing.T, root string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%q %s", rel, info.Mode())
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, " %q", data)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			fmt.Fprintf(&out, " -> %q", target)
		}
		out.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// refused wants a conflict that says all the words.
func refused(t *testing.T, err error, words ...string) {
	t.Helper()
	conflict, ok := errors.AsType[*undo.ConflictError](err)
	if !ok {
		t.Fatalf("got %v, want a conflict", err)
	}
	for _, w := range words {
		if !strings.Contains(conflict.Error(), w) {
			t.Errorf("%q is missing in: %v", w, conflict)
		}
	}
}
