package nursery

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// fork starts a command with these open files, the null device for those that are
// -1, as the leader of a session.
func fork(c *Command, files []int, null int, how syscall.SysProcAttr) (int, error) {
	how.Setsid, how.Setctty = true, c.TTY
	attr := &syscall.ProcAttr{Dir: c.Dir, Env: c.Env, Sys: &how}
	for _, fd := range files {
		if fd < 0 {
			fd = null
		}
		attr.Files = append(attr.Files, uintptr(fd))
	}
	for len(attr.Files) < 3 {
		attr.Files = append(attr.Files, uintptr(null))
	}
	return syscall.ForkExec(c.Path, c.Argv, attr)
}

// explain names what could not be started. The kernel has the same error for a
// program and for a folder that is missing.
func explain(c *Command, err error) error {
	if c.Dir != "" {
		if _, missing := os.Stat(c.Dir); missing != nil {
			return missing
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(c.Path); missing == nil {
			return &os.PathError{Op: "start", Path: c.Path, Err: errors.New("the interpreter that its first line names does not exist")}
		}
	}
	return &os.PathError{Op: "start", Path: c.Path, Err: err}
}
