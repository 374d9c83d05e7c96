package hook

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// tree is a command with everything that it starts.
//
// A process group is signalled only while its leader has not been reaped: until
// then its number cannot belong to anybody else.
type tree struct {
	cmd  *exec.Cmd
	mark []byte

	mu    sync.Mutex
	ended bool
}

// newTree prepares the command: it leads a process group, which is killed when
// its context ends.
func newTree(cmd *exec.Cmd, mark string) *tree {
	t := &tree{cmd: cmd, mark: []byte(mark)}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.ended {
			return os.ErrProcessDone
		}
		return t.killGroup()
	}
	return t
}

// killGroup kills the group, and the command itself should it have left it.
func (t *tree) killGroup() error {
	group := unix.Kill(-t.cmd.Process.Pid, unix.SIGKILL)
	if errors.Is(group, unix.ESRCH) {
		group = nil
	}
	return errors.Join(group, unix.Kill(t.cmd.Process.Pid, unix.SIGKILL))
}

// reap waits for the command to end without taking its number away, and kills
// what is left of its group.
func (t *tree) reap() {
	for {
		err := unix.Waitid(unix.P_PID, t.cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	// Nothing more can be done if this fails, and the pipes are closed anyway.
	_ = t.killGroup()
}

// swept is for systems that cannot wait without reaping.
func (t *tree) swept() {}

// hunt kills what left the group, by the mark in its environment. What it
// looks for may be forking, and hide between two looks: it is content only
// after several that found nothing. It looks at the newest first.
func (t *tree) hunt() {
	const looks, clean = 100, 3
	for i, since := 0, 0; i < looks && since < clean; i++ {
		since++
		entries, err := os.ReadDir("/proc")
		if err != nil {
			return // without it nothing can be found
		}
		slices.Reverse(entries)
		slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return len(b.Name()) - len(a.Name()) })
		for _, e := range entries {
			pid, err := strconv.Atoi(e.Name())
			if err != nil || pid == os.Getpid() {
				continue
			}
			env, err := os.ReadFile("/proc/" + e.Name() + "/environ")
			if err == nil && marked(env, t.mark) && unix.Kill(pid, unix.SIGKILL) == nil {
				since = 0
			}
		}
	}
}

func marked(environ, mark []byte) bool {
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, mark) {
			return true
		}
	}
	return false
}
