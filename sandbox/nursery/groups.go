//go:build !linux

package nursery

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"
)

// Groups is the [Keeper] of systems that tell little about processes: a command is
// known by its process group, and what leaves the group is not found.
type Groups struct {
	mu       sync.Mutex
	closed   bool
	children map[*groupChild]bool
	waiting  sync.WaitGroup
}

// NewGroups makes a keeper of process groups.
func NewGroups() *Groups { return &Groups{children: make(map[*groupChild]bool)} }

type groupChild struct {
	cmd  *exec.Cmd
	keep bool
	done chan struct{}
	gone chan struct{}
	exit Exit

	mu sync.Mutex // held while the group is signalled or given up
}

// Start starts a command in a group of its own. One goroutine waits for each
// command; Close waits for all of them.
func (g *Groups) Start(ctx context.Context, c *Command) (Child, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if c.Ruleset != nil {
		return nil, errors.New("this system has no Landlock")
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil, os.ErrClosed
	}
	child := &groupChild{
		cmd:  &exec.Cmd{Path: c.Path, Args: c.Argv, Env: c.Env, Dir: c.Dir, SysProcAttr: groupOf(c)},
		keep: c.KeepTree, done: make(chan struct{}), gone: make(chan struct{}),
	}
	for i, f := range c.Files {
		switch {
		case i > 2:
			child.cmd.ExtraFiles = append(child.cmd.ExtraFiles, f)
		case f == nil: // a nil *os.File in an interface is not nil
		case i == 0:
			child.cmd.Stdin = f
		case i == 1:
			child.cmd.Stdout = f
		case i == 2:
			child.cmd.Stderr = f
		}
	}
	if err := child.cmd.Start(); err != nil {
		return nil, err
	}
	g.children[child] = true
	g.waiting.Go(func() {
		child.wait()
		<-child.gone
		g.mu.Lock()
		defer g.mu.Unlock()
		delete(g.children, child)
	})
	return child, nil
}

// Close kills all groups and waits for their commands.
func (g *Groups) Close() error {
	g.mu.Lock()
	g.closed = true
	children := slices.Collect(maps.Keys(g.children))
	g.mu.Unlock()
	var errs []error
	for _, child := range children {
		errs = append(errs, child.Kill(0))
	}
	err := errors.Join(errs...)
	if err == nil { // otherwise there is one that never ends
		g.waiting.Wait()
	}
	return err
}

func (c *groupChild) wait() {
	err := c.cmd.Wait()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		c.exit = Exit{Code: -1, Err: err}
	} else if status, ok := c.cmd.ProcessState.Sys().(syscall.WaitStatus); ok {
		c.exit = exitOf(status)
	}
	close(c.done)
	if !c.keep {
		_ = c.Kill(0) // whoever closes the child hears of it
	}
}

func (c *groupChild) Pid() int              { return c.cmd.Process.Pid }
func (c *groupChild) Done() <-chan struct{} { return c.done }
func (c *groupChild) Gone() <-chan struct{} { return c.gone }
func (c *groupChild) Exit() Exit            { return c.exit }

// Tree lists the command only: who else is in the group cannot be told.
func (c *groupChild) Tree() ([]int, error) {
	select {
	case <-c.done:
		return nil, nil
	default:
		return []int{c.Pid()}, nil
	}
}

func (c *groupChild) Signal(s syscall.Signal) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.gone:
		return os.ErrProcessDone
	default:
		return signalGroup(c.cmd.Process, s)
	}
}

func (c *groupChild) signal(s syscall.Signal) error {
	if err := c.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}

func (c *groupChild) Kill(grace time.Duration) error {
	if grace > 0 {
		if err := c.signal(syscall.SIGTERM); err != nil {
			return err
		}
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-c.done:
		case <-timer.C:
		}
	}
	if err := c.signal(syscall.SIGKILL); err != nil {
		return err
	}
	timer := time.NewTimer(killTime)
	defer timer.Stop()
	select {
	case <-c.done:
	case <-timer.C:
		return fmt.Errorf("process %d does not end", c.Pid())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.gone:
		return nil
	default:
		close(c.gone)
	}
	return nil
}
