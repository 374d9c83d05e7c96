//go:build unix

package cli_test

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"jig/cmd/jig/internal/cli"
)

func TestTheFirstSignalEndsTheContextAndTheSecondTheProgram(t *testing.T) {
	tests := map[string]struct {
		signal syscall.Signal
		status int
		text   string
	}{
		"SIGINT":  {syscall.SIGINT, 130, "stopped by SIGINT"},
		"SIGTERM": {syscall.SIGTERM, 143, "stopped by SIGTERM"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			exits := make(chan int, 1)
			ctx, release := cli.CatchSignals(t.Context(), func(status int) { exits <- status })
			defer release()
			send(t, test.signal)
			<-ctx.Done()
			stop, ok := errors.AsType[*cli.Stopped](context.Cause(ctx))
			if !ok || stop.ExitStatus() != test.status || stop.Error() != test.text {
				t.Errorf("the cause is %v, want %q", context.Cause(ctx), test.text)
			}
			send(t, test.signal)
			if got := <-exits; got != test.status {
				t.Errorf("the program ends with %d, want %d", got, test.status)
			}
		})
	}
}

func TestWithoutASignalTheContextEndsWhenReleased(t *testing.T) {
	ctx, release := cli.CatchSignals(t.Context(), func(status int) { t.Errorf("exit %d", status) })
	if ctx.Err() != nil {
		t.Error("the context has ended before anything happened")
	}
	release()
	release() // may be called again
	if !errors.Is(context.Cause(ctx), context.Canceled) {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
}

func TestAnIgnoredSignalStaysIgnored(t *testing.T) {
	signal.Ignore(syscall.SIGTERM)
	defer func() { // only asking for an ignored signal makes the system forget that it was; Reset does not
		heard := make(chan os.Signal, 1)
		signal.Notify(heard, syscall.SIGTERM)
		signal.Stop(heard)
	}()
	ctx, release := cli.CatchSignals(t.Context(), func(status int) { t.Errorf("exit %d", status) })
	defer release()
	send(t, syscall.SIGTERM)
	send(t, syscall.SIGINT)
	<-ctx.Done()
	if got := context.Cause(ctx).Error(); got != "stopped by SIGINT" {
		t.Errorf("the cause is %q", got)
	}
}

func TestOtherSignalsHaveAStatusToo(t *testing.T) {
	tests := map[string]struct {
		signal os.Signal
		status int
		text   string
	}{
		"one with a number":    {syscall.SIGQUIT, 131, "stopped by the signal quit"},
		"one without a number": {odd{}, 130, "stopped by the signal odd"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			stop := &cli.Stopped{Signal: test.signal}
			if stop.ExitStatus() != test.status || stop.Error() != test.text {
				t.Errorf("%q with status %d, want %q with %d", stop, stop.ExitStatus(), test.text, test.status)
			}
		})
	}
}

// odd is a signal that no system has.
type odd struct{}

func (odd) Signal()        {}
func (odd) String() string { return "odd" }

func TestABrokenPipeIsAnErrorAndNotTheEnd(t *testing.T) {
	cli.SurviveBrokenPipe()
	defer signal.Reset(syscall.SIGPIPE)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	out := cli.NewOutput(w)
	out.Text("hello")
	if !errors.Is(out.Err(), syscall.EPIPE) {
		t.Errorf("the error is %v, want %v", out.Err(), syscall.EPIPE)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

func send(t *testing.T, sig syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), sig); err != nil {
		t.Fatal(err)
	}
}
