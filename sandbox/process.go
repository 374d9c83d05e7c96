package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"

	"jig/sandbox/nursery"
)

// Exit is how a command ended: its code, the signal that ended it, or the reason why
// that is not known. Where a supervisor stands between (bubblewrap, limits, the
// proxy) a signal is told as 128 and its number, in the code alone.
type Exit = nursery.Exit

// A Process is a command that [Sandbox.Start] has started, together with every
// process that came from it, whatever those did to get away. Close must be called in
// the end. All methods may be called from several goroutines.
type Process struct {
	child nursery.Child
	undo  func() error // takes down what was set up for the command
	left  func(*Process)

	once   sync.Once
	closed error
}

// Pid is the number of the command itself, or of the supervisor that stands for it.
func (p *Process) Pid() int { return p.child.Pid() }

// Done closes when the command itself has ended. What it left running is then killed,
// unless Start.KeepTree says otherwise.
func (p *Process) Done() <-chan struct{} { return p.child.Done() }

// Exit is how the command ended; it waits for Done.
func (p *Process) Exit() Exit {
	<-p.child.Done()
	return p.child.Exit()
}

// Tree lists the processes of the command that are alive.
func (p *Process) Tree() ([]int, error) { return p.child.Tree() }

// Signal sends a signal to the whole tree. When nothing is left of it, it returns
// [os.ErrProcessDone].
func (p *Process) Signal(sig os.Signal) error {
	number, ok := sig.(syscall.Signal)
	if !ok {
		return fmt.Errorf("%v is not a signal of this system", sig)
	}
	return p.child.Signal(number)
}

// Kill ends the whole tree: with SIGTERM, and after the grace with SIGKILL; without a
// grace at once. It returns when the last process is gone, or says which are not.
func (p *Process) Kill(grace time.Duration) error { return p.child.Kill(grace) }

// Close kills what is left of the tree and removes what was set up for the command.
// It may be called more than once.
func (p *Process) Close() error {
	p.once.Do(func() {
		p.closed = p.child.Kill(0)
		if p.undo != nil {
			p.closed = errors.Join(p.closed, p.undo())
		}
		p.left(p)
	})
	return p.closed
}
