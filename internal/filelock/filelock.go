// Package filelock lets processes take turns by locks on open files. The system
// gives a lock back when the file is closed or the process dies.
//
// Where the system has no such locks, every lock is free: whoever uses them must
// be the only process.
package filelock

import (
	"context"
	"os"
	"time"
)

// Hold waits for the lock of a file until the context ends.
func Hold(ctx context.Context, f *os.File) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for pause := 100 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
		}
		if taken, err := Try(f); taken || err != nil {
			return err
		}
		timer.Reset(pause)
	}
}
