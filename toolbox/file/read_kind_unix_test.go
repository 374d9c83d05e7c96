//go:build unix

package file_test

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"jig/engine"
	"jig/toolbox/file"
	"jig/workspace"
)

func TestPipesSocketsAndDevicesAreRefusedAtOnce(t *testing.T) {
	r := newRoomIn(t, file.ReadOptions{}, workspace.SessionOptions{Outside: true})
	if err := unix.Mkfifo(filepath.Join(r.dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(r.dir, "sock"))
	if err != nil {
		t.Skip(err)
	}
	defer func() {
		if err := socket.Close(); err != nil {
			t.Error(err)
		}
	}()
	for path, want := range map[string]string{
		"pipe": "is a pipe", "sock": "is a socket", "/dev/zero": "is a device", "/dev/tty": "device",
		"/proc/kmsg": "/proc", "/proc/self/mem": "/proc", "/proc": "/proc", "/dev": "folder",
	} {
		out := r.call(t, "read", map[string]any{"path": path})
		if out.Status == engine.OK || !strings.Contains(out.Result.Text(), want) {
			t.Errorf("%s: %s %s", path, out.Status, out.Result.Text())
		}
	}
	out := r.call(t, "list", `{"path":"."}`)
	if got := out.Result.Text(); !strings.Contains(got, "s          -") {
		t.Error(got)
	}
}
