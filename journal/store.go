package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"jig/internal/filelock"
)

// Version is that of the format of the files.
const Version = 1

// Errors that callers tell apart with [errors.Is]. A session that is not there is
// [fs.ErrNotExist].
var (
	// ErrInUse says that another process, or another part of this one, writes the session.
	ErrInUse = errors.New("the session is in use")
	// ErrClosed says that the journal was closed.
	ErrClosed = errors.New("the journal is closed")
)

// Options says how a store works. The zero value is good.
type Options struct {
	// Redactor takes secrets out; default NewRedactor(os.Environ()).
	Redactor *Redactor
	// Now is the clock; default time.Now.
	Now func() time.Time
	// Long is how many bytes a string may have before it goes to a file of its own;
	// default 256 KiB.
	Long int
	// NoSync leaves it to the system when something comes to the disk. A crash of the
	// process costs nothing then either, but one of the machine does. It is for tests.
	NoSync bool

	sync func(*os.File) error // in tests: what brings a file to the disk
}

// Store is a folder of sessions. It may be used by several goroutines, and the folder by
// several processes.
type Store struct {
	dir string
	opt Options

	mu   sync.Mutex
	last time.Time // of the newest id that was made here
}

// Open gives the store of a folder, which is made when the first session is.
func Open(dir string, opt Options) *Store {
	if opt.Redactor == nil {
		opt.Redactor = NewRedactor(os.Environ())
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Long <= 0 {
		opt.Long = 256 << 10
	}
	if opt.sync == nil {
		opt.sync = (*os.File).Sync
	}
	return &Store{dir: dir, opt: opt}
}

// Dir is the folder of the store.
func (s *Store) Dir() string { return s.dir }

// Path is where the file of a session is.
func (s *Store) Path(id string) string { return filepath.Join(s.dir, id+extension) }

func (s *Store) filesPath(id string) string { return filepath.Join(s.dir, id+".files") }

// Header is what a session says about itself in its first line.
type Header struct {
	Version int    `json:"version"` // set by Create
	ID      string `json:"id"`      // set by Create, if it is empty
	Dir     string `json:"cwd,omitempty"`
	Title   string `json:"title,omitempty"`
	// Parent is the session that this one was forked from, after its record At.
	Parent string `json:"parent,omitempty"`
	At     int64  `json:"at,omitempty"`
}

// Create begins a session. When it returns, the session is on the disk.
func (s *Store) Create(h Header) (*Journal, error) {
	return s.create(h, func(*Journal) error { return nil })
}

// create begins a session with more in it than its header. Nobody sees the file before
// it is whole: it gets its name at the end.
func (s *Store) create(h Header, fill func(*Journal) error) (_ *Journal, err error) {
	h.Version = Version
	if h.ID == "" {
		h.ID = s.newID()
	}
	if err := checkID(h.ID); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(s.Path(h.ID)); err == nil {
		return nil, fmt.Errorf("session %s: %w", h.ID, fs.ErrExist)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, fmt.Errorf("the folder of sessions cannot be made: %w", err)
	}
	if err := s.sweep(); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.dir, "."+h.ID+".*"+unborn) // with mode 0600
	if err != nil {
		return nil, fmt.Errorf("the session cannot be begun: %w", err)
	}
	j := newJournal(s, h, f)
	defer func() {
		if err != nil {
			err = fmt.Errorf("the session cannot be begun: %w", errors.Join(err, f.Close(), discard(f.Name()), s.discardFiles(h.ID)))
		}
	}()
	if taken, err := filelock.Try(f); err != nil || !taken {
		return nil, errors.Join(ErrInUse, err)
	}
	if _, err := j.Append(HeaderKind, h); err != nil {
		return nil, err
	}
	if err := fill(j); err != nil {
		return nil, err
	}
	if err := j.Sync(); err != nil {
		return nil, err
	}
	// A link fails where a file of that name is, a rename would replace it.
	if err := place(f.Name(), s.Path(h.ID)); err != nil {
		return nil, err
	}
	return j, s.syncFolder(s.dir)
}

func discard(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// place gives a file its name, unless there is one of that name.
func place(from, to string) error {
	err := os.Link(from, to)
	switch {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	return os.Rename(from, to) // a file system without links
}
