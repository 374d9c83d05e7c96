//go:build unix

package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// lockStripe holds one lock file; the system lets go of it when the process dies.
func lockStripe(ctx context.Context, dir, name string) (free func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = wait(ctx, func() error {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
			return errBusy
		}
		return err
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("waiting for another session to finish with the file: %w", err), f.Close())
	}
	return func() { _ = f.Close() }, nil // that gives the lock back, whatever it says
}
