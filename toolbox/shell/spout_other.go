//go:build !linux

package shell

import "os"

// spout is our end of a pipe.
type spout struct{ end *os.File }

// newSpout makes a pipe: our end, and the one for a command.
func newSpout() (*spout, *os.File, error) {
	ours, theirs, err := os.Pipe()
	return &spout{ours}, theirs, err
}

// drained leaves all reading to those who can wait.
func (t *spout) drained(func(p []byte)) bool { return false }

func (t *spout) file() *os.File { return t.end }

func (t *spout) close() error { return t.end.Close() }
