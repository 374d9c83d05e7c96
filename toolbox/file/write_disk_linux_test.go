package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// smallDisk is a file system of its own with room for a few pages.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func TestAFullDiskLosesNothing(t *testing.T) {
	r := deskIn(t, smallDisk(t))
	r.put(t, "f", "old\n")
	long := strings.Repeat("x", 512<<10)
	want(t, r.call(t, "write", map[string]any{"path": "f", "content": long}), tool.CodeFailed, "no room on the disk for f", "nothing was changed")
	want(t, r.call(t, "write", map[string]any{"path": "g", "content": long}), tool.CodeFailed, "no room on the disk for g")
	want(t, r.call(t, "edit", map[string]any{"path": "f", "old_string": "old", "new_string": long}), tool.CodeFailed, "no room on the disk for f")
	want(t, r.call(t, "insert", map[string]any{"path": "f", "content": long}), tool.CodeFailed, "no room")
	want(t, r.call(t, "multi_edit", map[string]any{"edits": []any{
		map[string]any{"path": "f", "old_string": "old", "new_string": "new"}, map[string]any{"path": "h", "old_string": "", "new_string": long},
	}}), tool.CodeFailed, "no room on the disk for h")
	if got := r.get(t, "f"); got != "old\n" {
		t.Errorf("the file is %.20q", got)
	}
	r.clean(t, "f")
	want(t, r.call(t, "edit", `{"path":"f","old_string":"old","new_string":"new"}`), "")
}

func TestAFileMovesToAnotherDisk(t *testing.T) {
	other := smallDisk(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir, other)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{dir: dir, sess: workspace.NewSession(space, workspace.SessionOptions{})}
	r.eng = engine.New(tool.NewSet(file.Move(r.sess)), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := r.eng.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	path := r.put(t, "run.sh", "true\n")
	if err := os.Chmod(path, 0o750); err != nil {
		t.Fatal(err)
	}
	r.put(t, "dir/f", "f")
	want(t, r.call(t, "move", map[string]any{"source": "run.sh", "destination": other}), "", "Moved run.sh to "+filepath.Join(other, "run.sh"))
	info, err := os.Stat(filepath.Join(other, "run.sh"))
	if err != nil || info.Mode().Perm() != 0o750 || info.Size() != 5 {
		t.Errorf("there is %v, %v", info, err)
	}
	want(t, r.call(t, "move", map[string]any{"source": "dir", "destination": other}), tool.CodeFailed, "another disk")
	r.clean(t, "dir")
}
