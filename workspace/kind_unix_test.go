//go:build unix

package workspace_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"jig/workspace"
)

func TestTheKindOfAPlaceIsKnown(t *testing.T) {
	root := tree(t, "file", "dir/")
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Link(filepath.Join(root, "file"), filepath.Join(root, "dir", "twin")); err != nil {
		t.Skip(err)
	}
	s := space(t, root)
	for path, want := range map[string]workspace.Kind{"file": workspace.File, "dir": workspace.Dir, "pipe": workspace.Fifo, "./pipe": workspace.Fifo, "/dev/null": workspace.Device, "none": workspace.Missing, "/": workspace.Dir} {
		p, err := s.Resolve(path)
		if err != nil || p.Kind != want {
			t.Errorf("%s is a %s, want a %s (%v)", path, p.Kind, want, err)
		}
	}
	for _, path := range []string{"dir/twin", "./file"} {
		if p, err := s.Resolve(path); err != nil || !p.Shared {
			t.Errorf("%s is not known to have another name (%v)", path, err)
		}
	}
}
