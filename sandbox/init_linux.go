package sandbox

import (
	"fmt"
	"os"
	"strconv"
)

// failed is the exit code of a command that could not be confined, the one that
// shells use for a program that was found but could not be run.
const failed = 126

// MaybeInit turns this process into the sandbox of a command if it was started
// for that, and then does not return. Call it first in main, before flags are read
// and anything is opened; in test binaries, first in TestMain.
func MaybeInit() {
	if len(os.Args) < 3 {
		return
	}
	// Self may name arguments of its own before those of this package.
	for i := 1; i < len(os.Args)-1; i++ {
		switch os.Args[i] {
		case superviseWord, confineWord:
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
	if stage == superviseWord {
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
