package nursery

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// A process is what /proc tells of one.
type process struct {
	pid, parent int
	started     uint64 // in ticks since the machine started
	dead        bool   // a zombie
}

// A sight is a process as it was seen once. Its number alone may come again.
type sight struct {
	pid     int
	started uint64
}

func (p process) sight() sight { return sight{p.pid, p.started} }

// census reads who is there, the newest number first, and shows each as soon as it
// is read. What lives throughout is always in it; what is born or dies meanwhile may
// or may not be.
func census(show func(process)) (map[int]process, error) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, err
	}
	names, err := dir.Readdirnames(-1)
	if err = errors.Join(err, dir.Close()); err != nil {
		return nil, err
	}
	pids := make([]int, 0, len(names))
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	slices.SortFunc(pids, func(a, b int) int { return b - a })
	all := make(map[int]process, len(pids))
	buffer := make([]byte, 512)
	for _, pid := range pids {
		if p, ok := readProcess(pid, buffer); ok {
			all[pid] = p
			show(p)
		}
	}
	return all, nil
}

// readProcess reads /proc/PID/stat. The name of the program stands in parentheses
// and may hold anything, so that fields are counted from the last one.
func readProcess(pid int, buffer []byte) (process, bool) {
	text := readShort("/proc/"+strconv.Itoa(pid)+"/stat", buffer)
	p := process{pid: pid}
	rest := text[bytes.LastIndexByte(text, ')')+1:]
	for i := range 20 {
		rest = bytes.TrimLeft(rest, " ")
		field, after, _ := bytes.Cut(rest, []byte(" "))
		if len(field) == 0 {
			return process{}, false
		}
		var err error
		switch i {
		case 0:
			p.dead = field[0] == 'Z' || field[0] == 'X'
		case 1:
			p.parent, err = strconv.Atoi(string(field))
		case 19:
			p.started, err = strconv.ParseUint(string(field), 10, 64)
		}
		if err != nil {
			return process{}, false
		}
		rest = after
	}
	return p, true
}

// readShort reads the start of a file in /proc; nothing if the process has gone. It is
// called for every process of the machine, so that it does without an os.File.
func readShort(path string, buffer []byte) []byte {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	n, err := unix.Read(fd, buffer)
	for errors.Is(err, unix.EINTR) {
		n, err = unix.Read(fd, buffer)
	}
	if errors.Join(err, unix.Close(fd)) != nil {
		return nil
	}
	return buffer[:n]
}
