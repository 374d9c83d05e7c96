package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// spare is how many threads the supervisor and bubblewrap need for themselves.
const spare = 32

// limit sees to the limit of processes. The kernel's own limit does not count for
// the superuser, who gets a control group instead or, where there is none to be
// had, a supervisor that counts.
func (c *Cmd) limit(o *order) error {
	if o.Limits.Processes <= 0 || os.Geteuid() != 0 {
		return nil
	}
	parent, err := pidsGroup()
	if err != nil {
		o.Watch = o.Limits.Processes
		return nil //nolint:nilerr // the supervisor counts instead
	}
	group, err := os.MkdirTemp(parent, "jig-sandbox-")
	if err != nil {
		o.Watch = o.Limits.Processes
		return nil //nolint:nilerr // the supervisor counts instead
	}
	c.later(func() error { return removeGroup(group) })
	if err := os.WriteFile(filepath.Join(group, "pids.max"), []byte(strconv.Itoa(o.Limits.Processes+spare)), 0o600); err != nil {
		return fmt.Errorf("limit processes: %w", err)
	}
	o.Cgroup = group
	return nil
}

// removeGroup removes a control group once it is empty. The tree has ended by
// then, but the kernel may still be letting go of its last process.
func removeGroup(group string) error {
	err := unix.Rmdir(group)
	for tries := 0; errors.Is(err, unix.EBUSY) && tries < 50; tries++ {
		pause()
		err = unix.Rmdir(group)
	}
	if err != nil {
		return fmt.Errorf("remove control group %s: %w", group, err)
	}
	return nil
}

// pidsGroup finds the control group of this process in which groups with a limit
// of processes can be made.
func pidsGroup() (string, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return "", err
	}
	defer closeQuietly(f)
	own, err := ownGroups()
	if err != nil {
		return "", err
	}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		before, after, _ := strings.Cut(lines.Text(), " - ")
		fields, kind := strings.Fields(before), strings.Fields(after)
		if len(fields) < 5 || len(kind) < 3 {
			continue
		}
		switch {
		case kind[0] == "cgroup" && slices.Contains(strings.Split(kind[2], ","), "pids"):
			return filepath.Join(fields[4], own["pids"]), nil
		case kind[0] == "cgroup2":
			dir := filepath.Join(fields[4], own[""])
			if text, err := os.ReadFile(filepath.Join(dir, "cgroup.subtree_control")); err == nil && slices.Contains(strings.Fields(string(text)), "pids") {
				return dir, nil
			}
		}
	}
	return "", errors.New("no control group can limit processes")
}

// ownGroups reads which group this process is in, by controller; "" is version 2.
func ownGroups() (map[string]string, error) {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil, err
	}
	groups := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) == 3 {
			for controller := range strings.SplitSeq(parts[1], ",") {
				groups[controller] = parts[2]
			}
		}
	}
	return groups, nil
}
