package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// What the versions of Landlock's interface brought.
const (
	abiTruncate = 3
	abiTCP      = 4
	abiIoctl    = 5
	abiScope    = 6

	// maxRules bounds how many entries of folders are listed one by one.
	maxRules = 20000
)

const (
	readFile   = ll.AccessFSExecute | ll.AccessFSReadFile
	changeFile = ll.AccessFSWriteFile | ll.AccessFSTruncate | ll.AccessFSIoctlDev
	changeDir  = ll.AccessFSRemoveDir | ll.AccessFSRemoveFile | ll.AccessFSMakeDir | ll.AccessFSMakeReg | ll.AccessFSMakeSock |
		ll.AccessFSMakeFifo | ll.AccessFSMakeSym | ll.AccessFSRefer
	devices = ll.AccessFSMakeChar | ll.AccessFSMakeBlock
)

// landlockGaps says what this kernel's Landlock does not hold, and whether that is
// too weak to be required.
func landlockGaps() (gaps []string, weak bool, err error) {
	abi, err := ll.LandlockGetABIVersion()
	switch {
	case err != nil:
		return nil, true, fmt.Errorf("the kernel has no Landlock: %w", err)
	case abi < abiTruncate:
		return nil, true, fmt.Errorf("the kernel's Landlock is version %d, which cannot keep files from being emptied: version %d or later (Linux 6.2) is needed", abi, abiTruncate)
	}
	gaps = []string{"mode and times of files outside can be changed, though not their content", "names of hidden files can be listed, though not their content"}
	if abi < abiScope {
		weak = true
		gaps = append(gaps, fmt.Sprintf("processes outside can be sent signals: the kernel's Landlock is version %d, and %d or later (Linux 6.12) would prevent it", abi, abiScope))
	}
	return gaps, weak, nil
}

// rules is a Landlock ruleset under construction; nil is one that is not needed.
//
// Landlock grants rights to whole trees and cannot take one name out of a tree. So a
// folder that holds something protected or hidden is not granted; its other
// entries are, one by one, as they are at the start. For a writable folder the price
// is that nothing can be created, removed or renamed directly in it, which is also
// what keeps a missing protected name from being created and a folder above a
// protected one from being renamed.
type rules struct {
	fd      int
	handled uint64
	count   int
}

// rulesFor builds the ruleset of an order.
func rulesFor(o *order) (*rules, error) {
	if o.Backend != Landlock {
		return nil, nil
	}
	abi, err := ll.LandlockGetABIVersion()
	if err != nil {
		return nil, fmt.Errorf("the kernel has no Landlock: %w", err)
	}
	r := &rules{handled: readFile | ll.AccessFSReadDir | changeFile | changeDir | devices}
	if abi < abiIoctl {
		r.handled &^= ll.AccessFSIoctlDev
	}
	attr := ll.RulesetAttr{HandledAccessFS: r.handled}
	if abi >= abiTCP && !o.isolated() && o.Network != Host {
		attr.HandledAccessNet = ll.AccessNetBindTCP | ll.AccessNetConnectTCP
	}
	if abi >= abiScope {
		attr.Scoped = ll.ScopeAbstractUnixSocket | ll.ScopeSignal
	}
	if r.fd, err = ll.LandlockCreateRuleset(&attr, 0); err != nil {
		return nil, fmt.Errorf("make a Landlock ruleset: %w", err)
	}
	return r, r.fill(o)
}

func (r *rules) fill(o *order) error {
	hidden, guarded := paths(o.Hidden), append(paths(o.Hidden), paths(o.ReadOnly)...)
	names := uint64(ll.AccessFSReadDir) // they are no secret
	if len(hidden) == 0 {
		names |= readFile
	} else if err := r.grantExcept(place{Path: "/"}, readFile, hidden); err != nil {
		return err
	}
	if err := r.grantPath(place{Path: "/"}, names); err != nil {
		return err
	}
	for _, w := range o.Writable {
		if err := r.grantExcept(w, readFile|changeFile|changeDir, guarded); err != nil {
			return err
		}
	}
	for _, path := range []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts"} {
		if err := r.grantPath(place{Path: path}, changeFile); err != nil && !errors.Is(err, unix.ENOENT) && !errors.Is(err, unix.ELOOP) {
			return err
		}
	}
	return nil
}

func paths(places []place) []string {
	list := make([]string, 0, len(places))
	for _, p := range places {
		list = append(list, p.Path)
	}
	return list
}

// grantExcept grants rights to a tree without the paths to leave out.
func (r *rules) grantExcept(root place, rights uint64, except []string) error {
	fd, err := openPlace(root)
	if err != nil {
		return err
	}
	return errors.Join(r.descend(fd, root.Path, rights, except), unix.Close(fd))
}

// descend walks by open folders, so that nothing that is swapped meanwhile can lead
// it elsewhere.
func (r *rules) descend(fd int, path string, rights uint64, except []string) error {
	if slices.Contains(except, path) {
		return nil
	}
	if !slices.ContainsFunc(except, func(e string) bool { return within(path, e) }) {
		return r.grant(fd, rights)
	}
	dir, err := unix.Openat(fd, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("list %s: %w", path, err)
	}
	list := os.NewFile(uintptr(dir), path)
	defer closeQuietly(list)
	for {
		names, err := list.Readdirnames(512)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list %s: %w", path, err)
		}
		for _, name := range names {
			if err := r.entry(fd, path, name, rights, except); err != nil {
				return err
			}
		}
	}
}

func (r *rules) entry(dir int, path, name string, rights uint64, except []string) error {
	fd, err := unix.Openat(dir, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
		return nil // gone, or not ours to grant
	}
	if err != nil {
		return fmt.Errorf("open %s: %w", filepath.Join(path, name), err)
	}
	return errors.Join(r.descend(fd, filepath.Join(path, name), rights, except), unix.Close(fd))
}

func (r *rules) grantPath(p place, rights uint64) error {
	fd, err := openPlace(p)
	if err != nil {
		return err
	}
	return errors.Join(r.grant(fd, rights), unix.Close(fd))
}

// grant adds a rule for what is open. A link is left out: a rule for it would be one for
// nothing, as access is judged by where it leads.
func (r *rules) grant(fd int, rights uint64) error {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("grant access: %w", err)
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
	case unix.S_IFLNK:
		return nil
	default:
		rights &= readFile | changeFile
	}
	if r.count++; r.count > maxRules {
		return fmt.Errorf("the folders that hold protected or hidden paths have more than %d entries: hide or protect a whole folder instead, or use the bubblewrap backend", maxRules)
	}
	if err := ll.LandlockAddPathBeneathRule(r.fd, &ll.PathBeneathAttr{AllowedAccess: rights & r.handled, ParentFd: fd}, 0); err != nil {
		return fmt.Errorf("add a Landlock rule: %w", err)
	}
	return nil
}

// openPlace opens a path without following links, and checks that it is still what
// was looked at.
func openPlace(p place) (int, error) {
	fd, err := unix.Openat2(unix.AT_FDCWD, p.Path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err != nil {
		return -1, fmt.Errorf("open %s: %w", p.Path, err)
	}
	if p.Ino == 0 { // it was not looked at
		return fd, nil
	}
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return -1, errors.Join(fmt.Errorf("check %s: %w", p.Path, err), unix.Close(fd))
	}
	if st.Dev != p.Dev || st.Ino != p.Ino {
		return -1, errors.Join(fmt.Errorf("%s has been replaced by something else since it was checked", p.Path), unix.Close(fd))
	}
	return fd, nil
}

// apply puts this thread under the rules.
func (r *rules) apply() error {
	if r == nil {
		return nil
	}
	if err := ll.LandlockRestrictSelf(r.fd, 0); err != nil {
		return fmt.Errorf("apply the Landlock rules: %w", err)
	}
	return nil
}
