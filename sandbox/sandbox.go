package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Mode is how much confinement matters.
type Mode int

// The modes.
const (
	// Off confines nothing; only the environment is cleaned.
	Off Mode = iota
	// Prefer confines where the machine can, and lists in Gaps where it cannot.
	Prefer
	// Require refuses to start where the content of files, the network or other
	// processes would not be protected. Lesser gaps of a backend are in Gaps.
	Require
)

// Backend is the means of confinement.
type Backend int

// The backends.
const (
	// Auto takes the first that works: Bubblewrap, then Landlock.
	Auto Backend = iota
	// Bubblewrap runs commands in namespaces made by the bwrap program.
	Bubblewrap
	// Landlock runs commands under the kernel's Landlock, without another program.
	Landlock
	// None runs commands unconfined.
	None
)

// String names the backend as settings and people write it.
func (b Backend) String() string {
	switch b {
	case Auto:
		return "auto"
	case Bubblewrap:
		return "bubblewrap"
	case Landlock:
		return "landlock"
	case None:
		return "none"
	}
	return "unknown backend"
}

// Options choose how a [Sandbox] confines.
type Options struct {
	// Mode is how much confinement matters.
	Mode Mode
	// Backend is the means; usually Auto.
	Backend Backend
	// Self is a program that calls [MaybeInit] first thing in main, with arguments
	// that go before those of this package; empty for the running program.
	Self []string
}

// ErrUnavailable is the error of [New] when confinement is required and this
// machine cannot give it.
var ErrUnavailable = errors.New("the sandbox is not available")

// Sandbox starts commands in confinement. It may be used from several goroutines.
type Sandbox struct {
	mode    Mode
	backend Backend
	self    []string
	bwrap   string
	gaps    []string
	weak    bool // the gaps are too wide to be accepted where confinement is required

	keepers keepers // of the processes that Start has started
	temps   temps   // their temporary folders
	paths   searchPaths
}

// Backend is the means of confinement that was found.
func (s *Sandbox) Backend() Backend { return s.backend }

// Gaps lists, in words for people, what the sandbox does not hold on this machine.
func (s *Sandbox) Gaps() []string { return append([]string(nil), s.gaps...) }

// New finds out what this machine can do by starting a small command in
// confinement. Under [Require] it fails, with ErrUnavailable and what is missing,
// where something would not hold.
func New(ctx context.Context, o Options) (*Sandbox, error) {
	if os.Getenv(stageVariable) != "" {
		return nil, errors.New("the program started itself as its own sandbox but did not become it: call sandbox.MaybeInit first in main")
	}
	s := &Sandbox{mode: o.Mode, backend: None, self: o.Self}
	if err := s.findSelf(); err != nil {
		return nil, err
	}
	if o.Mode == Off || o.Backend == None {
		if o.Mode == Require {
			return nil, fmt.Errorf("%w: it is required, but the backend is set to none", ErrUnavailable)
		}
		s.gaps = s.keeping([]string{"confinement is switched off: commands run with all rights of the user"})
		return s, nil
	}
	var missing []string
	for _, backend := range candidates(o.Backend) {
		found, err := s.try(ctx, backend)
		if err == nil && (o.Mode != Require || !found.weak) {
			return found, nil
		}
		if err == nil {
			err = errors.New(strings.Join(found.gaps, "; "))
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		missing = append(missing, fmt.Sprintf("%s: %v", backend, err))
	}
	if o.Mode == Require {
		return nil, fmt.Errorf("%w: %s", ErrUnavailable, strings.Join(missing, "; "))
	}
	s.gaps = s.keeping(append([]string{"nothing is confined: commands run with all rights of the user"}, missing...))
	return s, nil
}

func candidates(b Backend) []Backend {
	if b == Auto {
		return []Backend{Bubblewrap, Landlock}
	}
	return []Backend{b}
}

// try sets a backend up and has it run a command that does nothing.
func (s *Sandbox) try(ctx context.Context, backend Backend) (*Sandbox, error) {
	found := &Sandbox{mode: s.mode, backend: backend, self: s.self}
	if err := found.prepare(); err != nil {
		return nil, err
	}
	cmd, err := found.Command(ctx, Profile{Env: EnvPolicy{Allow: []string{raceVariable}}}, selfProgram, attemptWord, "nothing")
	if err != nil {
		return nil, err
	}
	out, err := cmd.CombinedOutput()
	if closeErr := cmd.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, fmt.Errorf("a trial command failed: %w: %s", err, strings.TrimSpace(string(out)))
	}
	if text := string(out); text != attemptDone {
		return nil, fmt.Errorf("a trial command did not answer as it should (%.80q): does main call sandbox.MaybeInit first?", text)
	}
	return found, nil
}

// Command makes a command that will run under a profile. Like exec.CommandContext
// it starts nothing; the caller sets input and output and calls Start or Run. Close
// must be called in the end, also if the command was never started.
func (s *Sandbox) Command(ctx context.Context, p Profile, name string, args ...string) (*Cmd, error) {
	l, err := p.layout()
	if err != nil {
		return nil, fmt.Errorf("sandbox profile: %w", err)
	}
	env := p.Env.environ(os.Environ(), l.roots(), &s.paths)
	path, err := find(name, env, l.dir)
	if err != nil {
		return nil, err
	}
	argv := append([]string{name}, args...)
	if s.backend == None {
		if s.mode == Require {
			return nil, ErrUnavailable
		}
		return plain(ctx, path, argv, l.dir, env), nil
	}
	return s.confined(ctx, &p, l, path, argv, env)
}

// find looks a program up the way the command itself would: with its PATH, from
// its folder.
func find(name string, env []string, dir string) (string, error) {
	if name == "" || strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("%q is not the name of a program", name)
	}
	if strings.ContainsRune(name, os.PathSeparator) {
		return join(dir, name), nil
	}
	for _, entry := range env {
		if list, ok := strings.CutPrefix(entry, "PATH="); ok {
			return search(name, list)
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}
