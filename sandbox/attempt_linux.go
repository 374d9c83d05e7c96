package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// An attempt tries to do, from inside, what confinement must prevent. It returns
// the error that stopped it, or nil if it succeeded.
type attemptFunc func(args []string) error

// attempts are all ways out that are tried, by name.
func attempts() map[string]attemptFunc {
	return map[string]attemptFunc{
		"write":    onPath(func(p string) error { return os.WriteFile(p, []byte("escaped"), 0o600) }),
		"truncate": onPath(func(p string) error { return os.Truncate(p, 0) }),
		"mkdir":    onPath(makeAndFill),
		"mode":     onPath(func(p string) error { return os.Chmod(p, 0o777) }),
		"remove":   onPath(os.RemoveAll),
		"read":     onPath(readSomething),
		"list":     onPath(listSomething),
		"rename":   func(a []string) error { return os.Rename(a[0], a[1]) },
		"exchange": func(a []string) error {
			return unix.Renameat2(unix.AT_FDCWD, a[0], unix.AT_FDCWD, a[1], unix.RENAME_EXCHANGE)
		},
		"link":     func(a []string) error { return os.Link(a[0], a[1]) },
		"tcp":      func(a []string) error { return dial("tcp", a[0]) },
		"udp":      func(a []string) error { return dial("udp", a[0]) },
		"unix":     func(a []string) error { return dial("unix", a[0]) },
		"ptrace":   func([]string) error { return refusedOnly(unix.PtraceAttach(os.Getppid())) },
		"memory":   func([]string) error { return changeMemory(os.Getppid()) },
		"signal":   signalOutside,
		"threads":  func([]string) error { return threadsOf(os.Getppid()) },
		"io_uring": func([]string) error { return call(unix.SYS_IO_URING_SETUP, 1) },
		"bpf":      func([]string) error { return call(unix.SYS_BPF, 0) },
		"keyring": func([]string) error {
			_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, true)
			return refusedOnly(err)
		},
		"mount":     func(a []string) error { return refusedOnly(unix.Mount("none", a[0], "tmpfs", 0, "")) },
		"namespace": newNamespace,
		"terminal":  func([]string) error { return call(unix.SYS_IOCTL, 0, unix.TIOCSTI|1<<40) },
		"packet":    func([]string) error { _, err := unix.Socket(unix.AF_PACKET, unix.SOCK_RAW, 0); return refusedOnly(err) },
		"vsock": func([]string) error {
			_, err := unix.Socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0)
			return refusedOnly(err)
		},
		"privilege": privileges,
		"files":     inheritedFiles,
		"fork":      forkMany,
	}
}

// attempt runs one by name and reports the outcome as one line. It does nothing
// outside of a sandbox, where it would do harm.
func attempt(name string, args []string) int {
	if mode, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0); err != nil || mode != unix.SECCOMP_MODE_FILTER {
		return complain(errors.New("this is for use inside of a sandbox only"))
	}
	switch name {
	case "nothing":
		fmt.Print(attemptDone)
		return 0
	case "linger":
		return linger()
	case "leave-behind":
		return leaveBehind()
	}
	try, ok := attempts()[name]
	if !ok {
		return complain(fmt.Errorf("there is no attempt %q", name))
	}
	if err := try(args); err != nil {
		fmt.Println(outcomeHeld, strings.ReplaceAll(err.Error(), "\n", " "))
		return 0
	}
	fmt.Println(outcomeEscaped)
	return 0
}

const (
	outcomeHeld    = "held:"
	outcomeEscaped = "escaped"
)

func onPath(do func(string) error) attemptFunc {
	return func(args []string) error { return do(args[0]) }
}

// refusedOnly turns errors that a filter does not give into success, because they
// come from code that the filter should have kept the call away from.
func refusedOnly(err error) error {
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOSYS) {
		return err
	}
	return nil
}

func call(number uintptr, args ...uintptr) error {
	var a [3]uintptr
	copy(a[:], args)
	if _, _, errno := unix.Syscall(number, a[0], a[1], a[2]); errno != 0 {
		return refusedOnly(errno)
	}
	return nil
}

func readSomething(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer closeQuietly(f)
	n, err := f.Read(make([]byte, 1))
	if n == 0 {
		return fmt.Errorf("nothing to read in it: %w", err)
	}
	return nil
}

func listSomething(path string) error {
	entries, err := os.ReadDir(path)
	if err == nil && len(entries) == 0 {
		return errors.New("it is empty")
	}
	return err
}

// dial says hello and waits for the answer that the listener outside would give.
func dial(network, address string) error {
	conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(context.Background(), network, address) //nolint:forbidigo // this is a main program
	if err != nil {
		return err
	}
	defer closeQuietly(conn)
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	if _, err := conn.Write([]byte("hello")); err != nil {
		return err
	}
	_, err = conn.Read(make([]byte, 1))
	return err
}

// signalOutside sends no signal, but asks whether it could.
func signalOutside(args []string) error {
	pid, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	return unix.Kill(pid, 0)
}

func newNamespace([]string) error {
	cmd := exec.Command(selfProgram, attemptWord, "nothing") //nolint:noctx // it ends at once
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
	return cmd.Run()
}

// makeAndFill makes a folder and a file in it.
func makeAndFill(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return err
	}
	return os.WriteFile(path+"/file", []byte("escaped"), 0o600)
}

// changeMemory opens the memory of another process for writing. That is no escape if
// the other is confined in the same way.
func changeMemory(pid int) error {
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	closeQuietly(f)
	return confinedProcess(strconv.Itoa(pid))
}

// threadsOf tries to change the memory of a process by each of its threads, and to
// signal them, one of which may have been confined with us.
func threadsOf(pid int) error {
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return err
	}
	for _, task := range tasks {
		f, err := os.OpenFile(fmt.Sprintf("/proc/%d/task/%s/mem", pid, task.Name()), os.O_RDWR, 0)
		if err == nil {
			closeQuietly(f)
			return nil
		}
		tid, err := strconv.Atoi(task.Name())
		if err != nil {
			return err
		}
		if unix.Tgkill(pid, tid, 0) == nil {
			return nil
		}
	}
	return fmt.Errorf("none of its %d threads can be reached", len(tasks))
}

// privileges looks for any that are left.
func privileges([]string) error { return confinedProcess("self") }

// confinedProcess returns a description as an error if a process is confined.
func confinedProcess(pid string) error {
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return err
	}
	status := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		status[name] = strings.TrimSpace(value)
	}
	for _, set := range []string{"CapPrm", "CapEff", "CapInh", "CapAmb"} {
		if strings.Trim(status[set], "0") != "" {
			return nil
		}
	}
	if status["NoNewPrivs"] != "1" || status["Seccomp"] != "2" {
		return nil
	}
	return errors.New("it has no capabilities, can get none, and is filtered")
}

// inheritedFiles looks for open files other than the standard ones.
func inheritedFiles([]string) error {
	for fd := 3; fd < 64; fd++ {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 { // Go opens its own close-on-exec
			return nil
		}
	}
	return errors.New("only the standard files are open")
}

// forkMany starts as many processes as it is told to.
func forkMany(args []string) error {
	count, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	for i := range count {
		cmd := exec.Command("/bin/sleep", "60") //nolint:noctx // it ends with the sandbox
		if err := cmd.Start(); err != nil {
			return fmt.Errorf("after %d processes: %w", i, err)
		}
	}
	return nil
}

// linger stays, deaf to polite signals.
func linger() int {
	signal.Ignore(unix.SIGTERM, unix.SIGHUP, unix.SIGINT)
	fmt.Print(attemptDone)
	for {
		time.Sleep(time.Hour)
	}
}

// leaveBehind starts a process in a session of its own, which keeps the output
// open, and ends.
func leaveBehind() int {
	cmd := exec.Command(selfProgram, attemptWord, "linger") //nolint:noctx // that it stays is the point
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	ready, err := cmd.StdoutPipe()
	cmd.Stderr = os.Stderr
	if err = errors.Join(err, cmd.Start()); err != nil {
		return complain(err)
	}
	if _, err := ready.Read(make([]byte, 1)); err != nil {
		return complain(err)
	}
	return 0
}
