package file_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jig/tool"
	"jig/toolbox/file"
)

func TestALinkThatWasSwappedAfterTheApprovalIsNotFollowed(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	harmless, secret := r.put(t, "harmless", "h\n"), r.put(t, "secret/s", "s\n")
	link := filepath.Join(r.dir, "link")
	for _, c := range []struct {
		tool           tool.Tool
		before, behind string
	}{
		{file.Read(r.sess, file.ReadOptions{}), harmless, secret},
		{file.List(r.sess), r.dir, filepath.Dir(secret)},
	} {
		if err := os.Symlink(c.before, link); err != nil {
			t.Fatal(err)
		}
		call := &tool.Call{Name: c.tool.Spec().Name, Args: json.RawMessage(`{"path":"link"}`)}
		intent, err := c.tool.(tool.Planner).Plan(t.Context(), call)
		if err != nil {
			t.Fatal(err)
		}
		if c.before == r.dir {
			intent.Reads = []string{harmless} // the main folder covers everything
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(c.behind, link); err != nil {
			t.Fatal(err)
		}
		res, err := c.tool.Run(context.WithValue(t.Context(), tool.IntentKey{}, intent), call)
		if e, ok := errors.AsType[*tool.Error](err); !ok || e.Code != tool.CodePermissionDenied {
			t.Errorf("%s: %v, %s", call.Name, err, res.Text())
		}
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReadStopsWhenItIsCancelled(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "a", "x\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := file.Read(r.sess, file.ReadOptions{}).Run(ctx, &tool.Call{Name: "read", Args: json.RawMessage(`{"path":"a"}`)})
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
