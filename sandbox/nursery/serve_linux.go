package nursery

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A server is the nursery's side: a process that does nothing but to start commands,
// adopt what they leave, wait for all of them, and end them.
type server struct {
	ward     *ward
	line     *line
	null     int
	restrict func(ruleset int) error

	forking sync.Mutex    // held from putting a mark on until a child is born with it
	forked  chan struct{} // says that there is a child to wait for
	busy    sync.WaitGroup
}

// Serve makes this process a nursery, on the socket that is its inherited file of
// that number, until the program at the other end closes it or dies. Then it kills
// everything and returns.
//
// To restrict is to put the thread that calls it under a Landlock ruleset. With it
// all commands must have one, without it none may.
func Serve(fd int, restrict func(ruleset int) error) error {
	// The first thread is where orphans are adopted, so that it must outlive all
	// others, and no command may be started from it under rules that would stay.
	runtime.LockOSThread()
	if err := settle(fd); err != nil {
		return err
	}
	// Signals to end are for the program; when it does, the nursery will. They are
	// caught and dropped, as what is ignored would be so in commands too.
	signal.Notify(make(chan os.Signal, 1), unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGPIPE)
	null, err := unix.Open(os.DevNull, unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open %s: %w", os.DevNull, err)
	}
	s := &server{ward: newWard(true), line: newLine(plug(fd)), null: null, restrict: restrict, forked: make(chan struct{}, 1)}
	go s.reap() // for as long as the process lives
	over := make(chan struct{})
	go s.listen(over)
	<-over
	// Twice, because something may have been about to start; and then those who could
	// not be told whose they were.
	err = s.ward.close()
	s.busy.Wait()
	s.ward.orphan(0)
	return errors.Join(err, s.ward.close())
}

// settle prepares the process itself.
func settle(fd int) error {
	if err := unix.CloseRange(uint(fd), ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("close inherited files: %w", err)
	}
	// A thread that is about to start a command under Landlock is under the same
	// rules as the command for a moment, so that these alone would let the command
	// into its memory, which is that of the whole nursery.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("close the memory to others: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt orphans: %w", err)
	}
	return nil
}

// hung is how long the start of a command may take before others are listened to. It
// takes that long only if its program lies on a device that does not answer.
const hung = 20 * time.Millisecond

// listen waits for a request of the program and does what it asks for, while a
// successor waits for the next one. So nothing has to be handed to another thread
// before it is done, and nothing that takes its time holds up the rest. Waking a
// thread for the successor takes longer than most of it, so that a command is
// started first. It closes over when there will be no more requests.
func (s *server) listen(over chan<- struct{}) {
	m, err := s.line.receive()
	if err != nil { // the program has ended, or is beyond understanding
		close(over)
		return
	}
	s.busy.Add(1)
	defer s.busy.Done()
	next := sync.OnceFunc(func() { go s.listen(over) })
	defer next()
	if m.kind == startKind {
		late := time.AfterFunc(hung, next)
		defer late.Stop()
		s.answer(m, s.start)
		return
	}
	next()
	s.answer(m, s.do)
}

// answer does one thing and tells the outcome.
func (s *server) answer(m *message, do func(*message) ([]int64, error)) {
	reply := &message{kind: replyKind, serial: m.serial, mark: m.mark, numbers: []int64{0}}
	answer, err := do(m)
	reply.numbers = append(reply.numbers, answer...)
	if err != nil {
		reply.texts = []string{err.Error()}
		var number syscall.Errno
		if errors.As(err, &number) {
			reply.numbers[0] = int64(number)
		} else if errors.Is(err, os.ErrProcessDone) {
			reply.numbers[0] = int64(syscall.ESRCH)
		}
	}
	s.tell(reply)
}

func (s *server) do(m *message) ([]int64, error) {
	s.ward.mu.Lock()
	k := s.ward.open[m.mark]
	s.ward.mu.Unlock()
	switch {
	case m.kind == killKind && len(m.numbers) == 1:
		if k == nil {
			return nil, nil
		}
		return nil, s.ward.kill(k, time.Duration(m.numbers[0]))
	case m.kind == signalKind && len(m.numbers) == 1:
		if k == nil {
			return nil, os.ErrProcessDone
		}
		return nil, s.ward.signal(k, syscall.Signal(m.numbers[0]))
	case m.kind == treeKind:
		if k == nil {
			return nil, nil
		}
		pids, err := s.ward.tree(k)
		answer := make([]int64, len(pids))
		for i, pid := range pids {
			answer[i] = int64(pid)
		}
		return answer, err
	}
	return nil, errGarbled
}

// tell says something to the program. If it has gone, the end is near anyway.
func (s *server) tell(m *message) { _ = s.line.send(m) }

// start starts a command. It is known from before the next request is listened to.
func (s *server) start(m *message) ([]int64, error) {
	c, files, ruleset, err := m.command()
	if err != nil {
		return nil, err
	}
	if (ruleset < 0) != (s.restrict == nil) {
		return nil, errors.New("the command is in the wrong nursery")
	}
	k := s.ward.expect(m.mark, c, s.report)
	pid, err := s.fork(m.mark, c, files, ruleset)
	for _, fd := range m.files {
		_ = unix.Close(fd) // the command has its own
	}
	s.ward.started(k, pid, err)
	if err != nil {
		return nil, err
	}
	select {
	case s.forked <- struct{}{}:
	default:
	}
	return []int64{int64(pid)}, nil
}

// fork starts a command that is born with its mark.
//
// Under a ruleset that happens on a thread that is never used again: the goroutine
// ends without letting go of it. Otherwise threads live as long as the nursery, so
// that the kernel can kill the command if the nursery is killed together with the
// program and nobody is left to end the trees.
func (s *server) fork(mark birthmark, c *Command, files []int, ruleset int) (int, error) {
	how := syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if ruleset >= 0 {
		how.Pdeathsig = 0
		runtime.LockOSThread()
		if err := s.restrict(ruleset); err != nil {
			return 0, err
		}
	}
	s.forking.Lock()
	defer s.forking.Unlock()
	_ = wear(mark) // where it cannot be marked a command is still found by descent
	return fork(c, files, s.null, how)
}

// report tells the program about the end of a command or its tree.
func (s *server) report(k *kept, gone bool) {
	m := &message{kind: goneKind, mark: k.mark}
	if !k.told.Swap(true) {
		m.kind, m.numbers = exitKind, []int64{int64(k.exit.Code), int64(k.exit.Signal), 0}
		if gone {
			m.numbers[2] = 1
		}
	}
	s.tell(m)
}

// reap waits for whoever ends: commands and orphans.
func (s *server) reap() {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case err == nil:
			s.ward.reaped(pid, syscall.WaitStatus(status))
		case errors.Is(err, unix.ECHILD):
			<-s.forked
		}
	}
}
