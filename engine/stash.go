package engine

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"sync"
	"time"
	"unicode/utf8"

	"jig/tool"
)

// Stash keeps whole results whose text was too long for the model.
type Stash interface {
	// Put keeps a text and gives the handle under which it can be read again.
	Put(ctx context.Context, text string) (handle string, err error)
	// Get reads limit characters from offset, and says how many there are. Its
	// errors are read by the model.
	Get(ctx context.Context, handle string, offset, limit int) (text string, total int, err error)
}

// DirStash keeps results as files in a folder that only the user can read.
type DirStash struct {
	keep time.Duration
	own  bool // the folder is ours to make and to remove

	// mu is held for reading while a file is read or written, so that the
	// folder stays until that is done.
	mu     sync.RWMutex
	dir    string
	open   bool // the folder is there, and what was too old is gone
	closed bool // a temporary stash does not come back
}

// NewDirStash keeps results in dir, which is made when it is first needed.
// Results older than keep cannot be read any more, and are removed when the
// first one is put; zero keeps them for ever.
func NewDirStash(dir string, keep time.Duration) *DirStash {
	return &DirStash{dir: dir, keep: keep}
}

// newTempStash keeps results in a folder of its own until it is closed.
func newTempStash() *DirStash { return &DirStash{own: true} }

var (
	handleForm = regexp.MustCompile(`^res_[0-9a-f]{24}$`)
	keptForm   = regexp.MustCompile(`^res_[0-9a-f]{24}\.txt$`)
	// unfinishedForm is what a process leaves that ended while it wrote.
	unfinishedForm = regexp.MustCompile(`^new-[0-9A-Za-z]+$`)

	errStashClosed = errors.New("the stash is closed")
	errNotAFile    = errors.New("it is not a regular file")
)

// unfinishedFor is how long a result may take to be written.
const unfinishedFor = time.Hour

// Put keeps the text under a handle made from its content.
func (s *DirStash) Put(_ context.Context, text string) (handle string, err error) {
	if err := s.ready(); err != nil {
		return "", err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return "", errStashClosed
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return "", fmt.Errorf("keep a result: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	sum := sha256.Sum256([]byte(text))
	handle = "res_" + hex.EncodeToString(sum[:12])
	if err := write(root, handle+".txt", text); err != nil {
		return "", fmt.Errorf("keep a result: %w", err)
	}
	return handle, nil
}

// write makes the file whole or not at all.
func write(root *os.Root, name, text string) error {
	unfinished := "new-" + rand.Text()
	f, err := root.OpenFile(unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(unfinished, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(unfinished))
	}
	return nil
}

// Get reads a part of a kept text.
func (s *DirStash) Get(_ context.Context, handle string, offset, limit int) (string, int, error) {
	if !handleForm.MatchString(handle) {
		return "", 0, tool.Errorf(tool.CodeInvalidArgs,
			"%.40q is not the handle of a result: that is res_ with 24 digits after it, as the shortened result names it", handle)
	}
	raw, err := s.read(handle + ".txt")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", 0, tool.Errorf(tool.CodeFileNotFound, "there is no result %s any more; make the call that gave it again", handle)
	case err != nil:
		// The cause names places of this machine, which are not for the model.
		return "", 0, &tool.Error{
			Code:    tool.CodeFailed,
			Message: fmt.Sprintf("the result %s could not be read; make the call that gave it again", handle), Cause: err,
		}
	}
	total := utf8.RuneCount(raw)
	rest := raw[runeOffset(raw, offset):]
	return string(rest[:runeOffset(rest, limit)]), total, nil
}

// read gives a whole file of the folder, if it is a regular one and not too
// old.
func (s *DirStash) read(name string) (raw []byte, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.dir == "" {
		return nil, fs.ErrNotExist
	}
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotAFile
	case s.keep > 0 && time.Since(info.ModTime()) >= s.keep:
		return nil, fs.ErrNotExist
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if opened, err := f.Stat(); err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(errNotAFile, err) // it was exchanged meanwhile
	}
	return io.ReadAll(f)
}

// Close removes a temporary stash, for good. Any other stash stays as it is.
func (s *DirStash) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.own {
		return nil
	}
	dir := s.dir
	s.dir, s.open, s.closed = "", false, true
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

// ready makes the folder, and throws out what is too old.
func (s *DirStash) ready() error {
	s.mu.RLock()
	open := s.open
	s.mu.RUnlock()
	if open {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errStashClosed
	case s.open:
		return nil
	}
	if s.own {
		dir, err := os.MkdirTemp("", "jig-results-")
		if err != nil {
			return fmt.Errorf("make a folder for long results: %w", err)
		}
		s.dir, s.open = dir, true
		return nil
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return fmt.Errorf("make a folder for long results: %w", err)
	}
	s.open = true
	s.sweep()
	return nil
}

// sweep removes results that are too old, and those that were never finished.
// What cannot be removed stays, and is looked at by the next one who sweeps: it
// is no reason not to keep a new result, and too old to be read.
func (s *DirStash) sweep() {
	root, err := os.OpenRoot(s.dir)
	if err != nil {
		return
	}
	defer func() { _ = root.Close() }()      // it was only read from
	entries, _ := fs.ReadDir(root.FS(), ".") // as many as could be read
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		age := time.Since(info.ModTime())
		if s.keep > 0 && age >= s.keep && keptForm.MatchString(e.Name()) ||
			age >= unfinishedFor && unfinishedForm.MatchString(e.Name()) {
			_ = root.Remove(e.Name())
		}
	}
}

// runeOffset is the byte offset of the nth character, or the end.
func runeOffset(raw []byte, n int) int {
	i := 0
	for ; n > 0 && i < len(raw); n-- {
		_, size := utf8.DecodeRune(raw[i:])
		i += size
	}
	return i
}
