package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// probeTime bounds one attempt.
const probeTime = 20 * time.Second

// A trial is one attempt and what it is told.
type trial struct {
	name    string // for people
	attempt string
	args    []string
}

// trials are the attempts that must fail in an arena.
func (a *arena) trials() []trial {
	return []trial{
		{"write outside", "write", []string{a.outside + "/new"}},
		{"change a file outside", "write", []string{a.outside + "/file"}},
		{"empty a file outside", "truncate", []string{a.outside + "/file"}},
		{"change the mode of a file outside", "mode", []string{a.outside + "/file"}},
		{"write outside by way of /proc", "write", []string{"/proc/1/root" + a.outside + "/new"}},
		{"write in the system's folders", "write", []string{"/etc/jig-sandbox-probe"}},
		{"move a file out", "rename", []string{a.root + "/sub/file", a.outside + "/moved"}},
		{"link a file from outside", "link", []string{a.outside + "/file", a.root + "/sub/link"}},
		{"write through a link", "write", []string{a.root + "/sub/out/new"}},
		{"change a protected file", "write", []string{a.root + "/.git/config"}},
		{"create a file in a protected folder", "write", []string{a.root + "/.git/hook"}},
		{"remove a protected folder", "remove", []string{a.root + "/.git"}},
		{"rename a protected folder", "rename", []string{a.root + "/.git", a.root + "/sub/git"}},
		{"exchange a protected folder", "exchange", []string{a.root + "/.git", a.root + "/sub"}},
		{"rename a folder above a protected one", "rename", []string{a.root + "/deep/er", a.root + "/sub/er"}},
		{"rename the folder above that", "rename", []string{a.root + "/deep", a.root + "/sub/deep"}},
		{"create a protected name that does not exist", "mkdir", []string{a.root + "/.claude"}},
		{"write below a protected name that does not exist", "write", []string{a.root + "/.mcp.json"}},
		{"move something to a protected name", "rename", []string{a.root + "/sub", a.root + "/.claude"}},
		{"read a hidden file", "read", []string{a.hidden + "/secret"}},
		{"list a hidden folder", "list", []string{a.hidden}},
		{"read a hidden file inside the writable folder", "read", []string{a.root + "/deep/.env"}},
		{"link a hidden file", "link", []string{a.root + "/deep/.env", a.root + "/sub/env"}},
		{"connect by TCP", "tcp", []string{a.tcp}},
		{"connect by UDP", "udp", []string{a.udp}},
		{"connect to a unix socket", "unix", []string{a.unix}},
		{"connect to an abstract socket", "unix", []string{a.abstract}},
		{"open a packet socket", "packet", nil},
		{"open a socket to the host of a virtual machine", "vsock", nil},
		{"trace another process", "ptrace", nil},
		{"read the memory of another process", "memory", nil},
		{"read the environment of this program", "read", []string{fmt.Sprintf("/proc/%d/environ", os.Getpid())}},
		{"signal a process outside", "signal", []string{strconv.Itoa(os.Getpid())}},
		{"use io_uring", "io_uring", nil},
		{"use BPF", "bpf", nil},
		{"use the keyring", "keyring", nil},
		{"mount", "mount", []string{a.root + "/sub"}},
		{"make a namespace", "namespace", nil},
		{"type into the terminal", "terminal", nil},
		{"keep a privilege", "privilege", nil},
		{"inherit a file", "files", nil},
		{"start too many processes", "fork", []string{"200"}},
	}
}

// Probe tries to escape from each backend that Options allow, in children of this
// program, and reports each attempt. A backend that does not work here is reported
// as not present.
func Probe(ctx context.Context, o Options) []Check {
	var checks []Check
	for _, backend := range candidates(o.Backend) {
		checks = append(checks, probe(ctx, Options{Mode: Require, Backend: backend, Self: o.Self})...)
	}
	return checks
}

func probe(ctx context.Context, o Options) []Check {
	box, err := New(ctx, o)
	if errors.Is(err, ErrUnavailable) { // it may still hold something
		o.Mode = Prefer
		box, _ = New(ctx, o) // the error above says more
	}
	if box == nil || box.backend == None {
		return []Check{{Backend: o.Backend, Name: "start a command", Detail: err.Error()}}
	}
	checks := []Check{{Backend: o.Backend, Name: "start a command", Present: true, Held: err == nil, Detail: box.describe()}}
	field, err := newArena(ctx)
	if err != nil {
		return append(checks, Check{Backend: o.Backend, Name: "set up the trials", Present: true, Detail: err.Error()})
	}
	for _, t := range field.trials() {
		checks = append(checks, box.trial(ctx, t, func(ctx context.Context, argv []string) (string, error) {
			return box.byCommand(ctx, field.profile(), argv)
		}))
	}
	checks = append(checks, box.lingers(ctx, field))
	if box.backend == Landlock {
		checks = append(checks, box.probeNursery(ctx, field)...)
	}
	if err := errors.Join(field.close(), box.Close()); err != nil {
		checks = append(checks, Check{Backend: o.Backend, Name: "leave nothing behind", Present: true, Detail: err.Error()})
	}
	return checks
}

func (s *Sandbox) describe() string {
	if len(s.gaps) > 0 {
		return strings.Join(s.gaps, "; ")
	}
	return s.backend.String() + " and seccomp work"
}

// byCommand runs a program by way of Command and returns what it printed.
func (s *Sandbox) byCommand(ctx context.Context, p Profile, argv []string) (string, error) {
	cmd, err := s.Command(ctx, p, argv[0], argv[1:]...)
	if err != nil {
		return "", err
	}
	out, err := cmd.Output()
	return string(out), errors.Join(err, cmd.Close())
}

func (s *Sandbox) trial(ctx context.Context, t trial, run func(context.Context, []string) (string, error)) Check {
	check := Check{Backend: s.backend, Name: t.name, Present: true}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	out, err := run(ctx, append([]string{selfProgram, attemptWord, t.attempt}, t.args...))
	answer := strings.TrimSpace(out)
	reason, held := strings.CutPrefix(answer, outcomeHeld)
	switch {
	case answer == outcomeEscaped:
		check.Detail = "it succeeded"
	case held && err == nil:
		check.Held, check.Detail = true, strings.TrimSpace(reason)
	default:
		check.Detail = fmt.Sprintf("the attempt did not answer: %v %s", err, answer)
	}
	return check
}

// lingers leaves a process behind in a session of its own, and checks that it is
// killed: it holds the output, which ends only with it.
func (s *Sandbox) lingers(ctx context.Context, a *arena) Check {
	check := Check{Backend: s.backend, Name: "outlive the command in a session of its own", Present: true}
	fail := func(err error) Check { check.Detail = err.Error(); return check }
	read, write, err := os.Pipe()
	if err != nil {
		return fail(err)
	}
	defer closeQuietly(read)
	cmd, err := s.Command(ctx, a.profile(), selfProgram, attemptWord, "leave-behind")
	if err != nil {
		return fail(errors.Join(err, write.Close()))
	}
	cmd.Stderr = write
	err = cmd.Run()
	if err = errors.Join(err, write.Close(), cmd.Close(), read.SetReadDeadline(time.Now().Add(time.Second))); err != nil {
		return fail(err)
	}
	if _, err := read.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
		check.Detail = "it is still alive"
		return check
	}
	check.Held, check.Detail = true, "it was killed"
	return check
}
