package hook

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode"
)

// errTooMuch is the failure of a hook that prints without end.
var errTooMuch = fmt.Errorf("it printed more than %d bytes and was ended", maxPrinted)

// pipeGrace is how long the output of a command may stay open after its end,
// because something that it started has taken it along.
const pipeGrace = time.Second

// marker is the variable by which everything that a hook started is found
// again, even outside its process group.
const marker = "JIG_HOOK_RUN"

// command runs a command hook to its end. Afterwards nothing of its process
// group is alive, and if it had to be ended nothing at all that it started.
func (s *Set) command(ctx context.Context, h *hook, in *Input, stdin []byte) (printed, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	name, args := h.Command, h.Args
	if args == nil {
		name, args = "bash", []string{"--noprofile", "--norc", "-c", h.Command}
	}
	mark := marker + "=" + rand.Text()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = in.Cwd
	if cmd.Dir == "" {
		cmd.Dir = s.opt.ProjectDir
	}
	cmd.Env = append(s.environment(h, in), mark)
	cmd.Stdin = bytes.NewReader(stdin)
	both := &budget{left: maxPrinted, exceeded: func() { cancel(errTooMuch) }}
	stdout, stderr := &capture{budget: both}, &capture{budget: both}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = pipeGrace
	tree := newTree(cmd, mark)

	if err := cmd.Start(); err != nil {
		return printed{}, fmt.Errorf("it cannot be started: %w", err)
	}
	tree.reap()
	ended := time.Now()
	err := cmd.Wait()
	tree.swept()
	// Wait tells of outputs that were held open only when all else went well.
	held := errors.Is(err, exec.ErrWaitDelay)
	if cause := context.Cause(ctx); cause != nil || held || time.Since(ended) >= pipeGrace {
		tree.hunt()
		if cause != nil {
			return printed{}, cause
		}
	}
	var exit *exec.ExitError
	switch {
	case err == nil || held:
	case !errors.As(err, &exit):
		return printed{}, fmt.Errorf("its end is not known: %w", err)
	case !exit.Exited():
		return printed{}, fmt.Errorf("it was ended by a signal: %v%s", exit.ProcessState, said(strings.TrimSpace(string(stderr.bytes()))))
	}
	return printed{exit: cmd.ProcessState.ExitCode(), stdout: stdout.bytes(), stderr: stderr.bytes()}, nil
}

// environment is that of a command. Variables that make a shell run a file
// before the command are left out.
func (s *Set) environment(h *hook, in *Input) []string {
	env := make([]string, 0, len(s.opt.Env)+6)
	for _, entry := range s.opt.Env {
		switch name, _, _ := strings.Cut(entry, "="); name {
		case "BASH_ENV", "ENV", marker:
		default:
			env = append(env, entry)
		}
	}
	if s.opt.ProjectDir != "" {
		env = append(env, "CLAUDE_PROJECT_DIR="+s.opt.ProjectDir, "JIG_PROJECT_DIR="+s.opt.ProjectDir)
	}
	env = append(env, "JIG_HOOK_EVENT="+string(in.Event))
	if h.dialect == Kiro && in.Prompt != "" {
		env = append(env, "USER_PROMPT="+printable(in.Prompt, 4096))
	}
	return env
}

// printable is text without control characters, cut to so many bytes.
func printable(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "")
	}
	return text
}

// budget is how much a command may still print, on both outputs together.
type budget struct {
	mu       sync.Mutex
	left     int
	exceeded func()
}

// capture keeps one output within the budget. What is beyond it is read and
// thrown away, so that the command does not block before it is killed.
type capture struct {
	*budget
	buf bytes.Buffer
}

// Write keeps what the budget allows. It never fails.
func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep := min(len(p), c.left)
	c.left -= keep
	c.buf.Write(p[:keep])
	if keep < len(p) {
		c.exceeded()
	}
	return len(p), nil
}

// bytes is what was kept. When something held the output open beyond the
// grace, a last write may still be on its way.
func (c *capture) bytes() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.buf.Bytes())
}
