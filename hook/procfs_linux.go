package hook

import (
	"bytes"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// process is what /proc tells of one process.
type process struct {
	pid, parent, group, session int
	started                     uint64 // in ticks since the machine started
	dead                        bool
}

// readProcess reads /proc/PID/stat. The name of the program stands in parentheses
// and may contain anything, so fields are counted from the last one.
func readProcess(pid int) (process, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return process{}, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 20 {
		return process{}, false
	}
	p := process{pid: pid, dead: fields[0][0] == 'Z' || fields[0][0] == 'X'}
	for at, to := range map[int]*int{1: &p.parent, 2: &p.group, 3: &p.session} {
		if *to, err = strconv.Atoi(string(fields[at])); err != nil {
			return process{}, false
		}
	}
	p.started, err = strconv.ParseUint(string(fields[19]), 10, 64)
	return p, err == nil
}

// numbers lists the processes of the machine, the newest number first.
func numbers() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil // without it nothing can be found
	}
	names, err := dir.Readdirnames(-1)
	if dir.Close() != nil || err != nil {
		return nil
	}
	found := make([]int, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil && pid != os.Getpid() {
			found = append(found, pid)
		}
	}
	slices.SortFunc(found, func(a, b int) int { return b - a })
	return found
}

// young reads a process unless it is older than the command. Those are remembered
// and not read again.
func (t *tree) young(pid int) (process, bool) {
	if t.old[pid] {
		return process{}, false
	}
	p, ok := readProcess(pid)
	if ok && p.started < t.since {
		t.old[pid] = true
		return process{}, false
	}
	return p, ok
}

// look notes the processes that are below the command, and the groups and
// sessions that they have begun.
func (t *tree) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	var all []process
	for _, pid := range numbers() {
		if p, ok := t.young(pid); ok {
			all = append(all, p)
		}
	}
	t.adopt(all)
}

// adopt notes those that belong to the tree by their parents, group or session,
// until there are no more.
func (t *tree) adopt(all []process) {
	for more := true; more; {
		more = false
		for _, p := range all {
			if t.has(p) || t.belongs(p) {
				more = t.note(p) || more
			}
		}
	}
}

func (t *tree) has(p process) bool {
	started, has := t.known[p.pid]
	return has && started == p.started
}

func (t *tree) belongs(p process) bool {
	_, below := t.known[p.parent]
	return below || t.homes[p.group] || t.homes[p.session]
}

// note takes a process into the tree, and reports whether that is news. A group or
// session is of the tree only if the process that leads it is.
func (t *tree) note(p process) bool {
	before := len(t.homes)
	news := !t.has(p)
	t.known[p.pid] = p.started
	for _, home := range []int{p.group, p.session} {
		if home == p.pid {
			t.homes[home] = true
		}
	}
	return news || len(t.homes) > before
}

// kill ends what it finds of the tree, each at once, before it can fork, and
// reports whether there was something.
func (t *tree) kill() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	some := false
	for _, pid := range numbers() {
		p, ok := t.young(pid)
		if !ok || p.dead || pid == t.cmd.Process.Pid || !t.has(p) && !t.belongs(p) && !t.marked(pid) && (unborn(p) || !t.holds(pid)) {
			continue
		}
		if unix.Kill(pid, unix.SIGKILL) == nil {
			some = true
		}
		t.note(p)
	}
	return some
}

// marked reports whether the environment of a process has the mark.
func (t *tree) marked(pid int) bool {
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, t.mark) {
			return true
		}
	}
	return false
}

// unborn reports whether a process is a command that this program is just about to start: between fork and exec it has
// all our files open, those of other hooks among them.
func unborn(p process) bool {
	if p.parent != os.Getpid() {
		return false
	}
	own, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return false
	}
	its, err := os.Readlink("/proc/" + strconv.Itoa(p.pid) + "/exe")
	return err == nil && its == own
}

// holds reports whether a process has an output of the command open.
func (t *tree) holds(pid int) bool {
	folder := "/proc/" + strconv.Itoa(pid) + "/fd"
	dir, err := os.Open(folder)
	if err != nil {
		return false
	}
	names, err := dir.Readdirnames(-1)
	if dir.Close() != nil || err != nil {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool {
		link, err := os.Readlink(folder + "/" + name)
		return err == nil && t.pipes[link]
	})
}
