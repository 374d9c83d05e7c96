package sandbox

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// pause is how long to wait before looking again at what cannot be waited for.
func pause() { time.Sleep(10 * time.Millisecond) }

// descendants lists the processes below root, parents first, with their depth.
// Nothing can leave the tree: the supervisor adopts what loses its parent.
func descendants(root int) (pids, depths []int, err error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, nil, err
	}
	children := make(map[int][]int)
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, ok := parentOf(pid); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	pids, depths = []int{root}, []int{0}
	for i := 0; i < len(pids); i++ {
		for _, child := range children[pids[i]] {
			pids, depths = append(pids, child), append(depths, depths[i]+1)
		}
	}
	return pids[1:], depths[1:], nil
}

// parentOf reads the parent of a process that is alive.
func parentOf(pid int) (int, bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, false // it has ended
	}
	// The name, in parentheses, may hold anything: what follows it is the last ") ".
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 || fields[0][0] == 'Z' || fields[0][0] == 'X' {
		return 0, false
	}
	parent, err := strconv.Atoi(string(fields[1]))
	return parent, err == nil
}

// killTree kills everything below this process. It first stops all of them, again
// and again until no new one turns up, so that nothing can multiply faster than it
// is killed.
func killTree() {
	stopped := make(map[int]bool)
	for range 1000 {
		pids, _, err := descendants(os.Getpid())
		if err != nil {
			break
		}
		fresh := false
		for _, pid := range pids {
			if !stopped[pid] {
				fresh, stopped[pid] = true, true
				signalProcess(pid, unix.SIGSTOP)
			}
		}
		if !fresh {
			break
		}
	}
	pids, _, err := descendants(os.Getpid())
	if err != nil {
		return
	}
	for _, pid := range pids {
		signalProcess(pid, unix.SIGKILL)
	}
}

// passOn sends a signal to the tree below this process, but not to the processes of
// bubblewrap, which are the first levels of it.
func passOn(signal unix.Signal, skip int) {
	pids, depths, err := descendants(os.Getpid())
	if err != nil {
		return
	}
	for i, pid := range pids {
		if depths[i] > skip {
			signalProcess(pid, signal)
		}
	}
}

// signalProcess ignores errors: a process that has ended needs no signal, and
// there is no other that may fail, as they all belong to the same user.
func signalProcess(pid int, signal unix.Signal) { _ = unix.Kill(pid, signal) }

// reap waits for children until the given one ends, and returns how it ended.
func reap(child int) (unix.WaitStatus, error) {
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case pid == child && (status.Exited() || status.Signaled()):
			return status, nil
		}
	}
}

// reapAll kills and waits until nothing is left below this process.
func reapAll() {
	deadline := time.Now().Add(grace)
	for time.Now().Before(deadline) {
		for {
			pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil)
			if errors.Is(err, unix.ECHILD) {
				return
			}
			if pid <= 0 && !errors.Is(err, unix.EINTR) {
				break
			}
		}
		killTree()
		pause()
	}
}
