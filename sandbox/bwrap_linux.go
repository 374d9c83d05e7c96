package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A mount is one thing that bubblewrap puts over the read-only root.
type mount struct {
	path string
	kind mountKind
}

type mountKind int

// The kinds of mounts, each stronger than those before it: of two for one path the
// stronger is made.
const (
	visible    mountKind = iota // keeps a path under a private folder readable
	pinned                      // a writable folder above a protected path, which as a mount cannot be renamed
	writable                    // a writable root
	sealed                      // read-only
	hiddenFile                  // an empty file
	hiddenDir                   // an empty folder that cannot be entered
)

// private are the folders of which each command gets its own, empty one.
func private() []string { return []string{"/tmp", "/var/tmp"} }

// mounts plans what goes over the root, outer paths before inner ones.
func mounts(o *order) []mount {
	plan := make(map[string]mountKind)
	add := func(path string, kind mountKind) {
		if old, ok := plan[path]; !ok || kind > old {
			plan[path] = kind
		}
	}
	roots := make([]string, 0, len(o.Writable))
	for _, w := range o.Writable {
		roots = append(roots, w.Path)
		add(w.Path, writable)
	}
	pin := func(path string) {
		for up := filepath.Dir(path); withinAny(roots, up) && up != "/"; up = filepath.Dir(up) {
			add(up, pinned)
		}
	}
	for _, r := range o.ReadOnly {
		add(r.Path, sealed)
		pin(r.Path)
	}
	for _, h := range o.Hidden {
		kind := hiddenFile
		if h.Dir {
			kind = hiddenDir
		}
		add(h.Path, kind)
		pin(h.Path)
	}
	if withinAny(private(), o.Dir) && !withinAny(roots, o.Dir) {
		add(o.Dir, visible)
	}
	list := make([]mount, 0, len(plan))
	for path, kind := range plan {
		list = append(list, mount{path, kind})
	}
	slices.SortFunc(list, func(a, b mount) int {
		return cmp.Or(cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/")), strings.Compare(a.path, b.path))
	})
	// What lies in a hidden folder is gone with it, and what is below a sealed
	// one is sealed already.
	return slices.DeleteFunc(list, func(m mount) bool {
		return slices.ContainsFunc(list, func(o mount) bool {
			return o.path != m.path && within(o.path, m.path) && (o.kind == hiddenDir || o.kind == sealed && m.kind == sealed)
		})
	})
}

// bubblewrap writes the command line of bwrap for an order, up to the filters, and
// the paths that must prove to be read-only inside.
func bubblewrap(bwrap string, o *order) (argv, readOnly []string) {
	argv = []string{bwrap, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"}
	if o.Network == Host {
		argv = append(argv, "--share-net")
	}
	if !o.TTY {
		argv = append(argv, "--new-session")
	}
	plan := mounts(o)
	if len(plan) > 0 && plan[0] == (mount{"/", writable}) {
		argv, plan = append(argv, "--bind", "/", "/"), plan[1:]
	} else {
		argv, readOnly = append(argv, "--ro-bind", "/", "/"), append(readOnly, "/")
	}
	argv = append(argv, "--dev", "/dev", "--proc", "/proc")
	for _, dir := range private() {
		if target, err := filepath.EvalSymlinks(dir); err == nil && target == dir { // a link leads to one that is private, or is not there
			argv = append(argv, "--perms", "1777", "--tmpfs", dir)
		}
	}
	if o.Sockets {
		argv = append(argv, hideRun()...)
	}
	for _, m := range plan {
		switch m.kind {
		case visible, sealed:
			argv = append(argv, "--ro-bind", m.path, m.path)
			readOnly = append(readOnly, m.path)
		case pinned, writable:
			argv = append(argv, "--bind", m.path, m.path)
		case hiddenFile:
			argv = append(argv, "--ro-bind", "/dev/null", m.path)
			readOnly = append(readOnly, m.path)
		case hiddenDir:
			argv = append(argv, "--perms", "0000", "--tmpfs", m.path, "--remount-ro", m.path)
			readOnly = append(readOnly, m.path)
		}
	}
	return argv, readOnly
}

// hideRun covers the sockets of the machine's services when a command may use
// sockets, and keeps what programs need from the same folder.
func hideRun() []string {
	argv := []string{"--tmpfs", "/run"}
	keep := []string{"/run/current-system", "/run/wrappers"}
	if target, err := filepath.EvalSymlinks("/etc/resolv.conf"); err == nil && within("/run", target) {
		keep = append(keep, target)
	}
	for _, path := range keep {
		argv = append(argv, "--ro-bind-try", path, path)
	}
	return argv
}

// prepare finds what the backend needs, and what it cannot hold here.
func (s *Sandbox) prepare() error {
	if len(s.self) == 0 {
		return errors.New("this program cannot be its own sandbox: call sandbox.MaybeInit first in main")
	}
	if err := seccompWorks(); err != nil {
		return err
	}
	if s.backend == Landlock {
		var err error
		s.gaps, s.weak, err = landlockGaps()
		return err
	}
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return fmt.Errorf("the program bwrap is not installed (package bubblewrap): %w", err)
	}
	s.bwrap, err = filepath.Abs(path)
	return err
}
