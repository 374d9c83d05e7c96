package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jig/sandbox"
)

// What starting and killing may cost.
const (
	plainGoal    = 1.30
	confinedGoal = 1.25
	killGoal     = 100 * time.Millisecond // p99, from asking to the last process gone
	killRuns     = 200
)

// shell measures what it costs to start a command that can be ended with all that it starts, against one that cannot, and
// how long ending it takes.
func shell(ctx context.Context, b budget) (lines []line, err error) {
	dir, err := os.MkdirTemp("", "jig-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	free, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Off})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, free.Close()) }()
	all := []contender{
		{name: "exec.Command", run: each(func() error { return exec.CommandContext(ctx, "bash", "-c", "true").Run() })},
		{name: "sandbox, off", run: each(func() error { return startTrue(ctx, free, dir) })},
	}
	confined, err := sandbox.New(ctx, sandbox.Options{Mode: sandbox.Prefer, Backend: sandbox.Landlock})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, confined.Close()) }()
	if confined.Backend() == sandbox.Landlock {
		all = append(all, contender{name: "sandbox, Landlock", run: each(func() error { return startTrue(ctx, confined, dir) })})
	}
	ns, err := race(ctx, b, all...)
	if err != nil {
		return nil, err
	}
	lines = append(lines, compare("shell, start bash -c true", ns[1], ns[0], plainGoal, nanoseconds))
	if len(ns) > 2 {
		lines = append(lines, compare("shell, the same confined by Landlock and seccomp", ns[2], ns[0], confinedGoal, nanoseconds))
	}
	took, err := killTrees(ctx, free)
	if err != nil {
		return nil, err
	}
	return append(lines, compare("shell, kill a tree, p99 of 200", float64(took), float64(killGoal), 1.00, nanoseconds)), nil
}

// startTrue runs the shortest command there is to its end.
func startTrue(ctx context.Context, box *sandbox.Sandbox, dir string) error {
	p, err := box.Start(ctx, sandbox.Profile{Writable: []string{dir}}, sandbox.Start{Argv: []string{"bash", "-c", "true"}})
	if err != nil {
		return err
	}
	exit := p.Exit()
	if err := p.Close(); err != nil {
		return err
	}
	if exit.Code != 0 || exit.Err != nil {
		return fmt.Errorf("it ended with %+v", exit)
	}
	return nil
}

// killTrees kills trees that do what they can to get away and returns the 99th percentile of the time that takes.
func killTrees(ctx context.Context, box *sandbox.Sandbox) (time.Duration, error) {
	shapes := []string{
		"sleep 300.TAG & sleep 300.TAG & sleep 300.TAG & echo ready; wait",
		"setsid bash -c 'sleep 300.TAG & echo ready; wait' & wait",
		"(setsid env -i bash -c 'exec sleep 300.TAG' 0<&- 1>&- 2>&- &) ; sleep 0.02; echo ready; sleep 300.TAG",
		"(setsid bash -c 'sleep 300.TAG & disown' &) ; sleep 0.02; echo ready; sleep 300.TAG",
		"trap '' TERM HUP INT; bash -c \"trap '' TERM; echo ready; while :; do sleep 300.TAG; done\" & wait; sleep 300.TAG",
		"for i in $(seq 40); do sleep 300.TAG & done; echo ready; wait",
	}
	var took []time.Duration
	for i := range killRuns {
		tag := strconv.Itoa(os.Getpid()%1000) + "99" + strconv.Itoa(i)
		d, err := killTree(ctx, box, strings.ReplaceAll(shapes[i%len(shapes)], "TAG", tag))
		if err != nil {
			return 0, err
		}
		if err := gone("300." + tag); err != nil {
			return 0, err
		}
		took = append(took, d)
	}
	slices.Sort(took)
	return took[len(took)*99/100], nil
}

// killTree starts a tree, waits until it says that it is there, and kills it.
func killTree(ctx context.Context, box *sandbox.Sandbox, line string) (_ time.Duration, err error) {
	read, write, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, read.Close()) }()
	p, err := box.Start(ctx, sandbox.Profile{}, sandbox.Start{Argv: []string{"bash", "-c", line}, Stdout: write})
	if err = errors.Join(err, write.Close()); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if _, err := read.Read(make([]byte, 1)); err != nil {
		return 0, err
	}
	start := time.Now()
	err = p.Kill(0)
	return time.Since(start), err
}

// gone fails if a process that has the word in its arguments is alive.
func gone(word string) error {
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return err
	}
	for _, f := range files {
		if text, err := os.ReadFile(f); err == nil && strings.Contains(string(text), word) {
			return fmt.Errorf("%s is still alive: %q", f, text)
		}
	}
	return nil
}
