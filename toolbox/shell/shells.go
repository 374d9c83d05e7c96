package shell

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"jig/sandbox"
	"jig/tool"
	"jig/workspace"
)

// Options are what the tools are made of. Only Space is required.
type Options struct {
	// Space is where commands run; they start in its main folder.
	Space *workspace.Space
	// Sandbox gives the sandbox that commands run in. It is asked each time one is needed, and the sandbox stays the
	// caller's to close. Without it commands are not confined.
	Sandbox func(ctx context.Context) (*sandbox.Sandbox, error)
	// Profile is what a call may touch in the sandbox, by what it said it would do; for nil, the most that any may.
	Profile func(in *tool.Intent) sandbox.Profile
	// Strict refuses calls that ask to run unconfined. Otherwise such a call is opaque, so that somebody is asked.
	Strict bool
	// Env is the environment of commands, as NAME=value; nil for that of this process. When they are confined,
	// Profile.Env chooses from it.
	Env []string
	// Set are variables that are set for every command, as NAME=value. Those that would change how bash reads a line do not
	// count, here as in Env.
	Set []string
	// Home is the home folder, which "~" stands for in the analysis of a line; empty for HOME of Env.
	Home string
	// Outputs is the folder for outputs that are too long to be shown. Without one they are kept in a folder for temporary
	// files, and deleted by Close.
	Outputs string
	// Settled is told when a background command has ended. It must not block.
	Settled func(handle string)
	// Shell is the path of bash; empty for the one in PATH, or else sh. PowerShell is the same for pwsh.
	Shell, PowerShell string
}

// Shells are the tools that run commands, and everything they have started.
type Shells struct {
	opt     Options
	outputs folder
	bash    *dialect
	power   *dialect
	// calm and guarded are the environments of ordinary lines and of proved ones, each made once.
	calm, guarded func() []string
	settings      settings

	closing chan struct{}  // closed when everything has to end
	open    sync.WaitGroup // calls that run, and the keepers of sessions and interpreters

	mu       sync.Mutex
	closed   bool
	free     *sandbox.Sandbox // starts what is not confined, made when it is first needed
	sessions map[string]*session
	order    []string // of the sessions, by when they began
	repls    map[string]*interpreter
}

// New makes the tools.
func New(opt Options) (*Shells, error) {
	if opt.Space == nil {
		return nil, errors.New("the shell tools need a workspace to run commands in")
	}
	if opt.Sandbox != nil && opt.Profile == nil {
		return nil, errors.New("commands are to be confined, but nothing says to what")
	}
	if opt.Env == nil {
		opt.Env = os.Environ()
	}
	if opt.Home == "" {
		opt.Home = lookup(opt.Env, "HOME")
	}
	opt.Env, opt.Set = settled(opt.Env, opt.Set)
	s := &Shells{
		opt: opt, outputs: folder{given: opt.Outputs}, closing: make(chan struct{}),
		sessions: make(map[string]*session), repls: make(map[string]*interpreter),
	}
	s.bash = bash(s.program(opt.Shell, "bash", "sh"))
	s.power = powerShell(s.program(opt.PowerShell, "pwsh", "powershell"))
	s.calm, s.guarded = sync.OnceValue(s.withoutSurprises), sync.OnceValue(s.withoutWorkspace)
	return s, nil
}

// Tools are shell, powershell, monitor and repl.
func (s *Shells) Tools() []tool.Tool {
	return []tool.Tool{s.shell(), s.powershell(), s.monitor(), s.repl()}
}

// Close ends everything that was started and waits until it is gone. What is called afterwards is refused.
func (s *Shells) Close() error {
	s.mu.Lock()
	already := s.closed
	s.closed = true
	s.mu.Unlock()
	if !already {
		close(s.closing)
	}
	s.open.Wait()
	s.mu.Lock()
	free := s.free
	s.free = nil
	s.mu.Unlock()
	var err error
	if free != nil {
		err = free.Close()
	}
	return errors.Join(err, s.outputs.remove())
}

var errClosed = tool.Errorf(tool.CodeInterrupted, "the session is ending: no more commands are run")

// enter lets a call in, unless everything is about to end. Whoever was let in calls s.open.Done.
func (s *Shells) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.open.Add(1)
	return nil
}

// confined reports whether a command runs in the sandbox.
func (s *Shells) confined(unconfined bool) bool { return s.opt.Sandbox != nil && !unconfined }

// box is what starts a command: the sandbox, or one that confines nothing.
func (s *Shells) box(ctx context.Context, confined bool) (*sandbox.Sandbox, error) {
	if confined {
		return s.opt.Sandbox(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == nil {
		free, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Off})
		if err != nil {
			return nil, err
		}
		s.free = free
	}
	return s.free, nil
}

// find looks a program up in a PATH, under each of its names.
func find(path string, names ...string) string {
	for _, name := range names {
		for _, dir := range filepath.SplitList(path) {
			if !filepath.IsAbs(dir) {
				continue // it would be another program in another folder
			}
			if found, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return found
			}
		}
	}
	return ""
}
