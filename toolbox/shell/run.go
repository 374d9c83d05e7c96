package shell

import (
	"context"
	"fmt"
	"time"

	"jig/tool"
)

// shell is the tool for bash lines.
func (s *Shells) shell() tool.Tool {
	return s.lineTool(s.bash, tool.Spec{
		Name:  "shell",
		Title: "Shell",
		Description: "Runs a bash line and returns what it printed; a code other than 0 is said first, as \"Exit code: N\". " +
			"Every call is a shell of its own: variables and cd do not last. There is no input and no terminal, so that programs that " +
			"ask fail instead of waiting; pagers and editors are off. When the line ends, everything it started is stopped. " +
			"For servers, watchers and anything interactive use action start, then poll, write and kill. " +
			"Prefer the tools for reading, searching and editing files to cat, grep, find and sed.",
		Help: "A line is stopped with everything it started after timeout_ms (120000 unless you say so, at most 600000); what it had " +
			"printed is kept. Of long output you see the beginning and the end, and the name of the file that holds all of it. " +
			"start gives a process_id; poll with it returns what was printed since the last look, and waits up to yield_time_ms for " +
			"something new. write types input into it, and with pty the program believes that it runs on a terminal.",
		Aliases: []string{
			"bash", "Bash", "execute_bash", "executeBash", "execute_cmd", "executeCmd", "ShellExec", "shell_exec", "run_command",
			"run_shell_command", "run_terminal_cmd", "exec", "exec_command", "local_shell", "KillShell", "KillBash",
		},
		Keywords: []string{"command", "terminal", "bash", "run", "execute", "process", "background", "script", "build", "test", "git", "npm", "make"},
	})
}

// lineTool makes the tool of a dialect.
func (s *Shells) lineTool(d *dialect, spec tool.Spec) tool.Tool {
	spec.Category, spec.Access, spec.Timeout, spec.MaxOutput = tool.Shell, tool.FullAccess, engineTimeout, maxText
	return tool.New(spec, func(ctx context.Context, in lineInput) (*tool.Result, error) {
		if err := s.check(ctx, in); err != nil {
			return nil, err
		}
		switch in.action() {
		case actStart:
			return s.begin(ctx, d, in)
		case actPoll:
			return s.poll(ctx, in)
		case actWrite:
			return s.write(ctx, in)
		case actKill:
			return s.kill(ctx, in)
		case actList:
			return s.list(), nil
		}
		return s.run(ctx, d, in)
	}).WithSpellings(lineSpellings()).WithAdapt(s.adaptLine).WithCheck(s.check).WithPlan(s.planLine(d))
}

// run runs a line to its end.
func (s *Shells) run(ctx context.Context, d *dialect, in lineInput) (*tool.Result, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.open.Done()
	j, err := s.job(ctx, d, in)
	if err != nil {
		return nil, err
	}
	out := newOutput(tool.FromContext(ctx), &s.outputs, "run")
	began := time.Now()
	r, err := s.piped(ctx, j, out.add)
	if err != nil {
		return nil, err
	}
	why, killErr := r.wait(ctx, in.timeout(), s.closing, nil)
	left, endErr := r.settle()
	closeErr := out.close()

	details := &Details{Confined: j.confined, DurationMS: time.Since(began).Milliseconds(), TimedOut: why == timedOut}
	out.describe(details)
	if why == ended {
		details.finish(r.proc.Exit())
		details.Stopped = left
	}
	text, hidden := out.text()
	notes := remarks(details, text, hidden)
	if why == ended && len(left) == 0 && j.sealed && putsBack(in.Command) {
		notes = append(notes, "what the line left in the background, if it still ran, was stopped with it: use action start for background work")
	}
	if closeErr != nil {
		notes = append(notes, "the file with the whole output may not hold all of it: "+closeErr.Error())
	}
	for _, err := range []error{killErr, endErr, r.observed(why)} {
		if err != nil {
			notes = append(notes, err.Error())
		}
	}
	result := answer(details, text, notes)
	switch why {
	case timedOut:
		return result, tool.Errorf(tool.CodeTimeout, "the command took longer than %s and was stopped with everything it had started; what it printed until then is above. "+
			"Give it more time with timeout_ms (at most %d), have it do less, or use action start for what runs on", in.timeout(), maxTimeout.Milliseconds())
	case cancelled:
		return result, ctx.Err()
	case closed:
		return result, errClosed
	case ended, killed:
	}
	return result, nil
}

// observed is why it is not known how the command ended, if it is not.
func (r *running) observed(why reason) error {
	if why != ended {
		return nil
	}
	if err := r.proc.Exit().Err; err != nil {
		return fmt.Errorf("how the command ended is not known: %w", err)
	}
	return nil
}
