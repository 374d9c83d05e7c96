package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Stopped is the cause of a context that a signal ended.
type Stopped struct{ Signal os.Signal }

func (s *Stopped) Error() string {
	switch s.Signal {
	case os.Interrupt:
		return "stopped by SIGINT"
	case syscall.SIGTERM:
		return "stopped by SIGTERM"
	case syscall.SIGHUP:
		return "stopped by SIGHUP"
	}
	return fmt.Sprintf("stopped by the signal %s", s.Signal)
}

// ExitStatus is the exit status of a program that was stopped so.
func (s *Stopped) ExitStatus() int {
	if n, ok := s.Signal.(syscall.Signal); ok {
		return Signalled + int(n)
	}
	return Signalled + int(syscall.SIGINT)
}

// CatchSignals gives a context that ends at the first SIGINT, SIGTERM or SIGHUP, with [Stopped] as its cause. At the second one exit
// is called with the exit status: whoever presses the key again does not want to wait. The returned function gives the
// signals back, and waits for the goroutine that looked out for them.
//
// A signal that the parent process has chosen to ignore stays ignored, as it does for a background job of a shell.
func CatchSignals(parent context.Context, exit func(status int)) (context.Context, func()) {
	caught := make(chan os.Signal, 2)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
	ctx, cancel := context.WithCancelCause(parent)
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for first := true; ; first = false {
			select {
			case <-done:
				return
			case sig := <-caught:
				stop := &Stopped{sig}
				if !first {
					exit(stop.ExitStatus())
					return
				}
				cancel(stop)
			}
		}
	})
	return ctx, sync.OnceFunc(func() {
		signal.Stop(caught)
		close(done)
		watcher.Wait()
		cancel(nil)
	})
}

// SurviveBrokenPipe makes a write to a pipe that nobody reads fail instead of ending the program: what runs can then be
// stopped in order. Unlike ignoring the signal, this is not inherited by child processes.
func SurviveBrokenPipe() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
}
