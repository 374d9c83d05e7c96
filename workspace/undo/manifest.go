package undo

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A manifest is a large snapshot as a file in the folder trees, named by its hash.
// It stands for the snapshot in an open record, and the newest one spares the next
// process the reading of what has not changed since.

const manifestMark = "jig tree 1\n"

// encode writes a snapshot so that equal ones are equal bytes.
func (s *snapshot) encode() []byte {
	var b bytes.Buffer
	b.WriteString(manifestMark)
	num := func(n int64) { b.Write(binary.AppendVarint(nil, n)) }
	text := func(t string) { num(int64(len(t))); b.WriteString(t) }
	num(int64(len(s.left)))
	for _, path := range slices.Sorted(maps.Keys(s.left)) {
		text(path)
		text(s.left[path])
	}
	num(int64(len(s.entries)))
	for _, path := range slices.Sorted(maps.Keys(s.entries)) {
		e := s.entries[path]
		text(path)
		for _, t := range []string{string(e.Kind), e.Hash, e.Target, e.Stamp, e.Why} {
			text(t)
		}
		var flags int64
		if e.firm {
			flags |= 1
		}
		if e.kept {
			flags |= 2
		}
		for _, n := range []int64{
			e.Size, int64(e.Mode), int64(e.UID), int64(e.GID), flags, e.stat.size, e.stat.mtime, e.stat.ctime,
			int64(e.stat.inode), int64(e.stat.device), int64(e.stat.uid), int64(e.stat.gid), //nolint:gosec // the bits come back as they were
		} {
			num(n)
		}
	}
	return b.Bytes()
}

// errManifest says that a file is not what encode wrote.
var errManifest = errors.New("the snapshot is damaged")

func decodeSnapshot(data []byte) (s *snapshot, err error) {
	r := bufio.NewReader(bytes.NewReader(data))
	num := func() (n int64) {
		if err == nil {
			n, err = binary.ReadVarint(r)
		}
		return n
	}
	text := func() string {
		n := num()
		if err == nil && (n < 0 || n > int64(len(data))) {
			err = errManifest
		}
		if err != nil {
			return ""
		}
		t := make([]byte, n)
		_, err = io.ReadFull(r, t)
		return string(t)
	}
	mark := make([]byte, len(manifestMark))
	if _, err := io.ReadFull(r, mark); err != nil || string(mark) != manifestMark {
		return nil, errManifest
	}
	s = &snapshot{entries: map[string]entry{}, left: map[string]string{}}
	for n := num(); n > 0 && err == nil; n-- {
		path := text()
		s.left[path] = text()
	}
	for n := num(); n > 0 && err == nil; n-- {
		path := text()
		var e entry
		e.Kind, e.Hash, e.Target, e.Stamp, e.Why = Kind(text()), text(), text(), text(), text()
		e.Size, e.Mode, e.UID, e.GID = num(), fs.FileMode(num()), int(num()), int(num()) //nolint:gosec // as written
		flags := num()
		e.firm, e.kept = flags&1 != 0, flags&2 != 0
		e.stat = stat{size: num(), mtime: num(), ctime: num(), inode: uint64(num()), device: uint64(num()), uid: int(num()), gid: int(num())} //nolint:gosec // as written
		s.entries[path] = e
	}
	if err != nil {
		return nil, errors.Join(errManifest, err)
	}
	return s, nil
}

func (l *Log) trees() string { return filepath.Join(l.dir, "trees") }

// saveTree writes a snapshot, unless it is there, and gives its name.
func (l *Log) saveTree(s *snapshot) (name string, err error) {
	data := s.encode()
	sum := sha256.Sum256(data)
	name = hex.EncodeToString(sum[:])
	path := filepath.Join(l.trees(), name)
	if _, err := os.Lstat(path); err == nil {
		return name, nil
	}
	return name, writeWhole(path, data)
}

func (l *Log) loadTree(name string) (*snapshot, error) {
	data, err := os.ReadFile(filepath.Join(l.trees(), filepath.Base(name)))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != name {
		return nil, fmt.Errorf("%s: %w", name, errManifest)
	}
	return decodeSnapshot(data)
}

// index is what is known of the tree: from the last snapshot of this process or,
// for the first one, from the newest that any process has left.
func (l *Log) index() map[string]entry {
	if l.known != nil {
		return l.known
	}
	names, err := l.treesByAge()
	if err != nil || len(names) == 0 {
		return nil // then everything is read
	}
	s, err := l.loadTree(names[len(names)-1])
	if err != nil {
		return nil
	}
	l.known = s.entries
	return l.known
}

// treesByAge lists the manifests, the newest last.
func (l *Log) treesByAge() ([]string, error) {
	found, err := os.ReadDir(l.trees())
	if err != nil {
		return nil, err
	}
	type aged struct {
		name string
		at   int64
	}
	var all []aged
	for _, f := range found {
		if info, err := f.Info(); err == nil && len(f.Name()) == 2*sha256.Size {
			all = append(all, aged{f.Name(), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int { return int(min(1, max(-1, a.at-b.at))) })
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = a.name
	}
	return names, nil
}

// sweepTrees removes manifests that no open record needs, but for the newest.
func (l *Log) sweepTrees() error {
	names, err := l.treesByAge()
	if err != nil || len(names) < 2 {
		return err
	}
	needed := map[string]bool{names[len(names)-1]: true}
	for _, r := range l.records {
		if r.end == nil {
			needed[r.begin.Tree] = true
		}
	}
	var errs []error
	for _, name := range names {
		if !needed[name] {
			errs = append(errs, os.Remove(filepath.Join(l.trees(), name)))
		}
	}
	return errors.Join(errs...)
}

// writeWhole makes a file that is there as a whole or not at all.
func writeWhole(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return syncPath(filepath.Dir(path))
}
