package file_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// room is a workspace with the tools that read it, used through an engine.
type room struct {
	dir  string
	sess *workspace.Session
	eng  *engine.Engine
}

func newRoom(t *testing.T, opt file.ReadOptions) *room {
	t.Helper()
	return newRoomIn(t, opt, workspace.SessionOptions{})
}

func newRoomIn(t *testing.T, opt file.ReadOptions, so workspace.SessionOptions) *room {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	r := &room{dir: dir, sess: workspace.NewSession(space, so)}
	set := tool.NewSet(file.Read(r.sess, opt), file.List(r.sess), file.Mkdir(r.sess))
	r.eng = engine.New(set, engine.AllowAll(), engine.Options{})
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

// put writes a file and the folders above it.
func (r *room) put(t *testing.T, path, content string) string {
	t.Helper()
	full := filepath.Join(r.dir, path)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return full
}

func (r *room) place(t *testing.T, path string) workspace.Place {
	t.Helper()
	p, err := r.sess.Space().Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// call uses a tool by any of its names. The arguments are JSON, or a value that
// becomes JSON.
func (r *room) call(t *testing.T, name string, args any) engine.Outcome {
	t.Helper()
	raw, ok := args.(string)
	if !ok {
		data, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		raw = string(data)
	}
	return r.eng.Call(t.Context(), tool.Call{Name: name, Args: json.RawMessage(raw)})
}

// detail reads one of the details that programs get.
func detail(t *testing.T, out engine.Outcome, key string) any {
	t.Helper()
	data, err := json.Marshal(out.Result.Details)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all[key]
}
