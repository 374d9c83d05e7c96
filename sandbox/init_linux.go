package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

// failed is the exit code of a command that could not be confined, the one that
// shells use for a program that was found but could not be run.
const failed = 126

// ready says that main has called MaybeInit, so that this program can be started again
// as its own sandbox. Any other would do its usual work a second time instead.
var ready atomic.Bool //nolint:gochecknoglobals // it is a fact about the process, like its arguments

// findSelf finds the program that becomes sandbox and nursery.
func (s *Sandbox) findSelf() error {
	if len(s.self) > 0 || !ready.Load() {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find the running program: %w", err)
	}
	s.self = []string{self}
	return nil
}

// keeping adds to the gaps how far the processes of a command can be kept hold of.
func (s *Sandbox) keeping(gaps []string) []string {
	if len(s.self) > 0 {
		return gaps
	}
	return append(gaps, "if this program is killed, what its commands have started lives on, and a process that has given up every sign of where it is from is not found: call sandbox.MaybeInit first in main")
}

// MaybeInit turns this process into the sandbox of a command if it was started
// for that, and then does not return. Call it first in main, before flags are read
// and anything is opened; in test binaries, first in TestMain.
func MaybeInit() {
	ready.Store(true)
	if len(os.Args) < 3 {
		return
	}
	// Self may name arguments of its own before those of this package.
	for i := 1; i < len(os.Args)-1; i++ {
		switch os.Args[i] {
		case superviseWord, confineWord, nurseryWord, serveWord:
			if os.Getenv(stageVariable) == "" {
				return // only somebody's arguments
			}
			os.Exit(become(os.Args[i], os.Args[i+1]))
		case attemptWord:
			if i != 1 {
				return
			}
			os.Exit(attempt(os.Args[i+1], os.Args[i+2:]))
		}
	}
}

func become(stage, number string) int {
	fd, err := strconv.Atoi(number)
	if err != nil {
		return complain(fmt.Errorf("file %q: %w", number, err))
	}
	file := os.NewFile(uintptr(fd), "order")
	if file == nil {
		return complain(fmt.Errorf("file %d is not open", fd))
	}
	o, err := readOrder(file)
	if err != nil {
		return complain(err)
	}
	switch stage {
	case nurseryWord, serveWord:
		if err := nurse(o, stage); err != nil {
			return complain(err)
		}
		return 0
	case superviseWord:
		code, err := supervise(o, file)
		if err != nil {
			return complain(err)
		}
		return code
	}
	return complain(confine(o)) // it returns only if it failed
}

func complain(err error) int {
	fmt.Fprintln(os.Stderr, "jig sandbox:", err)
	return failed
}
