package nursery

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// Direct is the [Keeper] of a program that has no nursery. It starts commands
// itself, and finds their processes by descent and birthmark. What is weaker: when the
// program is killed, only the commands themselves die with it, not their trees.
type Direct struct {
	ward    *ward
	waiting sync.WaitGroup

	mu     sync.Mutex
	closed bool
}

// NewDirect makes a keeper that starts commands from this process.
func NewDirect() *Direct { return &Direct{ward: newWard(false)} }

// directChild is a command of this process.
type directChild struct {
	*kept
	ward *ward
}

// Start starts a command. One goroutine stays with it until it ends, on a thread
// of its own, because the kernel takes the end of that thread for the end of the
// parent; Close waits for it.
func (d *Direct) Start(ctx context.Context, c *Command) (Child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.Ruleset != nil {
		return nil, errors.New("only a nursery can put a command under Landlock")
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil, os.ErrClosed
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	k := d.ward.expect(newBirthmark(), c, func(*kept, bool) {})
	born := make(chan error)
	d.waiting.Go(func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		pid, err := forkBranded(c, descriptors(c.Files), int(null.Fd()), k.mark)
		if err != nil {
			err = explain(c, err)
		}
		d.ward.started(k, pid, err)
		born <- err
		if err == nil {
			d.ward.waited(pid, wait(pid))
		}
	})
	err = errors.Join(<-born, null.Close())
	runtime.KeepAlive(c)
	if err != nil {
		return nil, err
	}
	return &directChild{k, d.ward}, nil
}

// forkBranded starts a command, for as long as the calling thread lives, and gives
// it its mark before it has done anything. Other children of the program may be born
// at the same time, so that it cannot be born with it: it is traced until its first
// step. Where that is forbidden it is marked as soon as it is there.
func forkBranded(c *Command, files []int, null int, mark birthmark) (int, error) {
	pid, err := fork(c, files, null, syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Ptrace: true})
	traced := err == nil
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSYS) {
		pid, err = fork(c, files, null, syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL})
	}
	if err != nil {
		return 0, err
	}
	var status syscall.WaitStatus
	for traced {
		_, err = syscall.Wait4(pid, &status, 0, nil)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	_ = brand(pid, mark) // without its mark a command is still found by descent
	if traced && status.Stopped() {
		err = syscall.PtraceDetach(pid)
	}
	if err != nil {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it cannot go on by itself
		return 0, errors.Join(err, wait(pid).Err)
	}
	return pid, nil
}

// wait waits for a child of this process.
func wait(pid int) Exit {
	for {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(pid, &status, 0, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
		case err != nil:
			return Exit{Code: -1, Err: fmt.Errorf("wait for the command: %w", err)}
		default:
			return exitOf(status)
		}
	}
}

// Close kills all trees and waits until they are gone.
func (d *Direct) Close() error {
	d.mu.Lock()
	d.closed = true
	d.mu.Unlock()
	err := d.ward.close()
	if err == nil { // otherwise there is somebody who never ends
		d.waiting.Wait()
	}
	return err
}

func (c *directChild) Pid() int                       { return c.pid }
func (c *directChild) Done() <-chan struct{}          { return c.done }
func (c *directChild) Gone() <-chan struct{}          { return c.gone }
func (c *directChild) Exit() Exit                     { return c.exit }
func (c *directChild) Tree() ([]int, error)           { return c.ward.tree(c.kept) }
func (c *directChild) Signal(s syscall.Signal) error  { return c.ward.signal(c.kept, s) }
func (c *directChild) Kill(grace time.Duration) error { return c.ward.kill(c.kept, grace) }

// descriptors are the numbers of open files, -1 for nil. They stay good as long as
// the files are referred to.
func descriptors(files []*os.File) []int {
	list := make([]int, len(files))
	for i, f := range files {
		list[i] = -1
		if f != nil {
			list[i] = int(f.Fd())
		}
	}
	return list
}
