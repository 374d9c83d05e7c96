package shellfuzz

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

// entry is what is remembered of a file. The time of its last change (ctime) is
// set by the kernel for every write, rename, link and change of mode, and nobody
// can set it back: so contents need not be read.
type entry struct {
	mode            fs.FileMode
	size            int64
	inode, links    uint64
	owner, group    uint32
	modified, state syscall.Timespec
	target          string
}

// snapshot is a tree at one moment, by path.
type snapshot map[string]entry

func look(dir string) (snapshot, error) {
	s := snapshot{}
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		e := entry{mode: info.Mode(), size: info.Size()}
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			e.inode, e.links, e.owner, e.group, e.modified, e.state = st.Ino, uint64(st.Nlink), st.Uid, st.Gid, st.Mtim, st.Ctim //nolint:unconvert // the width of Nlink differs between machines
		}
		if e.mode&fs.ModeSymlink != 0 {
			if e.target, err = os.Readlink(at); err != nil {
				return err
			}
		}
		name, err := filepath.Rel(dir, at)
		if name == "tmp" {
			// sort, tac and here-documents have files there for a moment. What stays
			// is seen by its name.
			e.modified, e.state, e.size = syscall.Timespec{}, syscall.Timespec{}, 0
		}
		s[name] = e
		return err
	})
	return s, err
}

// compare says what is different now, sorted by path.
func (s snapshot) compare(now snapshot) []string {
	var found []string
	for name, e := range now {
		was, ok := s[name]
		switch {
		case !ok:
			found = append(found, fmt.Sprintf("%q was created", name))
		case was.mode != e.mode:
			found = append(found, fmt.Sprintf("%q has mode %v, was %v", name, e.mode, was.mode))
		case was.inode != e.inode:
			found = append(found, fmt.Sprintf("%q was replaced", name))
		case was.size != e.size || was.modified != e.modified:
			found = append(found, fmt.Sprintf("%q was written to", name))
		case was != e:
			found = append(found, fmt.Sprintf("%q was touched", name))
		}
	}
	for name := range s {
		if _, ok := now[name]; !ok {
			found = append(found, fmt.Sprintf("%q was deleted", name))
		}
	}
	slices.Sort(found)
	return found
}
