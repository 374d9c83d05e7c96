package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/toolbox/file"
)

func TestMkdirMakesFolders(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "file", "x")
	for _, c := range []struct {
		name, tool, args, want string
		status                 engine.Status
	}{
		{"with those above it", "mkdir", `{"path":"a/b/c"}`, "made the folder a/b/c", engine.OK},
		{"once more", "create_directory", `{"directory":"a/b/c"}`, "is there already", engine.OK},
		{"where a file is", "mkdir", `{"path":"file"}`, "is a file: choose another name", engine.Failed},
		{"below a file", "mkdir", `{"path":"file/x"}`, "is a file, not a folder", engine.Failed},
		{"outside", "make_directory", `{"path":"../x"}`, "outside of the workspace", engine.Denied},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.call(t, c.tool, c.args)
			if got := out.Result.Text(); out.Status != c.status || !strings.Contains(got, c.want) {
				t.Errorf("%s: %s", out.Status, got)
			}
		})
	}
	if info, err := os.Stat(filepath.Join(r.dir, "a/b/c")); err != nil || !info.IsDir() {
		t.Error(info, err)
	}
	out := r.call(t, "mkdir", `{"path":"new"}`)
	if len(out.Intent.Writes) != 1 || out.Intent.Writes[0] != filepath.Join(r.dir, "new") {
		t.Errorf("%+v", out.Intent)
	}
}
