package shell

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jig/tool"
)

// interruptGrace is how long code has to end after it was interrupted.
const interruptGrace = time.Second

// evaluate runs code in the interpreter of its language.
func (s *Shells) evaluate(ctx context.Context, in replInput) (*tool.Result, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.open.Done()
	began := time.Now()
	var notes []string
	i, fresh, err := s.interpreter(ctx, in)
	if err != nil {
		return nil, err
	}
	defer func() { <-i.turn }()
	if fresh != "" {
		notes = append(notes, fresh)
	}
	if in.Code == "" {
		return tool.TextResult(strings.Join(append([]string{"A fresh " + in.Language + " is ready."}, notes...), "\n")), nil
	}
	out := newOutput(tool.FromContext(ctx), &s.outputs, "repl")
	timeout := time.Duration(in.TimeoutMS) * time.Millisecond
	if timeout == 0 {
		timeout = replTimeout
	}
	reply, why, err := i.evaluate(ctx, in.Code, out, timeout, s.closing)
	closeErr := out.close()

	details := &Details{Confined: i.confined, DurationMS: time.Since(began).Milliseconds(), TimedOut: why == timedOut, Success: reply != nil && reply.OK}
	out.describe(details)
	text, hidden := out.text()
	if reply != nil {
		text = reply.show(text, details)
	}
	notes = append(notes, remarks(details, text, hidden)...)
	for _, e := range []error{closeErr, err} {
		if e != nil {
			notes = append(notes, e.Error())
		}
	}
	if reply == nil {
		notes = append(notes, fmt.Sprintf("the %s interpreter has ended%s: what was defined in it is gone, and the next call begins with a fresh one", in.Language, i.ending()))
	}
	result := answer(details, text, notes)
	switch {
	case why == timedOut:
		return result, tool.Errorf(tool.CodeTimeout, "the code took longer than %s and was interrupted. Give it more time with timeout_ms, or have it do less", timeout)
	case why == cancelled:
		return result, ctx.Err()
	case why == closed:
		return result, errClosed
	case reply == nil:
		return result, tool.Errorf(tool.CodeFailed, "the code ended its interpreter")
	}
	return result, nil
}

// show adds to the printed text what came of the code.
func (r *reply) show(text string, d *Details) string {
	parts := make([]string, 0, 3)
	if text != "" {
		parts = append(parts, text)
	}
	if r.Code != nil {
		d.ExitCode, d.Success = r.Code, *r.Code == 0
	}
	value, _ := cleaned([]byte(r.Value))
	failure, _ := cleaned([]byte(r.Error))
	switch {
	case failure != "":
		parts = append(parts, "[error]\n"+shortened(failure))
	case value != "" && text == "":
		parts = append(parts, shortened(value))
	case value != "":
		parts = append(parts, "[value]\n"+shortened(value))
	}
	return strings.Join(parts, "\n")
}

// shortened keeps the two ends of a text that is too long to be shown.
func shortened(text string) string {
	c := capture{first: stderrHead, last: stderrTail}
	c.add([]byte(text))
	if !c.full(0) {
		return text
	}
	short, _ := c.text("print it to see all of it")
	return short
}

// interpreter gives the one of a language to the call, which hands it back by taking the token out of turn. The text says why
// it is a fresh one, if that matters.
func (s *Shells) interpreter(ctx context.Context, in replInput) (i *interpreter, fresh string, err error) {
	at := slices.IndexFunc(languages(), func(l language) bool { return l.name == in.Language })
	if at < 0 {
		return nil, "", tool.Errorf(tool.CodeInvalidArgs, "there is no interpreter for %q: use python, node or bash", in.Language)
	}
	lang := languages()[at]
	s.mu.Lock()
	i = s.repls[lang.name]
	if i == nil {
		i = &interpreter{language: lang, turn: make(chan struct{}, 1)}
		s.repls[lang.name] = i
	}
	s.mu.Unlock()
	select {
	case i.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, "", ctx.Err()
	case <-s.closing:
		return nil, "", errClosed
	}
	if in.Restart {
		i.end()
	} else if i.dead() {
		fresh = "this is a fresh " + lang.name + ": the one before has ended, and what was defined in it is gone"
	}
	if i.live == nil || i.dead() || in.Restart {
		if err := s.awaken(ctx, i); err != nil {
			<-i.turn
			return nil, "", err
		}
	}
	return i, fresh, nil
}

// awaken starts an interpreter. Its keeper lives as long as the process, and Close waits for it.
func (s *Shells) awaken(ctx context.Context, i *interpreter) error {
	program := find(lookup(s.opt.Env, "PATH"), i.language.programs...)
	if program == "" {
		return tool.Errorf(tool.CodeFailed, "%s is not installed here: %s is not in PATH. Use another language, or the shell tool", i.language.name, strings.Join(i.language.programs, " or "))
	}
	sh, err := s.bash.program()
	if err != nil {
		return err
	}
	intent, err := s.planRepl(ctx, replInput{Language: i.language.name})
	if err != nil {
		return err
	}
	// The socket comes as file 0, because that is the one a command is given, and makes room for an empty input.
	argv := slices.Concat([]string{sh, "-c", `exec "$@" 3<&0 </dev/null`, sh, program}, i.language.argv)
	j := &job{argv: argv, dir: s.opt.Space.Roots()[0], env: i.language.env, intent: intent, confined: s.opt.Sandbox != nil}
	l, err := s.breathe(ctx, j)
	if err != nil {
		return err
	}
	if err := s.enter(); err != nil {
		return errors.Join(err, l.finish())
	}
	i.live, i.confined = l, j.confined
	go func() {
		defer s.open.Done()
		l.keep(s.closing)
	}()
	return nil
}
