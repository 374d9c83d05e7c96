package nursery

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// A Command is what a [Keeper] starts.
type Command struct {
	// Path is the program, Argv what it is called with (its own name first), Env
	// its whole environment and Dir the folder it starts in.
	Path string
	Argv []string
	Env  []string
	Dir  string
	// Files are its open files from number 0 on. One of the first three that is
	// nil, or not there, is /dev/null.
	Files []*os.File
	// TTY says that file 0 is a terminal, which becomes its controlling terminal.
	TTY bool
	// KeepTree leaves running what the command leaves behind when it ends, until
	// the tree is killed.
	KeepTree bool
	// Relay says that the command itself passes signals on to its tree, as far as
	// they can be caught; they are then sent to it alone. When the program dies it
	// has a moment to end the tree by itself.
	Relay bool
	// Ruleset is an open Landlock ruleset to put the command under; nil for none.
	// Only a nursery can do that.
	Ruleset *os.File
}

// Exit is how a command ended.
type Exit struct {
	// Code is the exit status, or 128 and the number of the signal that ended it, as
	// shells count; -1 when it is not known.
	Code int
	// Signal is the signal that ended it, 0 for none.
	Signal syscall.Signal
	// Err says why the end could not be observed.
	Err error
}

// ErrLost is the [Exit] of a command whose nursery died. Its processes are killed.
var ErrLost = errors.New("the process that kept the command has died")

// killTime is how long processes that were sent SIGKILL may take to be gone.
const killTime = 5 * time.Second

// A Keeper starts commands and keeps hold of everything they start.
type Keeper interface {
	// Start starts a command. The context bounds the starting, not the command.
	Start(ctx context.Context, c *Command) (Child, error)
	// Close kills all commands, waits until they are gone, and lets go of the rest.
	Close() error
}

// A Child is a command that was started, with the tree of processes that came
// from it. Its methods may be called from several goroutines.
type Child interface {
	// Pid is the number of the command itself.
	Pid() int
	// Done closes when the command itself has ended.
	Done() <-chan struct{}
	// Gone closes when the last process of the tree is gone.
	Gone() <-chan struct{}
	// Exit is how it ended, once Done is closed.
	Exit() Exit
	// Tree lists the processes that are alive.
	Tree() ([]int, error)
	// Signal sends a signal to all of them; os.ErrProcessDone if there is none.
	Signal(s syscall.Signal) error
	// Kill asks all of them to end, kills them after the grace, and returns when
	// the last is gone or cannot be got rid of.
	Kill(grace time.Duration) error
}

// exitOf reads how a process ended.
func exitOf(status syscall.WaitStatus) Exit {
	if status.Signaled() {
		return Exit{Code: 128 + int(status.Signal()), Signal: status.Signal()}
	}
	return Exit{Code: status.ExitStatus()}
}
