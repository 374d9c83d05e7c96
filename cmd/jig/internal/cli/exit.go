package cli

import (
	"errors"
	"fmt"
	"io"
	"syscall"

	"jig/engine"
)

// The exit statuses of jig. A program that was stopped by a signal ends with 128 and the number of the signal, as a shell
// would report it.
const (
	Success    = 0
	Failure    = 1   // the command ran and failed
	Usage      = 2   // the command line itself is wrong
	ServerDown = 3   // a required MCP server did not start
	Denied     = 4   // the call was not allowed
	Limited    = 5   // a limit was reached
	Signalled  = 128 // plus the number of the signal
)

// Exit is an error that says with which status to end. Without a cause there is nothing to print: whoever made it has told
// the user already.
type Exit struct {
	Status int
	Cause  error
}

func (e *Exit) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("exit status %d", e.Status)
	}
	return e.Cause.Error()
}

// Unwrap gives the cause.
func (e *Exit) Unwrap() error { return e.Cause }

// Usagef is the error of a command line that makes no sense.
func Usagef(format string, args ...any) error {
	return &Exit{Status: Usage, Cause: fmt.Errorf(format, args...)}
}

// Finish prints the error a command ended with, unless it has been told already, and returns the exit status.
func Finish(stderr io.Writer, err error) int {
	if err == nil {
		return Success
	}
	if errors.Is(err, syscall.EPIPE) {
		// Nobody reads on, which is how a pipe into head ends. There is nobody to tell, and nothing to say.
		return Signalled + int(syscall.SIGPIPE)
	}
	exit, ok := errors.AsType[*Exit](err)
	if !ok {
		exit = &Exit{Status: Failure, Cause: err}
	}
	if exit.Cause != nil {
		Say(stderr, "%v", err)
	}
	return exit.Status
}

// Say prints a line about the command itself.
func Say(stderr io.Writer, format string, args ...any) {
	_, _ = io.WriteString(stderr, "jig: "+visibleText(fmt.Sprintf(format, args...))+"\n") // where errors are told, there is nowhere to tell another
}

// Status is the exit status for what became of a call. The cause is why the context around it ended, or nil.
//
// A signal counts only if it stopped the call: what was completed in time counts as completed.
func Status(s engine.Status, cause error) int {
	switch s {
	case engine.OK:
		return Success
	case engine.Denied:
		return Denied
	case engine.Limited:
		return Limited
	case engine.Cancelled, engine.Abandoned:
		if stop, ok := errors.AsType[*Stopped](cause); ok {
			return stop.ExitStatus()
		}
	}
	return Failure
}
