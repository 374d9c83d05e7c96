package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// grace is how long a killed tree may take to be gone.
const grace = 10 * time.Second

// Cmd is a command in confinement. It is an [exec.Cmd] and used like one. Its
// whole tree of processes ends when the command does, when its context is
// cancelled, when Close is called, and when this program dies. A signal sent to its
// process is passed on to the tree.
type Cmd struct {
	*exec.Cmd

	once   sync.Once
	closed error
	// undo are the steps that take down what was set up, run last to first.
	undo []func() error
}

// Close kills what is still running, waits until it is gone and removes what was
// set up for the command: proxy, temporary folder, stand-ins for missing names. It
// may be called more than once, and from another goroutine than Wait; it does
// not replace Wait.
func (c *Cmd) Close() error {
	c.once.Do(func() {
		var errs []error
		for i := len(c.undo) - 1; i >= 0; i-- {
			errs = append(errs, c.undo[i]())
		}
		c.closed = errors.Join(errs...)
	})
	return c.closed
}

func (c *Cmd) later(step func() error) { c.undo = append(c.undo, step) }

// plain makes a command without confinement.
func plain(ctx context.Context, path string, argv []string, dir string, env []string) *Cmd {
	c := &Cmd{Cmd: exec.CommandContext(ctx, path)}
	c.Args, c.Dir, c.Env, c.WaitDelay = argv, dir, env, grace
	end := ownGroup(c.Cmd)
	c.Cancel = end
	c.later(func() error {
		if c.Process == nil {
			return nil
		}
		if err := end(); !errors.Is(err, os.ErrProcessDone) {
			return err
		}
		return nil
	})
	return c
}

func join(dir, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// search finds a program in a list of folders.
func search(name, list string) (string, error) {
	for _, dir := range filepath.SplitList(list) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
