package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"jig/sandbox/nursery"
)

// The files that a nursery inherits, after the standard ones.
const (
	nurseryFile = 3 + iota
	nurseryOrderFile
)

// launch starts a command in the nursery. Under Landlock alone the nursery confines it
// itself; what needs more than that gets a supervisor, which lives in the nursery too.
func (s *Sandbox) launch(ctx context.Context, p *Profile, l *layout, c *nursery.Command) (*Process, error) {
	switch {
	case s.backend == None:
		return s.begin(ctx, kind{}, c, nil)
	case s.backend == Landlock && p.Network != Allowlist && p.Limits == Limits{}:
		return s.underRules(ctx, p, l, c)
	}
	return s.supervised(ctx, p, l, c)
}

// begin starts a command in the nursery for its kind; undo is called when it is
// closed, or could not be started.
func (s *Sandbox) begin(ctx context.Context, of kind, c *nursery.Command, undo func() error) (*Process, error) {
	keeper, err := s.keepers.get(of, s.keeper)
	var child nursery.Child
	if err == nil {
		child, err = keeper.Start(ctx, c)
	}
	if err != nil {
		if undo != nil {
			err = errors.Join(err, undo())
		}
		return nil, err
	}
	return s.keepers.process(child, undo), nil
}

// underRules starts a command under a Landlock ruleset, made here, in a nursery that
// lives under the filter of system calls.
func (s *Sandbox) underRules(ctx context.Context, p *Profile, l *layout, c *nursery.Command) (*Process, error) {
	tmp, err := s.temps.take()
	if err != nil {
		return nil, err
	}
	back := func() error { return s.temps.give(tmp) }
	o := &order{Backend: Landlock, Env: c.Env, Network: p.Network, Sockets: p.LocalSockets, Writable: l.writable, Hidden: l.hidden}
	o.forLandlock(l, tmp)
	r, err := rulesFor(o)
	if err != nil {
		return nil, errors.Join(err, back())
	}
	ruleset := os.NewFile(uintptr(r.fd), "ruleset")
	defer closeQuietly(ruleset)
	c.Env, c.Ruleset = o.Env, ruleset
	return s.begin(ctx, kind{filtered: true, network: p.Network, sockets: p.LocalSockets}, c, back)
}

// supervised starts a command the way of [Sandbox.Command].
func (s *Sandbox) supervised(ctx context.Context, p *Profile, l *layout, c *nursery.Command) (*Process, error) {
	cmd, err := s.confined(context.WithoutCancel(ctx), p, l, c.Path, c.Argv, c.Env)
	if err != nil {
		return nil, err
	}
	return s.begin(ctx, kind{}, &nursery.Command{
		Path: cmd.Path, Argv: cmd.Args, Env: cmd.Env, Dir: cmd.Dir, TTY: c.TTY, KeepTree: c.KeepTree, Relay: true,
		Files: append(c.Files, cmd.ExtraFiles...),
	}, cmd.Close)
}

// keeper makes the nursery for a kind of command. A program that cannot be its own
// nursery starts commands itself.
func (s *Sandbox) keeper(of kind) nursery.Keeper {
	if len(s.self) == 0 {
		return nursery.NewDirect()
	}
	return nursery.New(func() (*exec.Cmd, error) {
		o := &order{Self: s.self, Network: of.network, Sockets: of.sockets}
		if of.filtered {
			o.Backend, o.Temp = Landlock, s.temps.folder()
		}
		text, err := o.write()
		if err != nil {
			return nil, err
		}
		return &exec.Cmd{
			Path: s.self[0], Args: append(append([]string(nil), s.self...), nurseryWord, strconv.Itoa(nurseryOrderFile)),
			Env: stageEnv(), Dir: "/", ExtraFiles: []*os.File{text}, SysProcAttr: &syscall.SysProcAttr{Setsid: true},
		}, nil
	})
}

// nurse makes this process a nursery. If its commands are confined, it first gives up
// what they must not have, and begins anew with what is left: a filter of system calls
// takes longer to load than a command to run, and this way it is loaded once.
func nurse(o *order, stage string) error {
	if stage == nurseryWord && o.Backend == Landlock {
		runtime.LockOSThread()
		if err := errors.Join(unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}), dropCapabilities(), unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); err != nil {
			return fmt.Errorf("give up privileges: %w", err)
		}
		if err := applySeccomp(o); err != nil {
			return err
		}
		argv := append(append([]string(nil), o.Self...), serveWord, strconv.Itoa(nurseryOrderFile))
		return fmt.Errorf("begin anew: %w", syscall.Exec(selfProgram, argv, stageEnv()))
	}
	if o.Backend != Landlock {
		return nursery.Serve(nurseryFile, nil)
	}
	err := nursery.Serve(nurseryFile, func(ruleset int) error {
		if err := ll.LandlockRestrictSelf(ruleset, 0); err != nil {
			return fmt.Errorf("apply the Landlock rules: %w", err)
		}
		return nil
	})
	return errors.Join(err, os.RemoveAll(o.Temp)) // the program may have died
}
