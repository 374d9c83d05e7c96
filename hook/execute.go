package hook

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"jig/internal/clip"
)

// tooSlow is the failure of a hook that took longer than this.
type tooSlow time.Duration

// Error says how long it may take.
func (t tooSlow) Error() string {
	return fmt.Sprintf("it took longer than %v and was ended", time.Duration(t))
}

// Is makes it a deadline that was exceeded, for those who look.
func (tooSlow) Is(target error) bool { return target == context.DeadlineExceeded }

// identity tells apart hooks that do different things; where names a function,
// of which nothing else is known.
func (h *hook) identity(where string) string {
	if h.Func != nil {
		return "func " + where
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %q %q %t %q %q %d %v %d %t %t %q", h.dialect, h.Command, h.Args, h.Args != nil, h.URL, h.AllowedEnvVars,
		h.Timeout, h.OnFailure, h.MaxOutput, h.Async, h.Once, h.If)
	for _, name := range sortedKeys(h.Headers) {
		fmt.Fprintf(&b, " %q=%q", name, h.Headers[name])
	}
	return b.String()
}

// execute runs a hook once, within its limits.
func (s *Set) execute(ctx context.Context, h *hook, in *Input) (Output, error) {
	if h.Func == nil { // a function may fire events itself, and would wait for its own place
		slots := s.slots
		if h.Async {
			slots = s.beside
		}
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
		case <-ctx.Done():
			return Output{}, context.Cause(ctx)
		}
	}
	timeout := h.Timeout
	if timeout <= 0 {
		timeout = s.opt.Timeout
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, tooSlow(timeout))
	defer cancel()
	out, err := s.dispatch(ctx, h, in)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil && errors.Is(err, ctx.Err()) {
			err = cause
		}
		return Output{}, err
	}
	most := h.MaxOutput
	if most <= 0 {
		most = defaultMaxOutput
	}
	return out.bounded(most), nil
}

func (s *Set) dispatch(ctx context.Context, h *hook, in *Input) (Output, error) {
	if h.Func != nil {
		return s.call(ctx, h, in)
	}
	stdin, err := in.stdin(h.dialect, false)
	if err != nil {
		return Output{}, err
	}
	if h.URL != "" {
		return s.post(ctx, h, in, stdin)
	}
	p, err := s.command(ctx, h, in, stdin)
	if err != nil {
		return Output{}, err
	}
	return p.answer(in.Event, h.dialect)
}

// call runs a hook in Go. It has a goroutine of its own: one that does not
// heed its context is left behind when the time is up, and only Close waits
// for it.
func (s *Set) call(ctx context.Context, h *hook, in *Input) (Output, error) {
	type answer struct {
		output Output
		err    error
	}
	answers := make(chan answer, 1)
	given := *in // a hook that keeps or changes it disturbs no other
	err := s.within(h.Async)(ctx, func(ctx context.Context) {
		output, err := protected(ctx, h.Func, &given)
		answers <- answer{output, err}
	})
	if err != nil {
		return Output{}, err
	}
	select {
	case a := <-answers:
		return a.output, a.err
	case <-ctx.Done():
		return Output{}, context.Cause(ctx)
	}
}

// protected makes a panic of the function a failure.
func protected(ctx context.Context, f Func, in *Input) (out Output, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it panicked: %v\n%s", r, clip.Runes(string(debug.Stack()), 2000))
		}
	}()
	answer, err := f(ctx, in)
	if err != nil || answer == nil {
		return Output{}, err
	}
	return *answer, nil
}

// printed is what a command left behind.
type printed struct {
	exit           int
	stdout, stderr []byte
}

// answer reads exit code and output as the protocol has it.
func (p printed) answer(event Event, dialect Dialect) (Output, error) {
	complaint := strings.TrimSpace(strings.ToValidUTF8(string(p.stderr), "\uFFFD"))
	switch p.exit {
	case 0:
		if dialect == Kiro && event.plainContext() {
			return Output{Context: strings.TrimSpace(string(p.stdout))}, nil
		}
		return parseOutput(event, p.stdout)
	case 2:
		if complaint == "" {
			complaint = strings.TrimSpace(string(p.stdout))
		}
		return Output{Block: true, Reason: complaint}, nil
	case 126, 127:
		return Output{}, fmt.Errorf("it cannot be run (exit code %d)%s; check its path and that it is executable", p.exit, said(complaint))
	}
	return Output{}, fmt.Errorf("it ended with exit code %d%s", p.exit, said(complaint))
}

func said(complaint string) string {
	if complaint == "" {
		return ""
	}
	return ": " + clip.Runes(complaint, 500)
}
