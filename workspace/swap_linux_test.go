package workspace_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"jig/workspace"
)

// exchange swaps two names in one step.
func exchange(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

func TestAPipePutInPlaceOfAFileNeitherHangsNorOpens(t *testing.T) {
	root := tree(t, "file")
	s := space(t, root)
	p := resolve(t, s, "file")
	must(t, unix.Mkfifo(filepath.Join(root, "pipe"), 0o600))
	if f, err := s.Open(resolve(t, s, "pipe"), os.O_RDONLY, 0); err == nil {
		t.Error("a pipe is opened", f.Close())
	}
	must(t, exchange(filepath.Join(root, "file"), filepath.Join(root, "pipe")))
	if f, err := s.Open(p, os.O_RDONLY, 0); !errors.Is(err, workspace.ErrChanged) {
		t.Errorf("it gives %v, %v", f, err)
	}
}

// Somebody exchanges a folder with a link, and a file with a link, as fast as
// they can, while files are resolved and written. Whatever the moment, nothing
// may be written through a link.
func TestNoMomentOfAnExchangeLetsAWriteThrough(t *testing.T) {
	base := tree(t, "proj/dir/file", "proj/trap -> ../victim", "proj/swap", "proj/swaplink -> ../victim/file", "victim/file")
	root := filepath.Join(base, "proj")
	s := space(t, root)
	if err := exchange(filepath.Join(root, "dir"), filepath.Join(root, "trap")); err != nil {
		t.Skip("this file system cannot exchange names:", err)
	}
	must(t, exchange(filepath.Join(root, "dir"), filepath.Join(root, "trap")))

	var attacker sync.WaitGroup
	stop := make(chan struct{})
	attacker.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := errors.Join(exchange(filepath.Join(root, "dir"), filepath.Join(root, "trap")), exchange(filepath.Join(root, "swap"), filepath.Join(root, "swaplink"))); err != nil {
				t.Error(err)
				return
			}
		}
	})
	written, refused := 0, 0
	for range 1000 {
		for _, path := range []string{"dir/file", "swap", "dir/new"} {
			p, err := s.Resolve(path)
			if err != nil || !p.Inside {
				refused++
				continue
			}
			if err := write(s, p, "overwritten"); err != nil {
				refused++
				continue
			}
			written++
			if path == "dir/new" {
				if p, err := s.ResolveEntry(path); err == nil && p.Inside && p.Exists {
					// It may be swapped away again; then the next round meets it.
					if err := s.Remove(p); err != nil {
						refused++
					}
				}
			}
		}
	}
	close(stop)
	attacker.Wait()
	t.Logf("%d writes, %d refused", written, refused)
	if got := contents(t, filepath.Join(base, "victim/file")); got != "victim/file" {
		t.Errorf("the victim holds %q", got)
	}
	if _, err := os.Lstat(filepath.Join(base, "victim/new")); err == nil {
		t.Error("a file was made beside the victim")
	}
	if written == 0 || refused == 0 {
		t.Errorf("%d writes, %d refused: the attack did not take place", written, refused)
	}
}
