package shell

import (
	"context"
	"errors"
	"os"
	"slices"
	"syscall"

	"jig/sandbox"
	"jig/tool"
)

// job is a command that is ready to be started.
type job struct {
	argv     []string
	dir      string
	env      map[string]string
	intent   *tool.Intent
	terminal bool
	offline  bool
	confined bool
	// sealed says that nothing outlives the command, and that nobody sees what wanted to.
	sealed bool
}

// job prepares the command of a call.
func (s *Shells) job(ctx context.Context, d *dialect, in lineInput) (*job, error) {
	program, err := d.program()
	if err != nil {
		return nil, err
	}
	dir, err := s.folder(in.WorkingDir)
	if err != nil {
		return nil, err
	}
	intent := tool.IntentFrom(ctx)
	if intent == nil {
		if intent, err = s.planRun(d, in, dir); err != nil {
			return nil, err
		}
	}
	return &job{
		argv: d.argv(program, in.Command), dir: dir, env: in.Env, intent: intent,
		terminal: in.PTY, offline: in.Offline, confined: s.confined(in.Unconfined),
	}, nil
}

// start starts a job. Confined, it gets the profile narrowed to its intent; otherwise the whole environment.
func (s *Shells) start(ctx context.Context, j *job, stdin, stdout, stderr *os.File) (*sandbox.Process, error) {
	box, err := s.box(ctx, j.confined)
	if err != nil {
		return nil, err
	}
	env := s.environ(j)
	c := sandbox.Start{Argv: j.argv, Dir: j.dir, Stdin: stdin, Stdout: stdout, Stderr: stderr, TTY: j.terminal, KeepTree: true}
	profile := sandbox.Profile{Dir: j.dir}
	if j.confined {
		profile = s.opt.Profile(j.intent)
		profile.Env.From = env.from
		profile.Env.Set = slices.Concat(profile.Env.Set, env.set)
		if j.offline {
			profile.Network, profile.Allow = sandbox.Offline, nil
		}
	} else {
		c.Env = env.whole
	}
	p, err := box.Start(ctx, profile, c)
	j.confined = j.confined && box.Backend() != sandbox.None // no sandbox may work here
	j.sealed = j.confined && box.Backend() == sandbox.Bubblewrap
	switch {
	case err == nil:
		return p, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, syscall.E2BIG):
		return nil, tool.Errorf(tool.CodeInvalidArgs, "the line or its variables are too long for the system (%w): write the text to a file first, and have the line use the file", err)
	}
	return nil, tool.Errorf(tool.CodeFailed, "the command could not be started: %w", err)
}
