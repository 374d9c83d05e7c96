package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// confine gives up everything the order does not allow and becomes the command.
// Everything happens on one thread: the one that becomes the command, while the
// others end. It returns only with an error, and then nothing has run.
func confine(o *order) error {
	runtime.LockOSThread()
	if err := unix.CloseRange(selfFile, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("close inherited files: %w", err)
	}
	if o.Backend == Bubblewrap {
		if err := verify(o); err != nil {
			return err
		}
	}
	if o.Network == Allowlist {
		if err := useProxy(o); err != nil {
			return err
		}
	}
	if err := unix.Chdir(o.Dir); err != nil {
		return fmt.Errorf("enter %s: %w", o.Dir, err)
	}
	o.Env = setVariable(o.Env, "PWD", o.Dir)
	if o.Backend == Bubblewrap {
		o.Env = setVariable(o.Env, "TMPDIR", "/tmp")
	}
	rules, err := rulesFor(o)
	if err != nil {
		return err
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("forbid new privileges: %w", err)
	}
	if err := rules.apply(); err != nil {
		return err
	}
	if err := applyLimits(o); err != nil {
		return err
	}
	if err := applySeccomp(o); err != nil {
		return err
	}
	err = syscall.Exec(o.Path, o.Argv, o.Env)
	return fmt.Errorf("run %s: %w", o.Path, err)
}

// verify checks that what is mounted is what was meant: paths may have been
// swapped between the check on the outside and the mount.
func verify(o *order) error {
	for _, list := range [][]place{o.Writable, o.ReadOnly} {
		for _, want := range list {
			if covered(o.Hidden, want.Path) {
				continue
			}
			var st unix.Stat_t
			if err := unix.Lstat(want.Path, &st); err != nil {
				return fmt.Errorf("check %s: %w", want.Path, err)
			}
			if st.Dev != want.Dev || st.Ino != want.Ino {
				return fmt.Errorf("%s has been replaced by something else since it was checked", want.Path)
			}
		}
	}
	for _, path := range o.Sealed {
		var st unix.Statfs_t
		if err := unix.Statfs(path, &st); err != nil {
			return fmt.Errorf("check %s: %w", path, err)
		}
		if st.Flags&unix.ST_RDONLY == 0 {
			return fmt.Errorf("%s should be read-only but is not", path)
		}
	}
	return nil
}

func covered(by []place, path string) bool {
	for _, p := range by {
		if within(p.Path, path) {
			return true
		}
	}
	return false
}

// useProxy makes the way out and tells the command about it.
func useProxy(o *order) error {
	if o.Backend != Bubblewrap { // bubblewrap has done it
		if err := loopbackUp(); err != nil {
			return fmt.Errorf("switch on the loopback interface: %w", err)
		}
	}
	address, err := offer(confineProxyFile)
	if err != nil {
		return err
	}
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		o.Env = setVariable(o.Env, name, "http://"+address)
	}
	for _, name := range []string{"ALL_PROXY", "all_proxy"} {
		o.Env = setVariable(o.Env, name, "socks5h://"+address)
	}
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		o.Env = setVariable(o.Env, name, "localhost,127.0.0.1,::1")
	}
	return nil
}

// dropCapabilities gives up all powers of the superuser, and the means by which a
// program run by the superuser would get them again.
func dropCapabilities() error {
	for c := uintptr(0); c <= 63; c++ {
		have, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, c, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) {
			break // the kernel knows no more
		}
		if err != nil || have == 0 {
			continue
		}
		err = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
		// Without the right to drop them an ordinary user cannot gain them either,
		// once new privileges are forbidden.
		if err != nil && os.Geteuid() == 0 {
			return fmt.Errorf("drop capability %d: %w", c, err)
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("drop ambient capabilities: %w", err)
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&head, &none[0]); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	return nil
}

// applyLimits sets the limits that the kernel counts for each process, and the
// limit of processes for ordinary users. That one is set last: this process may itself
// need one more thread.
func applyLimits(o *order) error {
	processes := int64(o.Limits.Processes)
	if processes > 0 && o.Backend == Landlock {
		processes += ownTasks() // the kernel counts all processes of the user
	}
	for _, l := range []struct {
		name  string
		kind  int
		value int64
	}{
		{"core", unix.RLIMIT_CORE, -1},
		{"memory", unix.RLIMIT_DATA, o.Limits.Memory},
		{"file size", unix.RLIMIT_FSIZE, o.Limits.FileSize},
		{"open files", unix.RLIMIT_NOFILE, int64(o.Limits.OpenFiles)},
		{"processor time", unix.RLIMIT_CPU, int64(o.Limits.CPU)},
		{"processes", unix.RLIMIT_NPROC, processes},
	} {
		if l.value == 0 {
			continue
		}
		value := uint64(max(l.value, 0))
		var old syscall.Rlimit
		if err := syscall.Getrlimit(l.kind, &old); err != nil {
			return fmt.Errorf("read the limit of %s: %w", l.name, err)
		}
		value = min(value, old.Max)
		if err := syscall.Setrlimit(l.kind, &syscall.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("limit %s: %w", l.name, err)
		}
	}
	return nil
}

// ownTasks counts the threads of this user on the machine.
func ownTasks() int64 {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	count := int64(0)
	for _, e := range entries {
		var st unix.Stat_t
		if unix.Stat("/proc/"+e.Name()+"/task", &st) == nil && int(st.Uid) == os.Getuid() {
			count += int64(st.Nlink) - 2
		}
	}
	return count
}
