package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// The files that the confined init inherits, after the standard ones.
const (
	selfFile = 3 + iota
	confineOrderFile
	confineProxyFile // only for Allowlist
)

// bwrapLevels is how many processes of bubblewrap lie between the supervisor and
// the command.
const bwrapLevels = 2

// supervise starts the confined init and lives exactly as long as the command: it
// adopts all orphans of the tree, ends the tree when the lifeline closes, and
// when the command has ended kills what it left running.
//
// It stays on its first thread, because the kernel takes the end of the thread
// that started a child for the end of the parent.
func supervise(o *order, text *os.File) (int, error) {
	runtime.LockOSThread()
	unix.CloseOnExec(lifelineFile)
	unix.CloseOnExec(goneFile)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return 0, fmt.Errorf("adopt orphans: %w", err)
	}
	if o.Cgroup != "" {
		if err := os.WriteFile(filepath.Join(o.Cgroup, "cgroup.procs"), []byte("0"), 0o600); err != nil {
			return 0, fmt.Errorf("enter the control group: %w", err)
		}
	}
	signals := make(chan os.Signal, 16)
	signal.Notify(signals, unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGQUIT, unix.SIGUSR1, unix.SIGUSR2, unix.SIGTSTP, unix.SIGCONT)
	child, err := start(o, text)
	if err != nil {
		return 0, err
	}
	// These goroutines live until the process exits, just below.
	go endWithLifeline()
	go relay(o, signals)
	if o.Watch > 0 {
		go watch(o.Watch + bwrapLevels)
	}
	status, err := reap(child)
	reapAll()
	if o.Temp != "" { // the program that made it may have died
		err = errors.Join(err, os.RemoveAll(o.Temp))
	}
	err = errors.Join(err, clearStandIns(o.StandIns))
	switch {
	case err != nil:
		return 0, fmt.Errorf("end the command: %w", err)
	case status.Signaled():
		return 128 + int(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}

// start starts the confined init, inside bubblewrap if there is one.
func start(o *order, text *os.File) (int, error) {
	self, err := os.OpenFile(selfProgram, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("open the running program: %w", err)
	}
	files := []*os.File{os.Stdin, os.Stdout, os.Stderr, self, text}
	if o.Network == Allowlist {
		files = append(files, os.NewFile(proxyFile, "proxy"))
	}
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	argv := append([]string{"/proc/self/fd/" + strconv.Itoa(selfFile)}, o.Self[1:]...)
	argv = append(argv, confineWord, strconv.Itoa(confineOrderFile))
	if o.Backend == Bubblewrap {
		filters, err := filterFiles(o)
		if err != nil {
			return 0, err
		}
		wrap := o.Wrap
		for _, f := range filters {
			wrap = append(wrap, "--add-seccomp-fd", strconv.Itoa(len(files)))
			files = append(files, f)
		}
		argv = append(append(wrap, "--"), argv...)
	} else if o.isolated() {
		attr.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNET
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		attr.AmbientCaps = []uintptr{unix.CAP_NET_ADMIN} // to switch on loopback; given up with all others
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	process, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Dir: "/", Env: stageEnv(), Files: files, Sys: attr})
	if err != nil {
		return 0, fmt.Errorf("start the confined command: %w", err)
	}
	pid := process.Pid
	return pid, errors.Join(process.Release(), self.Close(), text.Close())
}

// endWithLifeline kills the tree once the program that asked for it closes its end of
// the pipe, or dies. It tries again until the supervisor has seen the end of it.
func endWithLifeline() {
	life := os.NewFile(lifelineFile, "lifeline")
	_, _ = life.Read(make([]byte, 1)) // nothing is ever written: any return is the end
	for {
		killTree()
		pause()
	}
}

// relay passes signals on to the tree. On a terminal the kernel has already sent
// those of the keyboard to everybody.
func relay(o *order, signals <-chan os.Signal) {
	skip := 0
	if o.Backend == Bubblewrap {
		skip = bwrapLevels
	}
	for s := range signals {
		number, ok := s.(unix.Signal)
		keyboard := number == unix.SIGINT || number == unix.SIGQUIT || number == unix.SIGTSTP
		if ok && (!o.TTY || !keyboard) {
			passOn(number, skip)
		}
	}
}

// watch kills a tree that has grown too large.
func watch(limit int) {
	for tick := time.NewTicker(50 * time.Millisecond); ; <-tick.C {
		if pids, _, err := descendants(os.Getpid()); err != nil || len(pids) > limit {
			killTree()
		}
	}
}
