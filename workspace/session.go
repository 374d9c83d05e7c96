package workspace

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"jig/tool"
)

// Session is the files of a space as one session works with them. It remembers
// what the session has seen of each file, changes files in whole steps that no
// other session can interfere with, and changes nothing that the call did not
// say it would.
//
// It is safe for use by several goroutines.
type Session struct {
	space *Space
	opt   SessionOptions
	locks pathLocks

	mu   sync.Mutex
	seen map[string]Sum
}

// SessionOptions change how a session works.
type SessionOptions struct {
	// Outside lets tools use paths outside of the roots. Set it where a gate
	// decides about each path; otherwise such paths are refused.
	Outside bool
	// Locks is a private folder in which sessions of several processes take turns
	// on a file. Without it only sessions that share this value do.
	Locks string
}

// NewSession begins to work in a space.
func NewSession(space *Space, opt SessionOptions) *Session {
	return &Session{space: space, opt: opt, locks: pathLocks{dir: opt.Locks}, seen: map[string]Sum{}}
}

// Space is where the session works.
func (s *Session) Space() *Space { return s.space }

// Open opens a file to read it. See [Space.Open].
func (s *Session) Open(p Place) (*os.File, error) {
	return s.space.open(p, os.O_RDONLY, 0, s.opt.Outside)
}

// Show is a path as people and models like to read it: relative to the main
// folder where it is below it.
func (s *Session) Show(path string) string {
	if rel, err := filepath.Rel(s.space.Roots()[0], path); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return rel
	}
	return path
}

// Saw remembers what the session knows of a file. A change of the file is refused
// if by then it is something else. An empty sum forgets it.
func (s *Session) Saw(p Place, sum Sum) { s.know(p.Real, sum) }

func (s *Session) know(path string, sum Sum) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if sum == "" {
		delete(s.seen, path)
		return
	}
	s.seen[path] = sum
}

// Seen is what the session knows of a file, empty if it has not seen it.
func (s *Session) Seen(p Place) Sum {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[p.Real]
}

// stated refuses a path that the call did not say it would write. Who works
// without an engine has stated nothing, and may.
func stated(ctx context.Context, path string) error {
	in := tool.IntentFrom(ctx)
	if in == nil {
		return nil
	}
	for _, w := range in.Writes {
		if w == tool.Everything || within(path, w) {
			return nil
		}
	}
	return tool.Errorf(tool.CodePermissionDenied,
		"the call did not say that it would write %s, so it may not: it may lead elsewhere now than when the call was checked; make the call again", path)
}

// Mkdir makes a folder, and those above it that are missing.
func (s *Session) Mkdir(ctx context.Context, p Place) error {
	if err := stated(ctx, p.Real); err != nil {
		return err
	}
	return s.space.mkdir(p, 0o777, s.opt.Outside)
}

// read reads a whole file that was resolved.
func (s *Session) read(p Place, limit int64) (_ []byte, _ fs.FileInfo, err error) {
	f, err := s.Open(p)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.IsDir() {
		return nil, nil, &fs.PathError{Op: "read", Path: p.Real, Err: errors.New("is a folder")}
	}
	if limit > 0 && info.Size() > limit {
		return nil, nil, tool.Errorf(tool.CodeInvalidArgs, "%s is too large to be changed here (%d bytes; at most %d): use a command for it", s.Show(p.Real), info.Size(), limit)
	}
	data := make([]byte, 0, info.Size()+512)
	for {
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, info, nil
		case err != nil:
			return nil, nil, err
		}
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
	}
}
