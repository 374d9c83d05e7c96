package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"jig/engine"
	"jig/sandbox"
	"jig/tool"
	shelltool "jig/toolbox/shell"
	"jig/workspace"
)

// What starting and killing may cost.
const (
	plainGoal    = 1.30
	confinedGoal = 1.25
	killGoal     = 100 * time.Millisecond // p99, from asking to the last process gone
	killRuns     = 200

	startsPerRound = 50
)

// shell measures what it costs to run a command through the tool, whole and confined, against starting one that nobody keeps
// hold of; and how long it takes to end all that a command has started.
func shell(ctx context.Context, b budget) (lines []line, err error) {
	dir, err := os.MkdirTemp("", "jig-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	free, err := newShellBench(ctx, dir, sandbox.Options{Mode: sandbox.Off})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, free.close()) }()
	all := []contender{
		{name: "exec.Command", run: each(func() error { return exec.CommandContext(ctx, "bash", "-c", "true").Run() })},
		{name: "sandbox.Start", run: each(func() error { return startTrue(ctx, free.box, dir) })},
		{name: "tool", run: each(func() error { return free.runTrue(ctx) })},
	}
	confined, err := newShellBench(ctx, dir, sandbox.Options{Mode: sandbox.Prefer, Backend: sandbox.Landlock})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, confined.close()) }()
	if confined.box.Backend() == sandbox.Landlock {
		all = append(all,
			contender{name: "sandbox.Start, confined", run: each(func() error { return startTrue(ctx, confined.box, dir) })},
			contender{name: "tool, confined", run: each(func() error { return confined.runTrue(ctx) })})
	}
	ns, err := abreast(ctx, b.rounds*startsPerRound, all...)
	if err != nil {
		return nil, err
	}
	lines = append(lines,
		compare("shell, sandbox.Start of bash -c true", ns[1], ns[0], 0, nanoseconds),
		compare("shell, true through the tool", ns[2], ns[0], plainGoal, nanoseconds))
	if len(ns) > 3 {
		lines = append(lines,
			compare("shell, sandbox.Start, Landlock and seccomp", ns[3], ns[0], confinedGoal, nanoseconds),
			compare("shell, through the tool, Landlock and seccomp", ns[4], ns[0], 0, nanoseconds))
	}
	took, err := killTrees(ctx, free)
	if err != nil {
		return nil, err
	}
	return append(lines, compare("shell, cancel to the last process gone, p99 of 200", float64(took), float64(killGoal), 1.00, nanoseconds)), nil
}

// shellBench is the shell tool behind an engine.
type shellBench struct {
	space  *workspace.Space
	box    *sandbox.Sandbox
	shells *shelltool.Shells
	eng    *engine.Engine
}

func newShellBench(ctx context.Context, dir string, opt sandbox.Options) (*shellBench, error) {
	space, err := workspace.New(dir)
	if err != nil {
		return nil, err
	}
	b := &shellBench{space: space}
	if b.box, err = sandbox.New(ctx, opt); err != nil {
		return nil, errors.Join(err, b.close())
	}
	o := shelltool.Options{Space: space, Outputs: filepath.Join(dir, "outputs")}
	if opt.Mode != sandbox.Off {
		o.Sandbox = func(context.Context) (*sandbox.Sandbox, error) { return b.box, nil }
		o.Profile = func(in *tool.Intent) sandbox.Profile {
			return sandbox.FromIntent(in, sandbox.Profile{Writable: []string{dir}})
		}
	}
	if b.shells, err = shelltool.New(o); err != nil {
		return nil, errors.Join(err, b.close())
	}
	b.eng = engine.New(tool.NewSet(b.shells.Tools()...), engine.AllowAll(), engine.Options{})
	return b, nil
}

func (b *shellBench) close() error {
	var err error
	if b.eng != nil {
		err = errors.Join(b.eng.Close(), b.shells.Close())
	}
	if b.box != nil {
		err = errors.Join(err, b.box.Close())
	}
	return errors.Join(err, b.space.Close())
}

// runTrue runs the shortest command there is through the tool.
func (b *shellBench) runTrue(ctx context.Context) error {
	out := b.eng.Call(ctx, tool.Call{Name: "shell", Args: []byte(`{"command":"true"}`)})
	if out.Status != engine.OK {
		return errors.New(out.Result.Text())
	}
	return nil
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
func killTrees(ctx context.Context, b *shellBench) (time.Duration, error) {
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
		d, err := b.killTree(ctx, strings.ReplaceAll(shapes[i%len(shapes)], "TAG", tag))
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

// killTree starts a tree, waits until it says that it is there, cancels the call, and waits until all of it is gone.
func (b *shellBench) killTree(ctx context.Context, line string) (time.Duration, error) {
	args, err := json.Marshal(map[string]string{"command": line})
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	turn := b.eng.Turn(ctx, engine.TurnOptions{})
	ready := make(chan struct{})
	events := turn.Events()
	go func() {
		once := false
		for e := range events {
			if e.Kind == engine.Updated && !once {
				once = true
				close(ready)
			}
		}
	}()
	if err := turn.Add(tool.Call{Name: "shell", Args: args}); err != nil {
		return 0, err
	}
	turn.Close()
	select {
	case <-ready:
	case <-time.After(20 * time.Second):
		return 0, fmt.Errorf("it did not say that it is there: %s", line)
	}
	start := time.Now()
	cancel()
	turn.Wait() // the tool returns when nothing of the tree is left
	return time.Since(start), nil
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
