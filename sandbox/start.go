package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"

	"jig/sandbox/nursery"
)

// Start is a command to be started.
type Start struct {
	// Argv is the program and its arguments. A program without a slash is looked
	// up in the PATH that the command itself gets.
	Argv []string
	// Dir is the folder it starts in; empty for that of the profile.
	Dir string
	// Env is the whole environment; nil for what Profile.Env selects.
	Env []string
	// Stdin, Stdout and Stderr are its files; nil is /dev/null. They stay the
	// caller's to close, and may be closed as soon as Start has returned.
	Stdin, Stdout, Stderr *os.File
	// TTY says that Stdin is the slave of a terminal, which becomes the
	// controlling terminal of the command.
	TTY bool
	// KeepTree leaves running what the command leaves behind when it ends, until
	// Close. Otherwise it is killed then, as it is in any case where a supervisor
	// stands between: under bubblewrap, limits and the proxy.
	KeepTree bool
}

// ErrClosed is the error of using a [Sandbox] after Close.
var ErrClosed = errors.New("the sandbox is closed")

// ErrLost is in the [Exit] of a command whose end nobody saw, because the process that
// kept hold of it was killed. Its tree has been killed too.
var ErrLost = nursery.ErrLost

// Start starts a command under a profile and keeps hold of every process that
// comes from it. The context bounds the starting, not the command.
func (s *Sandbox) Start(ctx context.Context, p Profile, c Start) (*Process, error) {
	if len(c.Argv) == 0 {
		return nil, errors.New("there is no command to start: Argv is empty")
	}
	if c.Dir != "" {
		p.Dir = c.Dir
	}
	p.TTY = c.TTY
	l, err := p.layout()
	if err != nil {
		return nil, fmt.Errorf("sandbox profile: %w", err)
	}
	env := c.Env
	if env == nil {
		env = p.Env.environ(os.Environ(), l.roots(), &s.paths)
	}
	path, err := find(c.Argv[0], env, l.dir)
	if err != nil {
		return nil, err
	}
	if s.backend == None && s.mode == Require {
		return nil, ErrUnavailable
	}
	command := &nursery.Command{
		Path: path, Argv: c.Argv, Dir: l.dir, Env: setVariable(env, "PWD", l.dir),
		Files: []*os.File{c.Stdin, c.Stdout, c.Stderr}, TTY: c.TTY, KeepTree: c.KeepTree,
	}
	return s.launch(ctx, &p, l, command)
}

// Close kills every command that was started and waits until it is gone.
func (s *Sandbox) Close() error { return errors.Join(s.keepers.close(), s.temps.close()) }
