package shell

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	"jig/sandbox"
	"jig/tool"
)

const (
	// remembered is how much of the end of a background command's output is kept in memory.
	remembered = 64 << 10
	// hush is for how long a command must be silent for a look at its output to be worth it: what it prints at once is then
	// read at once.
	hush = 40 * time.Millisecond
)

// session is a command in the background. Its keeper, a goroutine that [Shells.begin] starts and [Shells.Close] waits for, is
// the only one that ends it; others ask for that by closing stop.
type session struct {
	id       string
	line     string
	dir      string
	terminal bool
	confined bool
	began    time.Time
	run      *running
	stop     chan struct{} // closed by the first kill
	gone     chan struct{} // closed by the keeper when nothing is left of it

	typing sync.Mutex // one writes at a time
	stdin  *os.File   // nil once it was closed

	mu      sync.Mutex
	said    capture
	whole   whole
	shown   int64         // up to where the output was polled
	changed chan struct{} // closed, and made anew, whenever there is something new
	stopped bool
	over    bool
	why     reason
	exit    sandbox.Exit
	left    []string
	took    time.Duration
	err     error
}

// take keeps what the command prints.
func (s *session) take(_ int, p []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said.add(p)
	s.whole.add(p, true)
	s.news()
}

// news wakes those who wait for something new; the caller holds the lock.
func (s *session) news() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// keep waits for the end of the command and then cleans up after it.
func (s *session) keep(ctx context.Context, timeout time.Duration, closing <-chan struct{}) {
	why, killErr := s.run.wait(ctx, timeout, closing, s.stop)
	left, err := s.run.settle()
	s.typing.Lock()
	if s.stdin != nil {
		closeAll([]*os.File{s.stdin})
		s.stdin = nil
	}
	s.typing.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over, s.why, s.exit, s.took = true, why, s.run.proc.Exit(), time.Since(s.began)
	if why == ended {
		s.left = left
	}
	s.err = errors.Join(killErr, err, s.whole.close())
	s.news()
	close(s.gone)
}

// look waits until there is something new, and then until the command falls silent, but never longer than told.
func (s *session) look(ctx context.Context, most time.Duration) {
	end := time.NewTimer(most)
	defer end.Stop()
	quiet := time.NewTimer(hush)
	defer quiet.Stop()
	quiet.Stop()
	for {
		s.mu.Lock()
		fresh, over, changed := s.said.total > s.shown, s.over, s.changed
		s.mu.Unlock()
		if over {
			return
		}
		if fresh {
			quiet.Reset(hush)
		}
		select {
		case <-changed:
		case <-quiet.C:
			return
		case <-end.C:
			return
		case <-ctx.Done():
			return
		}
	}
}

// report tells what the command has printed since the last look, and how it is.
func (s *session) report() *tool.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.details()
	fresh, missed := s.said.since(s.shown)
	if over := len(fresh) - stdoutHead - stdoutTail; over > 0 {
		fresh, missed = fresh[over:], missed+int64(over)
	}
	s.shown = s.said.total
	d.Truncated = missed > 0
	text, hidden := cleaned(fresh)
	if missed > 0 {
		text = fmt.Sprintf("[… %d bytes before this are left out; %s …]\n%s", missed, s.whole.where(), text)
	}
	text = strings.TrimRight(text, "\n")
	if text == "" && d.Running {
		text = "(no new output)"
	}
	r := answer(d, s.status(d)+"\n"+text, s.notes(d, text, hidden))
	if d.Running {
		r.Control.Background = s.id
	}
	return r
}

// details are what programs are told; the caller holds the lock.
func (s *session) details() *Details {
	d := &Details{
		ProcessID: s.id, Running: !s.over, Confined: s.confined, OutputFile: s.whole.path, StdoutBytes: s.said.total,
		TimedOut: s.why == timedOut, Stopped: s.left, DurationMS: s.age().Milliseconds(),
	}
	if s.over && s.why == ended {
		d.finish(s.exit)
	}
	return d
}

func (s *session) notes(d *Details, text string, hidden int) []string {
	notes := remarks(d, text, hidden)
	if s.err != nil {
		notes = append(notes, s.err.Error())
	}
	return notes
}

// age is how long the command has been running, or ran; the caller holds the lock.
func (s *session) age() time.Duration {
	if s.over {
		return s.took
	}
	return time.Since(s.began)
}

// status is one line about how the command is; the caller holds the lock.
func (s *session) status(d *Details) string {
	var state string
	switch {
	case !s.over:
		state = "running for " + took(s.age())
	case s.why == timedOut:
		state = "stopped after " + took(s.took) + ", when its time was up"
	case s.why == killed || s.why == closed:
		state = "stopped after " + took(s.took)
	case d.Signal != "":
		state = "ended by " + d.Signal + " after " + took(s.took)
	default:
		state = fmt.Sprintf("ended with code %d after %s", s.exit.Code, took(s.took))
	}
	return fmt.Sprintf("[%s: %s]", s.id, state)
}

// send types input into to the command. It never waits long for a program that does not read.
func (s *session) send(text string, most time.Duration) error {
	s.typing.Lock()
	defer s.typing.Unlock()
	if s.stdin == nil {
		return tool.Errorf(tool.CodeFailed, "%s takes no more input: it has ended, or its input was closed", s.id)
	}
	final := false
	if !s.terminal {
		// A terminal makes signals of these keys; without one it is done here.
		switch {
		case text == "\x03":
			return s.interrupt()
		case strings.HasSuffix(text, "\x04"):
			text, final = strings.TrimSuffix(text, "\x04"), true
		}
	}
	if err := s.stdin.SetWriteDeadline(time.Now().Add(most)); err != nil && !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	n, err := s.stdin.WriteString(text)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return tool.Errorf(tool.CodeTimeout, "%s does not read its input: it took %d of %d bytes within %s", s.id, n, len(text), most)
	case errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed):
		return tool.Errorf(tool.CodeFailed, "%s does not read its input any more: it has closed it, or has ended", s.id)
	case err != nil:
		return err
	}
	if final {
		closeAll([]*os.File{s.stdin})
		s.stdin = nil
	}
	return nil
}

// interrupt is Ctrl-C for a command without a terminal.
func (s *session) interrupt() error {
	if err := s.run.proc.Signal(os.Interrupt); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return tool.Errorf(tool.CodeFailed, "%s could not be interrupted: %w", s.id, err)
	}
	return nil
}

// end asks the keeper to stop the command, and waits until nothing is left of it.
func (s *session) end(ctx context.Context) error {
	s.mu.Lock()
	if !s.stopped {
		s.stopped = true
		close(s.stop)
	}
	s.mu.Unlock()
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
