package undo

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// blobs keeps contents by their hash. A content has its final name only when it is
// safe on disk: until flush it goes by a temporary one.
type blobs struct {
	dir     string
	pending map[string]string // hash to temporary file
}

// small is the size up to which a content is read into memory, so that one that is
// kept already costs no write.
const small = 1 << 20

// many is how many files it takes before one sync of the whole file system is
// cheaper than one for each.
const many = 32

func openBlobs(dir string) (*blobs, error) {
	return &blobs{dir: dir, pending: map[string]string{}}, os.MkdirAll(dir, 0o700)
}

func (b *blobs) path(hash string) string { return filepath.Join(b.dir, hash[:2], hash) }

// has reports whether a content is kept.
func (b *blobs) has(hash string) bool {
	if len(hash) != 2*sha256.Size {
		return false
	}
	if _, ok := b.pending[hash]; ok {
		return true
	}
	_, err := os.Lstat(b.path(hash))
	return err == nil
}

// hashOf reads a file from its beginning.
func hashOf(f *os.File) (hash string, size int64, err error) {
	h := sha256.New()
	size, err = io.Copy(h, io.NewSectionReader(f, 0, 1<<62))
	return hex.EncodeToString(h.Sum(nil)), size, err
}

// put keeps the content of an open file, and says what it is. It is safe on disk
// only after flush.
func (b *blobs) put(f *os.File, size int64) (hash string, kept int64, err error) {
	if size <= small {
		data, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<62))
		if err != nil {
			return "", 0, err
		}
		sum := sha256.Sum256(data)
		hash = hex.EncodeToString(sum[:])
		if b.has(hash) {
			return hash, int64(len(data)), nil
		}
		return b.write(func(to *os.File) error {
			_, err := io.Copy(to, bytes.NewReader(data))
			return err
		})
	}
	if hash, size, err = hashOf(f); err != nil || b.has(hash) {
		return hash, size, err
	}
	return b.write(func(to *os.File) error { return clone(to, f) })
}

// write makes a temporary file. Its name is decided by what is in it afterwards:
// the original may have changed while it was copied.
func (b *blobs) write(fill func(*os.File) error) (hash string, size int64, err error) {
	name := filepath.Join(b.dir, "new-"+rand.Text())
	to, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", 0, err
	}
	if err = fill(to); err == nil {
		hash, size, err = hashOf(to)
	}
	if err = errors.Join(err, to.Close()); err != nil || b.has(hash) {
		return hash, size, errors.Join(err, os.Remove(name))
	}
	b.pending[hash] = name
	return hash, size, nil
}

// copyAll copies a file from its beginning.
func copyAll(to, from *os.File) error {
	_, err := io.Copy(to, io.NewSectionReader(from, 0, 1<<62))
	return err
}

// flush sees to it that everything put so far survives whatever happens next.
func (b *blobs) flush() error {
	if len(b.pending) == 0 {
		return nil
	}
	at := map[string]bool{b.dir: true}
	whole := len(b.pending) > many && syncAll(b.dir) == nil
	for hash, name := range b.pending {
		if !whole {
			if err := syncPath(name); err != nil {
				return err
			}
		}
		path := b.path(hash)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.Rename(name, path); err != nil {
			return err
		}
		delete(b.pending, hash)
		at[filepath.Dir(path)] = true
	}
	if whole && syncAll(b.dir) == nil {
		return nil
	}
	for dir := range at {
		if err := syncPath(dir); err != nil {
			return err
		}
	}
	return nil
}

// drop forgets what was put and not flushed.
func (b *blobs) drop() error {
	var errs []error
	for hash, name := range b.pending {
		errs = append(errs, os.Remove(name))
		delete(b.pending, hash)
	}
	return errors.Join(errs...)
}

// restore writes a content into a file, and refuses one that is damaged.
func (b *blobs) restore(hash string, to *os.File) (err error) {
	f, err := os.Open(b.path(hash))
	if err != nil {
		return fmt.Errorf("the content is not kept any more: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := clone(to, f); err != nil {
		return err
	}
	found, _, err := hashOf(to)
	if err == nil && found != hash {
		err = fmt.Errorf("the kept content %s is damaged, so nothing was changed", hash)
	}
	return err
}

// read gives a kept content, if it is not longer than limit.
func (b *blobs) read(hash string, limit int64) (data []byte, err error) {
	f, err := os.Open(b.path(hash))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return readUpTo(f, limit)
}

// errLong says that a content is too long for what it is wanted for.
var errLong = errors.New("too long")

func readUpTo(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, errLong
	}
	return data, err
}

// syncPath brings a file or folder to disk.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if info, statErr := f.Stat(); statErr == nil && info.IsDir() && (errors.Is(err, fs.ErrInvalid) || errors.Is(err, fs.ErrPermission)) {
		err = nil // some systems cannot do that with folders
	}
	return errors.Join(err, f.Close())
}
