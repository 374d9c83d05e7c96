package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sync"
	"time"
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

// errBusy says that another process has a lock now.
var errBusy = errors.New("locked by another process")

// wait tries until it works, with growing pauses, or the context ends.
func wait(ctx context.Context, try func() error) error {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for pause := 200 * time.Microsecond; ; pause = min(pause*3/2, 20*time.Millisecond) {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-timer.C:
		}
		if err := try(); !errors.Is(err, errBusy) {
			return err
		}
		timer.Reset(pause)
	}
}
