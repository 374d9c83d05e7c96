package nursery

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// Nursery is the [Keeper] that has a process of its own for it. The process is
// started with the first command, and again when it has died.
type Nursery struct {
	open func() (*exec.Cmd, error)

	mu     sync.Mutex
	closed bool
	link   *link
}

// New makes a nursery. The function makes the command that will call [Serve] on its
// file number 3, which goes before its ExtraFiles. They are closed when it has started.
func New(open func() (*exec.Cmd, error)) *Nursery { return &Nursery{open: open} }

// Start starts a command in the nursery.
func (n *Nursery) Start(ctx context.Context, c *Command) (Child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	child := &child{mark: newBirthmark(), done: make(chan struct{}), gone: make(chan struct{})}
	if err := n.admit(child); err != nil {
		return nil, fmt.Errorf("start the process that keeps commands: %w", err)
	}
	l := child.link
	answer, err := l.ask(request(child.mark, c))
	if err != nil {
		l.drop(child)
		return nil, err
	}
	var reply *message
	select {
	case reply = <-answer:
	case <-ctx.Done():
		// It may be starting all the same; then it is killed as soon as it has.
		l.abandon(child)
		return nil, context.Cause(ctx)
	}
	runtime.KeepAlive(c) // its files are open until they have been handed over
	if reply == nil {
		<-l.over
		return nil, l.lostError()
	}
	if err := failure(reply); err != nil {
		l.drop(child)
		var number syscall.Errno
		if errors.As(err, &number) {
			err = explain(c, number)
		}
		return nil, err
	}
	child.pid = int(reply.numbers[1])
	return child, nil
}

// admit gives a child its place in a nursery that is alive.
func (n *Nursery) admit(c *child) error {
	for {
		l, err := n.current()
		if err != nil {
			return err
		}
		c.link = l
		if l.add(c) {
			return nil
		}
		<-l.over // it has just died
	}
}

// current returns the link to a nursery that is alive.
func (n *Nursery) current() (*link, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		return nil, os.ErrClosed
	}
	if n.link != nil {
		select {
		case <-n.link.over: // it has died
		default:
			return n.link, nil
		}
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("socketpair", err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "nursery")
	ours, err := connect(pair[0])
	if err != nil {
		return nil, errors.Join(err, theirs.Close())
	}
	cmd, err := n.open()
	if err != nil {
		return nil, errors.Join(err, theirs.Close(), ours.Close())
	}
	said := &complaint{}
	cmd.Stderr, cmd.ExtraFiles = said, append([]*os.File{theirs}, cmd.ExtraFiles...)
	err = cmd.Start()
	for _, f := range cmd.ExtraFiles {
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return nil, errors.Join(err, ours.Close())
	}
	n.link = newLink(ours, cmd, said)
	return n.link, nil
}

// Close kills all commands and ends the nursery.
func (n *Nursery) Close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = true
	if n.link == nil {
		return nil
	}
	return n.link.close()
}

// A complaint is the start of what a nursery writes to its standard error, which is
// nothing as long as all is well.
type complaint struct{ text []byte }

// Write takes note of it.
func (c *complaint) Write(b []byte) (int, error) {
	c.text = append(c.text, b[:min(len(b), 1<<10-len(c.text))]...)
	return len(b), nil
}

// failure is the error in a reply.
func failure(reply *message) error {
	switch {
	case len(reply.texts) == 0:
		return nil
	case reply.numbers[0] == int64(syscall.ESRCH):
		return os.ErrProcessDone
	case reply.numbers[0] != 0 && reply.texts[0] == syscall.Errno(reply.numbers[0]).Error():
		return syscall.Errno(reply.numbers[0])
	}
	return errors.New(reply.texts[0])
}
