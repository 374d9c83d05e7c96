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
	// drain is how long the pipes of a command are read after its own end, and how long what it left behind has to finish.
	drain = 100 * time.Millisecond
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
// and settle waits for it: nobody reads after settle.
type running struct {
	proc *sandbox.Process
	ends []*os.File
	read chan struct{} // closed when all pipes have been read
}

// piped starts a job whose streams are taken apart.
func (s *Shells) piped(ctx context.Context, j *job, take func(stream int, p []byte)) (*running, error) {
	var ours, theirs [streams]*os.File
	defer closeAll(theirs[:]) // the command has its own
	for i := range streams {
		var err error
		if ours[i], theirs[i], err = os.Pipe(); err != nil {
			closeAll(ours[:])
			return nil, fmt.Errorf("no pipe for the output: %w", err)
		}
	}
	proc, err := s.start(ctx, j, nil, theirs[stdout], theirs[stderr])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	return follow(proc, take, ours[:]...), nil
}

// follow begins to read what a process prints.
func follow(proc *sandbox.Process, take func(stream int, p []byte), ends ...*os.File) *running {
	r := &running{proc: proc, ends: ends, read: make(chan struct{})}
	var open atomic.Int32
	open.Store(int32(len(ends)))
	for i, end := range ends {
		go func() {
			pump(end, func(p []byte) { take(i, p) })
			if open.Add(-1) == 0 {
				close(r.read)
			}
		}()
	}
	return r
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
	moment := time.NewTimer(drain)
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
	err = errors.Join(treeErr, r.proc.Close())
	if open {
		for _, end := range r.ends {
			// Where a pipe has no deadline, the tree is dead and nobody holds the other end.
			if e := end.SetReadDeadline(time.Now().Add(drain)); e != nil && !errors.Is(e, os.ErrNoDeadline) {
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
