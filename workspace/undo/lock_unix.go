//go:build unix

package undo

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// hold waits for a file lock. The system gives it back when the file is closed or
// the process dies.
func hold(ctx context.Context, f *os.File) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for pause := 100 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
		}
		if taken, err := try(f); taken || err != nil {
			return err
		}
		timer.Reset(pause)
	}
}

// try takes a file lock if it is free.
func try(f *os.File) (taken bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, err
}

func release(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }
