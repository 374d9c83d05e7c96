//go:build unix

package shell

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// socketPair makes a channel with two ends. Ours can be given deadlines; the other one is for a process.
func socketPair() (ours, theirs *os.File, err error) {
	syscall.ForkLock.RLock()
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(pair[0])
		syscall.CloseOnExec(pair[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, nil, fmt.Errorf("no channel to the interpreter: %w", err)
	}
	if err := syscall.SetNonblock(pair[0], true); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("no channel to the interpreter: %w", err), syscall.Close(pair[0]), syscall.Close(pair[1]))
	}
	return os.NewFile(uintptr(pair[0]), "interpreter"), os.NewFile(uintptr(pair[1]), "driver"), nil
}

// readNow takes what is in a pipe at this moment, without waiting.
func readNow(end *os.File, buf []byte, take func(p []byte)) {
	raw, err := end.SyscallConn()
	if err != nil {
		return
	}
	for {
		var n int
		var readErr error
		err := raw.Read(func(fd uintptr) bool {
			for {
				if n, readErr = syscall.Read(int(fd), buf); !errors.Is(readErr, syscall.EINTR) {
					return true // what is not there yet is not waited for
				}
			}
		})
		if err != nil || readErr != nil || n <= 0 {
			return
		}
		take(buf[:n])
	}
}
