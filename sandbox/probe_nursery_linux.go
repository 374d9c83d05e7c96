package sandbox

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
)

// quickly ends the names of the checks that were made by way of Start, where the
// nursery confines commands itself.
const quickly = ", started by the nursery"

// probeNursery tries the same escapes once more from a command that the nursery has
// confined, and those that concern the nursery. The limit of processes is not its
// business: a command with limits gets a supervisor.
func (s *Sandbox) probeNursery(ctx context.Context, a *arena) []Check {
	p := a.profile()
	p.Limits = Limits{}
	trials := slices.DeleteFunc(a.trials(), func(t trial) bool { return t.attempt == "fork" })
	trials = append(trials, trial{"reach the threads of the nursery", "threads", nil})
	var checks []Check
	for _, t := range trials {
		t.name += quickly
		checks = append(checks, s.trial(ctx, t, func(ctx context.Context, argv []string) (string, error) {
			return s.byStart(ctx, p, argv)
		}))
	}
	return checks
}

// byStart runs a program by way of Start and returns what it printed.
func (s *Sandbox) byStart(ctx context.Context, p Profile, argv []string) (string, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer closeQuietly(read)
	process, err := s.Start(ctx, p, Start{Argv: argv, Stdout: write})
	if err = errors.Join(err, write.Close()); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() { _ = process.Kill(0) }) // Close says how that went
	defer stop()
	out, err := io.ReadAll(read)
	return string(out), errors.Join(err, process.Exit().Err, process.Close())
}
