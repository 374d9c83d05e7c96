package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"jig/cmd/jig/internal/cli"
	"jig/engine"
)

func TestTheExitStatusSaysWhatBecameOfACall(t *testing.T) {
	interrupt := &cli.Stopped{Signal: os.Interrupt}
	terminate := &cli.Stopped{Signal: syscall.SIGTERM}
	tests := map[string]struct {
		status engine.Status
		cause  error
		want   int
	}{
		"a call that is fine":                            {engine.OK, nil, 0},
		"a call that was completed in spite of a signal": {engine.OK, interrupt, 0},
		"a call that failed":                             {engine.Failed, nil, 1},
		"a call that failed when a signal came":          {engine.Failed, interrupt, 1},
		"a call with bad arguments":                      {engine.Invalid, nil, 1},
		"a call that took too long":                      {engine.TimedOut, nil, 1},
		"a call that was skipped":                        {engine.Omitted, nil, 1},
		"a call that was cancelled from within":          {engine.Cancelled, context.Canceled, 1},
		"a call that nobody could stop":                  {engine.Abandoned, nil, 1},
		"a call that was denied":                         {engine.Denied, nil, 4},
		"a call beyond a limit":                          {engine.Limited, nil, 5},
		"a call stopped by SIGINT":                       {engine.Cancelled, interrupt, 130},
		"a call stopped by SIGTERM":                      {engine.Cancelled, terminate, 143},
		"a call stopped by a signal further up":          {engine.Cancelled, fmt.Errorf("above: %w", terminate), 143},
		"a call that SIGINT could not stop":              {engine.Abandoned, interrupt, 130},
		"a status that does not exist":                   {engine.Status(99), nil, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := cli.Status(test.status, test.cause); got != test.want {
				t.Errorf("exit status %d, want %d", got, test.want)
			}
		})
	}
}

func TestACommandEndsWithAStatusAndAtMostOneMessage(t *testing.T) {
	tests := map[string]struct {
		err    error
		status int
		text   string
	}{
		"nothing went wrong":            {nil, 0, ""},
		"an ordinary error":             {errors.New("the moon is full"), 1, "jig: the moon is full\n"},
		"a wrong command line":          {cli.Usagef("no such flag"), 2, "jig: no such flag\n"},
		"a status that was told":        {&cli.Exit{Status: 4}, 4, ""},
		"a status around an error":      {fmt.Errorf("outer: %w", &cli.Exit{Status: 3, Cause: errors.New("inner")}), 3, "jig: outer: inner\n"},
		"a reader who left":             {fmt.Errorf("write: %w", syscall.EPIPE), 141, ""},
		"a status around a left reader": {&cli.Exit{Status: 1, Cause: syscall.EPIPE}, 141, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			if got := cli.Finish(&stderr, test.err); got != test.status || stderr.String() != test.text {
				t.Errorf("status %d with %q, want %d with %q", got, stderr.String(), test.status, test.text)
			}
		})
	}
}

func TestAnExitIsAnError(t *testing.T) {
	cause := errors.New("why")
	if err := error(&cli.Exit{Status: 1, Cause: cause}); !errors.Is(err, cause) || err.Error() != "why" {
		t.Errorf("%v does not carry its cause", err)
	}
	if got := (&cli.Exit{Status: 4}).Error(); got != "exit status 4" {
		t.Errorf("got %q", got)
	}
}
