package sandbox

import "os/exec"

// ownGroup returns what kills an unconfined command. Its children are left alone:
// Windows has no process groups that can be killed.
func ownGroup(cmd *exec.Cmd) func() error {
	return func() error { return cmd.Process.Kill() }
}
