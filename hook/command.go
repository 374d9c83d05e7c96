package hook

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode"
)

// errTooMuch is the failure of a hook that prints without end.
var errTooMuch = fmt.Errorf("it printed more than %d bytes and was ended", maxPrinted)

// pipeGrace is how long the output of a command may stay open after its end,
// because something that it started, and that was not found, has taken it along.
const pipeGrace = time.Second

// marker is the variable by which what a hook started is found again, even
// outside its process group.
const marker = "JIG_HOOK_RUN"

// command runs a command hook to its end, however it ends, and then ends what it
// started; see tree for what is found.
func (s *Set) command(ctx context.Context, h *hook, in *Input, stdin []byte) (printed, error) {
	// The command dies with the thread that started it (see tree), so the thread
	// must not end before it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
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
	cmd.WaitDelay = pipeGrace
	both := &budget{left: maxPrinted, exceeded: func() { cancel(errTooMuch) }}
	out, err := openOutputs(cmd, both)
	if err != nil {
		return printed{}, fmt.Errorf("it cannot be started: %w", err)
	}
	tree, err := newTree(cmd, mark, out.read)
	if err != nil {
		out.abandon()
		return printed{}, fmt.Errorf("it cannot be started: %w", err)
	}
	if err := cmd.Start(); err != nil {
		out.abandon()
		tree.release()
		return printed{}, fmt.Errorf("it cannot be started: %w", err)
	}
	out.begin()
	tree.watch()
	err = cmd.Wait()
	tree.end()
	out.finish(pipeGrace)
	if cause := context.Cause(ctx); cause != nil {
		return printed{}, cause
	}
	stdout, stderr := out.kept[0].bytes(), out.kept[1].bytes()
	var exit *exec.ExitError
	switch {
	case err == nil || errors.Is(err, exec.ErrWaitDelay): // it left its input unread
	case !errors.As(err, &exit):
		return printed{}, fmt.Errorf("its end is not known: %w", err)
	case !exit.Exited():
		return printed{}, fmt.Errorf("it was ended by a signal: %v%s", exit.ProcessState, said(strings.TrimSpace(string(stderr))))
	}
	return printed{exit: cmd.ProcessState.ExitCode(), stdout: stdout, stderr: stderr}, nil
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
