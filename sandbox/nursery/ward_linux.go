package nursery

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A ward is the list of commands that are kept, and knows which process belongs to
// which of them. The nursery has one, and so has a program without a nursery.
//
// In the nursery, which adopts orphans, every process below it comes from a command
// and is below it for ever. Without, orphans go to somebody else, and only their
// birthmark tells where they are from.
type ward struct {
	adopts bool
	self   int

	mu       sync.Mutex
	open     map[birthmark]*kept // from before the start until the last process is gone
	roots    map[int]*kept       // commands that have not been waited for, by number
	starting int
	early    map[int]syscall.WaitStatus // ends that came while something was starting
	strays   map[sight][]*kept          // processes without a mark, and who was there when they were first seen
	orphans  int                        // how many have been waited for that were no commands
	change   chan struct{}              // closes when a process was waited for, or somebody is in more haste
	ending   sync.WaitGroup
}

// A kept is one command in a ward.
type kept struct {
	mark  birthmark
	keep  bool
	relay bool
	tell  func(k *kept, gone bool) // of the end of the command, and of its tree

	done, gone chan struct{}
	told       atomic.Bool // the end of the command has been told

	// Guarded by the mutex of the ward.
	pid    int
	since  uint64 // when it started, in ticks
	ended  bool   // it has been waited for, or has never started
	exit   Exit
	killAt time.Time // when the tree is killed; zero for not yet
	ender  chan struct{}
	stuck  error // why the tree could not be ended
}

func newWard(adopts bool) *ward {
	return &ward{
		adopts: adopts, self: os.Getpid(), open: make(map[birthmark]*kept), roots: make(map[int]*kept),
		early: make(map[int]syscall.WaitStatus), strays: make(map[sight][]*kept), change: make(chan struct{}),
	}
}

// expect takes a command in before it starts, so that its processes are known from
// the first moment on.
func (w *ward) expect(mark birthmark, c *Command, tell func(k *kept, gone bool)) *kept {
	k := &kept{mark: mark, keep: c.KeepTree, relay: c.Relay, tell: tell, done: make(chan struct{}), gone: make(chan struct{})}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[mark] = k
	w.starting++
	return k
}

// started notes the number of a command, or that it could not be started.
func (w *ward) started(k *kept, pid int, err error) {
	w.mu.Lock()
	w.starting--
	status, over := w.early[pid]
	if w.starting == 0 {
		clear(w.early)
	}
	if err != nil {
		k.ended = true
		close(k.done)
		if k.ender == nil { // otherwise somebody wants it dead, and sees to the rest
			delete(w.open, k.mark)
			close(k.gone)
		}
		w.stir()
		w.mu.Unlock()
		return
	}
	k.pid = pid
	w.roots[pid] = k
	if !w.adopts {
		if p, ok := readProcess(pid, make([]byte, 512)); ok {
			k.since = p.started
		}
	}
	w.mu.Unlock()
	if over {
		w.waited(pid, exitOf(status))
	}
}

// orphan takes in a command that somebody else has started and lost. The mark 0 is that
// of all who have none.
func (w *ward) orphan(mark birthmark) *kept {
	k := &kept{mark: mark, tell: func(*kept, bool) {}, ended: true, done: make(chan struct{}), gone: make(chan struct{})}
	close(k.done)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[mark] = k
	return k
}

// reaped notes that a child of the nursery has been waited for: a command, an
// orphan, or a command whose number is not yet known.
func (w *ward) reaped(pid int, status syscall.WaitStatus) {
	w.mu.Lock()
	_, root := w.roots[pid]
	if !root {
		w.orphans++
		if w.starting > 0 {
			w.early[pid] = status
		}
	}
	w.stir()
	w.mu.Unlock()
	if root {
		w.waited(pid, exitOf(status))
	}
}

// waited notes the end of a command. What it left is ended too, unless it is to
// stay or the tree is being ended anyway. Of the command itself is told first.
func (w *ward) waited(pid int, exit Exit) {
	w.mu.Lock()
	k := w.roots[pid]
	delete(w.roots, pid)
	k.exit = exit
	gone := k.ender == nil && w.alone()
	if gone {
		k.ended = true
		delete(w.open, k.mark)
	}
	w.mu.Unlock()
	close(k.done)
	if gone {
		close(k.gone)
	}
	k.tell(k, gone)
	if gone {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	k.ended = true
	if k.ender == nil && !k.keep {
		w.end(k, time.Now())
	}
	w.stir()
}

// alone reports whether this process has adopted nobody and started nobody else.
// It is the quick way to know that a command has left nothing.
func (w *ward) alone() bool {
	if !w.adopts {
		return false
	}
	err := unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return errors.Is(err, unix.ECHILD)
}

// stir wakes those who wait for a change.
func (w *ward) stir() {
	close(w.change)
	w.change = make(chan struct{})
}

// members lists the processes of a command, after showing each that can be told by
// itself as soon as it is seen. Zombies are among them only where they are ours to wait
// for. If there are none, sure says that there really were none for a moment:
// otherwise one may always have ended before it was seen, and left a child that came
// too late to be.
func (w *ward) members(k *kept, show func(process)) (list []process, sure bool, err error) {
	w.mu.Lock()
	before, since, root := w.orphans, k.since, 0
	if w.roots[k.pid] == k {
		root = k.pid
	}
	w.mu.Unlock()
	all, err := census(func(p process) {
		if p.dead || p.started < since || w.adopts && p.parent != w.self {
			return // it is too old, or is told by who is above it
		}
		if p.pid == root || birthmarkOf(p.pid) == k.mark {
			show(p)
		}
	})
	if err != nil {
		return nil, false, fmt.Errorf("look for the processes: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	t := &tracing{ward: w, all: all, owners: make(map[int]*kept, len(all))}
	for pid, p := range all {
		if t.owner(pid) == k && (w.adopts || !p.dead) {
			list = append(list, p)
		}
	}
	t.forget()
	// Parents first: a shell whose command is asked to end before it is itself would go
	// on with the next one.
	slices.SortFunc(list, func(a, b process) int { return cmp.Or(cmp.Compare(a.started, b.started), cmp.Compare(a.pid, b.pid)) })
	// Who is there throughout is seen. Who ends is adopted before, or has somebody
	// above that is; and the last to end above is one that we have waited for.
	return list, w.adopts && w.orphans == before && !t.unclear, nil
}

// tree lists the numbers of the processes that are alive.
func (w *ward) tree(k *kept) ([]int, error) {
	list, _, err := w.members(k, func(process) {})
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, p := range list {
		if !p.dead {
			pids = append(pids, p.pid)
		}
	}
	return pids, nil
}

// signal sends a signal to all of a tree.
func (w *ward) signal(k *kept, s syscall.Signal) error {
	pids, err := w.tree(k)
	if err != nil {
		return err
	}
	if len(pids) == 0 {
		return os.ErrProcessDone
	}
	if k.relay && s != unix.SIGKILL && s != unix.SIGSTOP && slices.Contains(pids, k.pid) {
		pids = []int{k.pid}
	}
	for _, pid := range pids {
		if e := unix.Kill(pid, s); e != nil && !errors.Is(e, unix.ESRCH) {
			err = errors.Join(err, os.NewSyscallError("kill", e))
		}
	}
	return err
}
