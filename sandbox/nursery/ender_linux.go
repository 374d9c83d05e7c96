package nursery

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// politeLook and killLook are how long to wait for a sign of change before
	// looking again: not all processes that end are ours to wait for.
	politeLook = 20 * time.Millisecond
	killLook   = 2 * time.Millisecond
	// freezes bounds how often a tree is looked through for processes that still
	// run before those that were found are killed.
	freezes = 50
	// tidyTime is how long a command that ends its tree itself may take.
	tidyTime = 2 * time.Second
	// doubts is how many looks that find nothing are not believed where it cannot
	// be known for sure.
	doubts = 8
)

// kill ends a tree, and returns when it is gone or could not be ended.
func (w *ward) kill(k *kept, grace time.Duration) error {
	w.mu.Lock()
	if w.open[k.mark] != k {
		w.mu.Unlock()
		return nil
	}
	at := time.Now().Add(grace)
	polite := grace > 0 && (k.ender == nil || k.killAt.After(at))
	if k.ender == nil {
		w.end(k, at)
	} else if at.Before(k.killAt) {
		k.killAt = at
		w.stir()
	}
	ender := k.ender
	w.mu.Unlock()
	if polite {
		// A process that is stopped hears a signal only when it goes on.
		for _, s := range []unix.Signal{unix.SIGTERM, unix.SIGCONT} {
			if err := w.signal(k, s); err != nil && !errors.Is(err, os.ErrProcessDone) {
				return fmt.Errorf("ask the processes to end: %w", err)
			}
		}
	}
	<-ender
	w.mu.Lock()
	defer w.mu.Unlock()
	return k.stuck
}

// end starts the goroutine that ends a tree; close waits for it. The ward is locked.
func (w *ward) end(k *kept, at time.Time) {
	k.killAt, k.stuck, k.ender = at, nil, make(chan struct{})
	w.ending.Go(func() {
		err := w.outlast(k)
		w.mu.Lock()
		ender := k.ender
		k.stuck, k.ender = err, nil
		if err == nil {
			delete(w.open, k.mark)
			close(k.gone)
		}
		w.mu.Unlock()
		if err == nil {
			k.tell(k, true)
		}
		close(ender)
	})
}

// outlast waits for a tree to end, and after its time kills it. First everything is
// stopped as soon as it is seen, until nothing new turns up, so that nothing can
// multiply faster than it is killed; then all is killed at once, and looked for again.
func (w *ward) outlast(k *kept) error {
	f := freezer{stopped: make(map[sight]bool)}
	clean := 0
	for rounds := 1; ; rounds++ {
		w.mu.Lock()
		change, ended, at := w.change, k.ended, k.killAt
		w.mu.Unlock()
		show := func(process) {}
		late := time.Since(at)
		if late >= 0 {
			show = f.stop
		}
		f.fresh = false
		list, sure, err := w.members(k, show)
		if err != nil {
			return err
		}
		if len(list) == 0 && !f.fresh && ended {
			if clean++; sure || clean > w.doubt(&f) {
				return nil
			}
			pause(change, time.Millisecond)
			continue
		}
		clean = 0
		if late < 0 {
			pause(change, min(-late, politeLook))
			rounds = 0
			continue
		}
		if late > killTime {
			return fmt.Errorf("these processes do not end: %v", numbers(list))
		}
		for _, p := range list {
			f.stop(p)
		}
		if f.fresh && rounds%freezes != 0 {
			continue
		}
		for _, p := range list {
			_ = unix.Kill(p.pid, unix.SIGKILL) // who is still there is found by the next look
		}
		pause(change, killLook)
	}
}

// A freezer stops processes, each once.
type freezer struct {
	stopped map[sight]bool
	fresh   bool // one was stopped since this was last set to false
}

func (f *freezer) stop(p process) {
	if p.dead || f.stopped[p.sight()] {
		return
	}
	_ = unix.Kill(p.pid, unix.SIGSTOP) // it may just have ended
	f.fresh, f.stopped[p.sight()] = true, true
}

// doubt is how many looks that find nothing are not believed: where something was
// found, there may be more of its kind. A nursery has only to wait until it is sure.
func (w *ward) doubt(f *freezer) int {
	if w.adopts || len(f.stopped) > 0 {
		return doubts
	}
	return 1
}

// pause waits for a change, but not long.
func pause(change <-chan struct{}, at time.Duration) {
	timer := time.NewTimer(at)
	defer timer.Stop()
	select {
	case <-change:
	case <-timer.C:
	}
}

func numbers(list []process) []int {
	var pids []int
	for _, p := range list {
		pids = append(pids, p.pid)
	}
	slices.Sort(pids)
	return pids
}

// close ends all trees at once and waits for it. A command that passes signals on
// ends its tree itself when the program has died, and tidies up: it gets the time.
func (w *ward) close() error {
	w.mu.Lock()
	var open []*kept
	now := time.Now()
	for _, k := range w.open {
		open = append(open, k)
		at := now
		if k.relay {
			at = now.Add(tidyTime)
		}
		if k.ender == nil {
			w.end(k, at)
		} else if at.Before(k.killAt) {
			k.killAt = at
		}
	}
	w.stir()
	w.mu.Unlock()
	w.ending.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	var errs []error
	for _, k := range open {
		errs = append(errs, k.stuck)
	}
	return errors.Join(errs...)
}
