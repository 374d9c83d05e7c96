package undo

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

func (l *Log) path() string { return filepath.Join(l.dir, "log.jsonl") }

// catchUp reads what was added since the last time, by anybody. It must be called
// with the lock held.
func (l *Log) catchUp() error {
	if err := l.sameFile(); err != nil {
		return err
	}
	info, err := l.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() < l.read {
		l.forget() // a torn line that had been read is not possible; somebody cut the file
	}
	data := make([]byte, info.Size()-l.read)
	if _, err := l.file.ReadAt(data, l.read); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for {
		raw, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			break // torn: nobody writes now, so its writer died
		}
		l.read += int64(len(raw) + 1)
		data = rest
		n, err := decodeLine(raw)
		if err != nil {
			l.damaged++
			continue
		}
		l.replay(n)
	}
	return nil
}

// sameFile opens the log, anew if it was replaced by a shorter one.
func (l *Log) sameFile() error {
	if l.file != nil {
		ours, err := l.file.Stat()
		if err != nil {
			return err
		}
		if now, err := os.Lstat(l.path()); err == nil && os.SameFile(ours, now) {
			return nil
		}
		if err := l.file.Close(); err != nil {
			return err
		}
	}
	l.forget()
	_, missing := os.Lstat(l.path())
	f, err := os.OpenFile(l.path(), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	l.file = f
	if errors.Is(missing, fs.ErrNotExist) {
		return syncPath(l.dir)
	}
	return nil
}

func (l *Log) forget() {
	l.read, l.next, l.records, l.byN, l.damaged = 0, 1, nil, map[int]*record{}, 0
	l.known = nil // its contents may be gone
}

// add writes a line, sees to it that it is on disk, and takes it up. A torn line
// at the end, of a process that died, is overwritten.
func (l *Log) add(n *line) error {
	n.Time = l.opt.Now().UTC()
	raw, err := n.encode()
	if err != nil {
		return err
	}
	if err := l.file.Truncate(l.read); err != nil {
		return err
	}
	if _, err := l.file.WriteAt(raw, l.read); err != nil {
		return errors.Join(err, l.file.Truncate(l.read))
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.read += int64(len(raw))
	l.replay(n)
	return nil
}
