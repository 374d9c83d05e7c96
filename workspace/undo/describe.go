package undo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"jig/internal/ignore"
)

// errSwapped says that a file was replaced while it was looked at.
var errSwapped = errors.New("it was replaced while it was looked at")

// describe makes the entry of a name, reading it if it may have changed.
func (w *looker) describe(dir *os.Root, name, path string, info fs.FileInfo, limit int64) (entry, error) {
	image, st := imageOf(info)
	e := entry{Image: image, stat: st, firm: st.settled(w.now)}
	switch e.Kind {
	case Link:
		target, err := dir.Readlink(name)
		e.Target = target
		return e, err
	case File:
	default:
		return e, nil
	}
	if st.size > limit {
		e.Stamp, e.Why = st.stamp(), fmt.Sprintf("larger than %s", size(limit))
		return e, nil
	}
	over := w.keep && w.bytes+st.size > w.l.opt.MaxBytes
	if w.keep && !over {
		w.bytes += st.size
	}
	if was, ok := w.old[path]; ok && was.firm && was.stat == st && was.Mode == e.Mode && was.Hash != "" && (was.kept || !w.keep || over) {
		was.Why = ""
		e = was
	} else if err := w.read(dir, name, info, &e, w.keep && !over); err != nil {
		return e, err
	}
	if over {
		e.Why = fmt.Sprintf("more than %s in all", size(w.l.opt.MaxBytes))
	}
	return e, nil
}

// read takes the content of a file into account, and keeps it if asked to.
func (w *looker) read(dir *os.Root, name string, info fs.FileInfo, e *entry, keep bool) (err error) {
	f, err := dir.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		e.Stamp, e.Why = e.stat.stamp(), "it cannot be read"
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return errSwapped // it was there a moment ago
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	now, err := f.Stat()
	if err != nil {
		return err
	}
	if !os.SameFile(info, now) || !now.Mode().IsRegular() {
		return errSwapped
	}
	if keep {
		e.Hash, e.Size, err = w.l.blobs.put(f, e.Size)
	} else {
		e.Hash, e.Size, err = hashOf(f)
	}
	e.kept = keep
	if e.Size != e.stat.size {
		e.firm = false // it was written while it was read
	}
	return err
}

// above gives the rules that hold where a walk begins. Where a file cannot be read
// less is ignored, so more is kept.
func above(root string) *ignore.Folder {
	rules, _ := ignore.Above(root)
	if rules == nil {
		return &ignore.Folder{}
	}
	return rules
}

// readRules reads an ignore file of a folder, if it is one. A pipe by that name
// must not make anybody wait.
func readRules(dir *os.Root, name string) (data []byte, err error) {
	f, err := dir.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	return readUpTo(f, ignore.MaxSize)
}

// size is a number of bytes for people.
func size(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
