package shell

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// spout is our end of a pipe of which the runtime knows nothing yet: to be told of each thing that happens to it costs more
// than to run a short command.
type spout struct{ fd int }

// newSpout makes a pipe: our end, and the one for a command.
func newSpout() (*spout, *os.File, error) {
	var ends [2]int
	if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
		return nil, nil, err
	}
	t, theirs := &spout{ends[0]}, os.NewFile(uintptr(ends[1]), "pipe")
	// A new pipe has no other flags that would have to be kept.
	if _, err := unix.FcntlInt(uintptr(t.fd), unix.F_SETFL, unix.O_NONBLOCK); err != nil {
		return nil, nil, errors.Join(err, t.close(), theirs.Close())
	}
	return t, theirs, nil
}

// drained takes what is in the pipe without waiting, and reports whether it has come to its end. A pipe that is never empty
// is left to those who can wait.
func (t *spout) drained(take func(p []byte)) bool {
	var buf [1 << 10]byte // most commands print less, and a pipe holds no more than the rounds take
	for range 64 {
		n, err := unix.Read(t.fd, buf[:])
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil || n < 0:
			return false
		case n == 0:
			return true
		default:
			take(buf[:n])
		}
	}
	return false
}

// file is the spout as a file that can be waited for. The spout is used up.
func (t *spout) file() *os.File { return os.NewFile(uintptr(t.fd), "pipe") }

func (t *spout) close() error { return unix.Close(t.fd) }
