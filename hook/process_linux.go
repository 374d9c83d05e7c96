package hook

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// tree is a command with everything that it starts. Linux forgets who started a
// process as soon as the one between ends, so a process is known as part of the
// tree by any of these signs:
//
//   - it is in the process group of the command, or in a group or session that
//     was seen to begin in the tree;
//   - it was seen, by looks repeated while the command runs, below the command;
//   - its environment has the mark of this run;
//   - it holds an output of the command open, or the leash: a pipe that every
//     process inherits and that nobody has a reason to close.
//
// What shows none of them is not found: a process that leaves the session, drops
// its environment, closes every file that it inherited, and whose parent ends
// between two looks. Only a cgroup or a process that adopts orphans would find it;
// the first is rarely ours to make, and the second would change the whole program.
//
// A process group is signalled only while its leader has not been reaped: until
// then its number cannot belong to anybody else.
type tree struct {
	cmd     *exec.Cmd
	mark    []byte
	pipes   map[string]bool // links of the outputs, as /proc shows them
	leash   []*os.File      // our ends, until the command has started and has ended
	since   uint64          // when the command started, in ticks
	began   time.Time
	watched sync.WaitGroup
	stop    chan struct{}

	mu               sync.Mutex
	ended, cancelled bool
	known            map[int]uint64 // processes of the tree and when they started
	homes            map[int]bool   // groups and sessions that began in the tree
	old              map[int]bool   // processes that are older than the command
}

// leashAt is the number of the leash in the command: higher than scripts choose
// for themselves, and below those that bash takes for process substitution.
const leashAt = 47

// newTree prepares the command: it leads a process group, which is killed when
// its context ends, and dies when jig does.
func newTree(cmd *exec.Cmd, mark string, outputs []*os.File) (*tree, error) {
	mine, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.ExtraFiles = make([]*os.File, leashAt-2) // those before it are closed in the command
	cmd.ExtraFiles[leashAt-3] = theirs
	t := &tree{
		cmd: cmd, mark: []byte(mark), pipes: map[string]bool{}, stop: make(chan struct{}),
		leash: []*os.File{mine, theirs}, known: map[int]uint64{}, homes: map[int]bool{}, old: map[int]bool{},
	}
	for _, f := range append([]*os.File{mine}, outputs...) {
		if info, err := f.Stat(); err == nil {
			if stat, ok := info.Sys().(*syscall.Stat_t); ok {
				t.pipes[fmt.Sprintf("pipe:[%d]", stat.Ino)] = true
			}
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error {
		t.look() // while it is still known who belongs to whom
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.ended {
			return os.ErrProcessDone
		}
		t.cancelled = true
		return t.killGroup()
	}
	return t, nil
}

// release lets go of the leash.
func (t *tree) release() {
	for _, f := range t.leash {
		_ = f.Close() // nothing is ever written to it
	}
	t.leash = nil
}

// killGroup kills the group, and the command itself should it have left it.
func (t *tree) killGroup() error {
	group := unix.Kill(-t.cmd.Process.Pid, unix.SIGKILL)
	if errors.Is(group, unix.ESRCH) {
		group = nil
	}
	return errors.Join(group, unix.Kill(t.cmd.Process.Pid, unix.SIGKILL))
}

// watch waits for the command to end without taking its number away, looking
// from time to time at what it has started, and kills what is left of its group.
func (t *tree) watch() {
	pid := t.cmd.Process.Pid
	t.began = time.Now()
	_ = t.leash[1].Close() // the command has its own
	t.leash = t.leash[:1]
	if p, ok := readProcess(pid); ok {
		t.mu.Lock() // the context may have ended already
		t.since = p.started
		t.known[pid], t.homes[pid] = p.started, true
		t.mu.Unlock()
	}
	t.watched.Go(t.keepLooking)
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	close(t.stop)
	t.watched.Wait()
	t.look() // a group or session of a child that ends now is still seen
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	// Nothing more can be done if this fails, and the pipes are closed anyway.
	_ = t.killGroup()
}

// keepLooking looks often at first, because most hooks are quick, and then ever
// more rarely. It ends when stop is closed; watch waits for it.
func (t *tree) keepLooking() {
	const first, last = 5 * time.Millisecond, 160 * time.Millisecond
	for pause := first; ; pause = min(2*pause, last) {
		select {
		case <-t.stop:
			return
		case <-time.After(pause):
			t.look()
		}
	}
}

// end kills what has left the group. What it looks for may be forking, and hide
// between two looks: it is content only after several that found nothing. One is
// enough when the command ended by itself and nothing was seen to leave its group.
func (t *tree) end() {
	defer t.release()
	t.mu.Lock()
	quiet := len(t.homes) <= 1 && !t.cancelled
	if time.Since(t.began) > time.Second {
		clear(t.old) // their numbers may have come again
	}
	t.mu.Unlock()
	const looks, clean = 200, 8
	for i, since := 0, 0; i < looks && since < clean; i++ {
		if since > 0 {
			time.Sleep(time.Millisecond) // who hides now between two processes is one of them then
		}
		since++
		if t.kill() {
			since = 0
		} else if i == 0 && quiet {
			return
		}
	}
}
