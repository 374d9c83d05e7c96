package nursery

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"

	"golang.org/x/sys/unix"
)

// A birthmark tells which command a process came from. It is the soft limit of
// RLIMIT_RTTIME, which bounds how long a process with real-time priority may run
// without a pause: a number of microseconds above a hundred thousand years, different
// for each command, bounds nothing. But every process inherits it, no matter whether
// it forks twice, begins a session, clears its environment, closes its files or
// runs another program, and no ordinary program has a reason to change it.
type birthmark = uint64

// newBirthmark draws one that nobody else has.
func newBirthmark() birthmark { return 1<<62 | rand.Uint64N(1<<62) }

// wear gives this process the mark, so that its next children are born with it.
func wear(mark birthmark) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_RTTIME, &limit); err != nil {
		return fmt.Errorf("read the limit of real time: %w", err)
	}
	limit.Cur = mark
	if err := unix.Setrlimit(unix.RLIMIT_RTTIME, &limit); err != nil {
		return fmt.Errorf("mark the command: %w", err)
	}
	return nil
}

// brand gives the mark to a process that has just been born.
func brand(pid int, mark birthmark) error {
	var limit unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_RTTIME, nil, &limit); err != nil {
		return fmt.Errorf("read the limit of real time: %w", err)
	}
	limit.Cur = mark
	if err := unix.Prlimit(pid, unix.RLIMIT_RTTIME, &limit, nil); err != nil {
		return fmt.Errorf("mark the command: %w", err)
	}
	return nil
}

// birthmarkOf reads the mark of a process, 0 if it has none. The file can be read
// whoever the process belongs to.
func birthmarkOf(pid int) birthmark {
	text := readShort("/proc/"+strconv.Itoa(pid)+"/limits", make([]byte, 4096))
	_, rest, _ := bytes.Cut(text, []byte("Max realtime timeout"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	mark, err := strconv.ParseUint(string(fields[0]), 10, 64)
	if err != nil || mark < 1<<62 {
		return 0
	}
	return mark
}
