package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// newDesk is a workspace with all tools of the package.
func newDesk(t *testing.T) *room {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return deskIn(t, dir)
}

func deskIn(t *testing.T, dir string) *room {
	t.Helper()
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{dir: dir, sess: workspace.NewSession(space, workspace.SessionOptions{})}
	r.eng = engine.New(tool.NewSet(
		file.Read(r.sess, file.ReadOptions{}), file.Write(r.sess), file.Edit(r.sess), file.MultiEdit(r.sess), file.Insert(r.sess),
		file.ApplyPatch(r.sess), file.Delete(r.sess), file.Move(r.sess), file.List(r.sess), file.Mkdir(r.sess),
	), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := r.eng.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// get is the content of a file, "(none)" if there is none.
func (r *room) get(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, path))
	if os.IsNotExist(err) {
		return "(none)"
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// want checks the outcome of a call: what the answer mentions, and its code.
func want(t *testing.T, out engine.Outcome, code tool.Code, mentions ...string) {
	t.Helper()
	got := tool.Code("")
	if out.Result.Error != nil {
		got = out.Result.Error.Code
	}
	if got != code {
		t.Fatalf("the code is %q, want %q: %s", got, code, out.Result.Text())
	}
	for _, m := range mentions {
		if !strings.Contains(out.Result.Text(), m) {
			t.Errorf("%s\ndoes not mention %q", out.Result.Text(), m)
		}
	}
}

// clean checks that nothing but the named files is in the main folder.
func (r *room) clean(t *testing.T, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("there are %v, want %v", got, names)
	}
}
