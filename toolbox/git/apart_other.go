//go:build !unix

package git

import "os/exec"

// apart leaves a command as it is: there are no process groups, and the command
// itself is killed.
func apart(*exec.Cmd) {}
