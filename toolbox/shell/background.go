package shell

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"jig/tool"
)

const (
	// maxSessions is how many background commands may run at a time, and how many that have ended are remembered.
	maxSessions = 32
	// patience is how long a program may take to read what is typed.
	patience = 2 * time.Second
)

// begin starts a command in the background.
func (s *Shells) begin(ctx context.Context, d *dialect, in lineInput) (*tool.Result, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	kept := false
	defer func() {
		if !kept {
			s.open.Done()
		}
	}()
	j, err := s.job(ctx, d, in)
	if err != nil {
		return nil, err
	}
	one := &session{
		id: "sh-" + strings.ToLower(rand.Text()[:6]), line: in.Command, dir: j.dir, terminal: in.PTY, confined: j.confined,
		began: time.Now(), stop: make(chan struct{}), gone: make(chan struct{}), changed: make(chan struct{}),
		said: capture{last: remembered},
	}
	one.whole = whole{folder: &s.outputs, name: one.id}
	if err := s.admit(one); err != nil {
		return nil, err
	}
	if err := s.attach(ctx, j, one); err != nil {
		s.forget(one.id)
		return nil, err
	}
	// The command outlives the call, and ends with its timeout, a kill or Close.
	life := context.WithoutCancel(ctx)
	kept = true
	go func() {
		defer s.open.Done()
		one.keep(life, in.timeout(), s.closing)
		if s.opt.Settled != nil {
			s.opt.Settled(one.id)
		}
	}()
	one.look(ctx, in.yield())
	r := one.report()
	next := ": use poll to see more of it, write to type into it, kill to stop it"
	if r.Control.Background == "" {
		next = ", and ended already"
	}
	r.Content[0].Text += fmt.Sprintf("\n[started in the background as process_id %s%s]", one.id, next)
	return r, nil
}

// attach starts the command of a session with a pipe or a terminal to talk to it. Both streams go the same way, so that
// what they print stays in order.
func (s *Shells) attach(ctx context.Context, j *job, one *session) error {
	if j.terminal {
		ours, theirs, err := openTerminal()
		if err != nil {
			return tool.Errorf(tool.CodeFailed, "no terminal could be made: %w; do without pty", err)
		}
		defer closeAll([]*os.File{theirs})
		proc, err := s.start(ctx, j, theirs, theirs, theirs)
		if err != nil {
			closeAll([]*os.File{ours})
			return err
		}
		// The one file is read by the running and written by the session; the running closes it.
		one.connect(ours, follow(proc, one.take, ours))
		return nil
	}
	input, typed, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("no pipe for the input: %w", err)
	}
	printed, output, err := os.Pipe()
	if err != nil {
		closeAll([]*os.File{input, typed})
		return fmt.Errorf("no pipe for the output: %w", err)
	}
	defer closeAll([]*os.File{input, output})
	proc, err := s.start(ctx, j, input, output, output)
	if err != nil {
		closeAll([]*os.File{typed, printed})
		return err
	}
	one.connect(typed, follow(proc, one.take, printed))
	return nil
}

func (one *session) connect(stdin *os.File, r *running) {
	one.typing.Lock()
	defer one.typing.Unlock()
	one.stdin, one.run = stdin, r
}

// admit gives a session its place. The oldest of those that have ended make room.
func (s *Shells) admit(one *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	active, over := 0, []string(nil)
	for _, id := range s.order {
		if s.sessions[id].finished() {
			over = append(over, id)
		} else {
			active++
		}
	}
	if active >= maxSessions {
		return tool.Errorf(tool.CodeFailed, `there are %d background commands already, which is the most: stop some with action "kill" ("list" shows them)`, active)
	}
	for len(over) >= maxSessions {
		s.drop(over[0])
		over = over[1:]
	}
	s.sessions[one.id] = one
	s.order = append(s.order, one.id)
	return nil
}

func (s *Shells) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(id)
}

func (s *Shells) drop(id string) {
	delete(s.sessions, id)
	s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == id })
}

func (one *session) finished() bool {
	select {
	case <-one.gone:
		return true
	default:
		return false
	}
}

// session finds a background command.
func (s *Shells) session(id string) (*session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one, ok := s.sessions[strings.TrimSpace(id)]; ok {
		return one, nil
	}
	if len(s.order) == 0 {
		return nil, tool.Errorf(tool.CodeFailed, "there is no background command %q, nor any other: they end with the session, and action start begins one", id)
	}
	return nil, tool.Errorf(tool.CodeFailed, "there is no background command %q; there is %s", id, strings.Join(shortList(s.order), ", "))
}

// poll shows what is new.
func (s *Shells) poll(ctx context.Context, in lineInput) (*tool.Result, error) {
	one, err := s.session(in.ProcessID)
	if err != nil {
		return nil, err
	}
	one.look(ctx, in.yield())
	if err := ctx.Err(); err != nil {
		return nil, err // what is new stays new
	}
	return one.report(), nil
}

// write types into a command and shows what came of it.
func (s *Shells) write(ctx context.Context, in lineInput) (*tool.Result, error) {
	one, err := s.session(in.ProcessID)
	if err != nil {
		return nil, err
	}
	if err := one.send(in.Input, patience); err != nil {
		return one.report(), err
	}
	one.look(ctx, in.yield())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return one.report(), nil
}

// kill stops a command and shows the rest of its output.
func (s *Shells) kill(ctx context.Context, in lineInput) (*tool.Result, error) {
	one, err := s.session(in.ProcessID)
	if err != nil {
		return nil, err
	}
	if err := one.end(ctx); err != nil {
		return nil, err
	}
	return one.report(), nil
}

// list shows all background commands.
func (s *Shells) list() *tool.Result {
	s.mu.Lock()
	all := make([]*session, len(s.order))
	for i, id := range s.order {
		all[i] = s.sessions[id]
	}
	s.mu.Unlock()
	if len(all) == 0 {
		return tool.TextResult("There are no background commands.")
	}
	var b strings.Builder
	details := make([]*Details, len(all))
	for i, one := range all {
		one.mu.Lock()
		details[i] = one.details()
		fmt.Fprintf(&b, "%s %s\n", one.status(details[i]), oneLine(one.line))
		one.mu.Unlock()
	}
	r := tool.TextResult(strings.TrimRight(b.String(), "\n"))
	r.Details = details
	return r
}
