package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"jig/internal/filelock"
)

// pathLocks lets one change at a time have a file: among the goroutines of this
// process by path, and among processes by one of 256 lock files, if there is a
// folder for them.
type pathLocks struct {
	dir string

	mu   sync.Mutex
	held map[string]*pathLock
}

// pathLock is the lock of one path. Who sends into the channel has it.
type pathLock struct {
	turn  chan struct{}
	users int
}

// lock waits until all paths are free. They are taken in one order, so that two
// who want the same ones do not wait for each other.
func (l *pathLocks) lock(ctx context.Context, paths ...string) (unlock func(), err error) {
	paths = slices.Compact(slices.Sorted(slices.Values(paths)))
	var undo []func()
	unlock = func() {
		for i := len(undo) - 1; i >= 0; i-- {
			undo[i]()
		}
	}
	for _, path := range paths {
		free, err := l.one(ctx, path)
		if err != nil {
			unlock()
			return nil, err
		}
		undo = append(undo, free)
	}
	if l.dir == "" {
		return unlock, nil
	}
	var stripes []string
	for _, path := range paths {
		sum := sha256.Sum256([]byte(path))
		stripes = append(stripes, hex.EncodeToString(sum[:1]))
	}
	for _, stripe := range slices.Compact(slices.Sorted(slices.Values(stripes))) {
		free, err := lockStripe(ctx, l.dir, stripe)
		if err != nil {
			unlock()
			return nil, err
		}
		undo = append(undo, free)
	}
	return unlock, nil
}

func (l *pathLocks) one(ctx context.Context, path string) (free func(), err error) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*pathLock{}
	}
	lock := l.held[path]
	if lock == nil {
		lock = &pathLock{turn: make(chan struct{}, 1)}
		l.held[path] = lock
	}
	lock.users++
	l.mu.Unlock()
	leave := func() {
		l.mu.Lock()
		if lock.users--; lock.users == 0 {
			delete(l.held, path)
		}
		l.mu.Unlock()
	}
	select {
	case lock.turn <- struct{}{}:
		return func() { <-lock.turn; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, context.Cause(ctx)
	}
}

// lockStripe holds one lock file.
func lockStripe(ctx context.Context, dir, name string) (free func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := filelock.Hold(ctx, f); err != nil {
		return nil, errors.Join(fmt.Errorf("waiting for another session to finish with the file: %w", err), f.Close())
	}
	return func() { _ = f.Close() }, nil // that gives the lock back, whatever it says
}
