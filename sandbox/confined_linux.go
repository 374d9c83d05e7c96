package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// The files that the supervisor inherits, in this order after the standard ones.
const (
	lifelineFile = 3 + iota // closes when the command must end
	goneFile                // closes when its last process is gone
	orderFile
	proxyFile // only for Allowlist
)

// confined makes a command that a supervisor starts.
func (s *Sandbox) confined(ctx context.Context, p *Profile, l *layout, path string, argv, env []string) (_ *Cmd, err error) {
	c := &Cmd{Cmd: exec.CommandContext(ctx, s.self[0])}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	o := &order{
		Backend: s.backend, Path: path, Argv: argv, Dir: l.dir, Env: env, Limits: p.Limits,
		Network: p.Network, Sockets: p.LocalSockets, TTY: p.TTY, Self: s.self, Writable: l.writable, Hidden: l.hidden,
	}
	if err := s.arrange(c, o, l); err != nil {
		return nil, err
	}
	if err := c.limit(o); err != nil {
		return nil, err
	}
	files, err := c.lifelines(o)
	if err != nil {
		return nil, err
	}
	if p.Network == Allowlist {
		socket, err := c.proxy(ctx, newProxy(p))
		if err != nil {
			return nil, err
		}
		files = append(files, socket)
	}
	c.Args = append(append([]string(nil), s.self...), superviseWord, fmt.Sprint(orderFile))
	c.Env = stageEnv()
	c.Dir = "/"
	c.ExtraFiles = files
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.WaitDelay = grace
	return c, nil
}

// arrange sets up what the backend needs on the outside.
func (s *Sandbox) arrange(c *Cmd, o *order, l *layout) error {
	if s.backend == Bubblewrap {
		var err error
		if o.ReadOnly, o.StandIns, err = c.standIns(l.readOnly); err != nil {
			return err
		}
		o.Wrap, o.Sealed = bubblewrap(s.bwrap, o)
		return nil
	}
	tmp, err := os.MkdirTemp("", "jig-sandbox-")
	if err != nil {
		return fmt.Errorf("make a private temporary folder: %w", err)
	}
	c.later(func() error { return os.RemoveAll(tmp) })
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return fmt.Errorf("private temporary folder: %w", err)
	}
	where, err := look(tmp)
	if err != nil {
		return err
	}
	o.Temp = tmp
	o.forLandlock(l, where)
	return nil
}

// forLandlock fills in what Landlock needs: the protected paths, and a temporary folder.
func (o *order) forLandlock(l *layout, tmp place) {
	for _, g := range l.readOnly {
		o.ReadOnly = append(o.ReadOnly, g.place)
	}
	o.Writable = append(append([]place(nil), o.Writable...), tmp)
	o.Env = setVariable(o.Env, "TMPDIR", tmp.Path)
}

// lifelines makes the pipes that tie the lives of the command and this program
// together. The supervisor kills the tree when the first closes; the second
// closes when the supervisor, and so the tree, is gone.
func (c *Cmd) lifelines(o *order) ([]*os.File, error) {
	life, hold, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("make a pipe: %w", err)
	}
	c.later(life.Close)
	gone, goneWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make a pipe: %w", err), hold.Close())
	}
	text, err := o.write()
	if err != nil {
		return nil, errors.Join(err, hold.Close(), gone.Close(), goneWrite.Close())
	}
	c.later(text.Close)
	c.later(func() error {
		defer closeQuietly(gone)
		if err := errors.Join(ignoreClosed(hold.Close()), goneWrite.Close(), gone.SetReadDeadline(time.Now().Add(grace))); err != nil {
			return err
		}
		if _, err := gone.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			return errors.New("the processes of the command did not end in time")
		}
		return nil
	})
	c.Cancel = func() error { return ignoreClosed(hold.Close()) }
	return []*os.File{life, goneWrite, text}, nil
}

func ignoreClosed(err error) error {
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	return err
}

// stageEnv is the environment of the program while it is its own sandbox. The options
// of the race detector go along, as it otherwise waits a second at each exit.
func stageEnv() []string {
	env := []string{stageVariable + "=1"}
	if options, ok := os.LookupEnv(raceVariable); ok {
		env = append(env, raceVariable+"="+options)
	}
	return env
}
