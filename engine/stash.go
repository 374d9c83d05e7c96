package engine

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"jig/tool"
)

// Stash keeps whole results whose text was too long for the model.
type Stash interface {
	// Put keeps a text and gives the handle under which it can be read again.
	Put(ctx context.Context, text string) (handle string, err error)
	// Get reads limit characters from offset, and says how many there are.
	Get(ctx context.Context, handle string, offset, limit int) (text string, total int, err error)
}

// DirStash keeps results as files in a folder that only the user can read.
type DirStash struct {
	dir  string
	keep time.Duration
	own  bool // the folder is ours to make and to remove

	mu   sync.Mutex
	open bool
}

// NewDirStash keeps results in dir, which is made when it is first needed.
// Results older than keep are removed then; zero keeps them for ever.
func NewDirStash(dir string, keep time.Duration) *DirStash {
	return &DirStash{dir: dir, keep: keep}
}

// newTempStash keeps results in a folder of its own until it is closed.
func newTempStash() *DirStash { return &DirStash{own: true} }

const handlePrefix = "res_"

// Put keeps the text under a handle made from its content.
func (s *DirStash) Put(_ context.Context, text string) (string, error) {
	if err := s.ready(); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	handle := handlePrefix + hex.EncodeToString(sum[:12])
	f, err := os.CreateTemp(s.dir, "new-*")
	if err != nil {
		return "", fmt.Errorf("keep a result: %w", err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), s.path(handle))
	}
	if err != nil {
		return "", fmt.Errorf("keep a result: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return handle, nil
}

// Get reads a part of a kept text.
func (s *DirStash) Get(_ context.Context, handle string, offset, limit int) (string, int, error) {
	hexed, ok := strings.CutPrefix(handle, handlePrefix)
	if _, err := hex.DecodeString(hexed); !ok || err != nil {
		return "", 0, tool.Errorf(tool.CodeInvalidArgs, "%q is not the handle of a result; handles look like res_1f2e…", handle)
	}
	s.mu.Lock()
	dir := s.dir
	s.mu.Unlock()
	if dir == "" {
		return "", 0, gone(handle)
	}
	raw, err := os.ReadFile(s.path(handle))
	if errors.Is(err, fs.ErrNotExist) {
		return "", 0, gone(handle)
	}
	if err != nil {
		return "", 0, fmt.Errorf("read a kept result: %w", err)
	}
	total := utf8.RuneCount(raw)
	rest := raw[runeOffset(raw, offset):]
	return string(rest[:runeOffset(rest, limit)]), total, nil
}

func gone(handle string) error {
	return tool.Errorf(tool.CodeFileNotFound, "there is no result %s any more; make the call that gave it again", handle)
}

// Close removes a temporary stash.
func (s *DirStash) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.own || s.dir == "" {
		return nil
	}
	dir := s.dir
	s.dir, s.open = "", false
	return os.RemoveAll(dir)
}

func (s *DirStash) path(handle string) string { return filepath.Join(s.dir, handle+".txt") }

// ready makes the folder, and throws out what is too old.
func (s *DirStash) ready() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open {
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
	if s.keep <= 0 {
		return nil
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("look through old results: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !strings.HasPrefix(e.Name(), handlePrefix) || time.Since(info.ModTime()) < s.keep {
			continue
		}
		if err := os.Remove(filepath.Join(s.dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove an old result: %w", err)
		}
	}
	return nil
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
