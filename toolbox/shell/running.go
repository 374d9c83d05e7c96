package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"jig/sandbox"
)

const (
	// drainTime is how long the pipes of a command are read after its own end, and how long what it left behind has to finish.
	drainTime = 100 * time.Millisecond
	// look is how often it is looked whether that has finished.
	look = 5 * time.Millisecond
	// killGrace is how long a command that is stopped has to clean up. Whoever cancels waits for it.
	killGrace = 25 * time.Millisecond
	// stopGrace is the same for a background command that somebody wants to end: a server may have something to save.
	stopGrace = 2 * time.Second
)

// running is a command with the pipes that it prints to.
//
// One goroutine reads each pipe. It ends at the end of the pipe or at the deadline that settle sets, whichever comes first,
// and settle waits for it: nobody reads after settle. Most commands are over before a goroutine has begun, so that those of
// a line begin only when it has taken a while; what a shorter one has printed waits in the pipes.
type running struct {
	proc   *sandbox.Process
	take   func(stream int, p []byte)
	spouts [streams]*spout // pipes that nobody reads yet
	ends   []*os.File      // those that somebody does
	read   chan struct{}   // closed when all pipes have been read
}

// soon is how long a line may take before its pipes are read. They hold more than most lines print in that time.
const soon = 4 * time.Millisecond

// piped starts a job whose streams are taken apart.
func (s *Shells) piped(ctx context.Context, j *job, take func(stream int, p []byte)) (*running, error) {
	r := &running{take: take, read: make(chan struct{})}
	var theirs [streams]*os.File
	defer closeAll(theirs[:]) // the command has its own
	for i := range streams {
		var err error
		if r.spouts[i], theirs[i], err = newSpout(); err != nil {
			r.spouts[i] = nil
			return nil, errors.Join(fmt.Errorf("no pipe for the output: %w", err), r.shut())
		}
	}
	var err error
	if r.proc, err = s.start(ctx, j, nil, theirs[stdout], theirs[stderr]); err != nil {
		return nil, errors.Join(err, r.shut())
	}
	return r, nil
}

// shut closes the pipes that nobody reads.
func (r *running) shut() error {
	var err error
	for i, t := range r.spouts {
		if t != nil {
			err = errors.Join(err, t.close())
			r.spouts[i] = nil
		}
	}
	return err
}

// begin begins to read the pipes that nobody reads yet.
func (r *running) begin() {
	var ends [streams]*os.File
	for i, t := range r.spouts {
		if t != nil {
			ends[i], r.spouts[i] = t.file(), nil
		}
	}
	r.follow(ends[:])
}

// drain takes what a short line has printed, and leaves to readers what has not come to its end. It returns an error only
// for a pipe that does not close.
func (r *running) drain() error {
	var err error
	open := 0
	for i, t := range r.spouts {
		switch {
		case t == nil:
		case t.drained(func(p []byte) { r.take(i, p) }):
			err = errors.Join(err, t.close())
			r.spouts[i] = nil
		default:
			open++
		}
	}
	if open > 0 {
		r.begin()
	} else if len(r.ends) == 0 {
		close(r.read)
	}
	return err
}

// follow begins to read what a process prints.
func follow(proc *sandbox.Process, take func(stream int, p []byte), ends ...*os.File) *running {
	r := &running{proc: proc, take: take, read: make(chan struct{})}
	r.follow(ends)
	return r
}

// follow begins to read; an end that is nil is none.
func (r *running) follow(ends []*os.File) {
	var open atomic.Int32
	for _, end := range ends {
		if end != nil {
			r.ends = append(r.ends, end)
			open.Add(1)
		}
	}
	for i, end := range ends {
		if end == nil {
			continue
		}
		go func() {
			pump(end, func(p []byte) { r.take(i, p) })
			if open.Add(-1) == 0 {
				close(r.read)
			}
		}()
	}
}

// pump reads until there is nothing more to come: the end of a pipe, a terminal whose other side is gone (which is an error
// there), or the deadline.
func pump(end *os.File, take func(p []byte)) {
	buf := make([]byte, 2<<10) // most commands print little
	for {
		n, err := end.Read(buf)
		if n > 0 {
			take(buf[:n])
		}
		if err != nil {
			return
		}
		if n == len(buf) && n < 64<<10 {
			buf = make([]byte, 64<<10)
		}
	}
}

// wait waits until the command has ended, or until it has to be stopped: then the whole tree is, and the reason comes back. A
// channel that is nil never says so.
func (r *running) wait(ctx context.Context, timeout time.Duration, closing, stop <-chan struct{}) (reason, error) {
	var late <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		late = timer.C
	}
	if r.spouts != [streams]*spout{} {
		moment := time.NewTimer(soon)
		select {
		case <-r.proc.Done():
			moment.Stop()
			return ended, nil
		case <-moment.C:
		case <-ctx.Done():
		case <-closing:
		case <-stop:
		}
		moment.Stop()
		r.begin()
	}
	var why reason
	grace := killGrace
	select {
	case <-r.proc.Done():
		return ended, nil
	case <-ctx.Done():
		why = cancelled
	case <-late:
		why = timedOut
	case <-closing:
		why = closed
	case <-stop:
		why, grace = killed, stopGrace
	}
	return why, r.proc.Kill(grace)
}

// reason is why a command is over.
type reason uint8

const (
	ended reason = iota
	timedOut
	cancelled
	closed
	killed
)

// settle ends everything that belongs to a command after the command itself: it reads what is still in the pipes, gives what
// was left behind a moment to finish, kills it, and names what it had to kill.
func (r *running) settle() (left []string, err error) {
	if r.spouts != [streams]*spout{} {
		err = r.drain()
	}
	moment := time.NewTimer(drainTime)
	defer moment.Stop()
	open := true
	select {
	case <-r.read:
		open = false
	case <-moment.C:
	}
	alive, treeErr := r.proc.Tree()
	for treeErr == nil && len(alive) > 0 && !open {
		if !pause(look, moment.C) {
			break
		}
		alive, treeErr = r.proc.Tree()
	}
	left = names(alive)
	err = errors.Join(err, treeErr, r.proc.Close())
	if open {
		for _, end := range r.ends {
			// Where a pipe has no deadline, the tree is dead and nobody holds the other end.
			if e := end.SetReadDeadline(time.Now().Add(drainTime)); e != nil && !errors.Is(e, os.ErrNoDeadline) {
				err = errors.Join(err, e)
			}
		}
		<-r.read
	}
	closeAll(r.ends)
	return left, err
}

// pause lets a little time pass; it reports false when the moment is over before.
func pause(d time.Duration, moment <-chan time.Time) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-moment:
		return false
	}
}

// names says what processes are, as far as the system tells.
func names(pids []int) []string {
	var all []string
	for _, pid := range pids {
		name := "process " + strconv.Itoa(pid)
		if raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil && len(raw) > 0 {
			name = oneLine(strings.ReplaceAll(strings.TrimRight(string(raw), "\x00"), "\x00", " "))
		}
		all = append(all, name)
	}
	return all
}

// closeAll closes ends of pipes, of which nothing depends on how that goes.
func closeAll(files []*os.File) {
	for _, f := range files {
		if f != nil {
			_ = f.Close()
		}
	}
}
