package cli

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Interrupts gives SIGINT to whoever can do something with it: the first stops the tools of a run, the second the run. The third
// ends the program, as does a second SIGTERM or SIGHUP; the first of those ends the context, with [Stopped] as its cause. The
// returned function gives the signals back.
func Interrupts(parent context.Context, exit func(status int)) (context.Context, <-chan os.Signal, func()) {
	caught := make(chan os.Signal, 4)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) {
			signal.Notify(caught, sig)
		}
	}
	ctx, cancel := context.WithCancelCause(parent)
	told := make(chan os.Signal, 2)
	done := make(chan struct{})
	var watcher sync.WaitGroup
	watcher.Go(func() {
		for ending := false; ; {
			select {
			case <-done:
				return
			case sig := <-caught:
				stop := &Stopped{sig}
				if sig != os.Interrupt {
					if ending {
						exit(stop.ExitStatus())
						return
					}
					ending = true
					cancel(stop)
					continue
				}
				select {
				case told <- sig:
				default: // two have not been taken: whoever should have does not listen
					exit(stop.ExitStatus())
					return
				}
			}
		}
	})
	return ctx, told, sync.OnceFunc(func() {
		signal.Stop(caught)
		close(done)
		watcher.Wait()
		cancel(nil)
	})
}
