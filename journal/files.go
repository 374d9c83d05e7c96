package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keepFile puts a file into the folder of a session. When it returns, the file is on the
// disk. One that is there already stays as it is.
func (s *Store) keepFile(id, name string, content io.Reader) (err error) {
	dir := s.filesPath(id)
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := os.Mkdir(dir, 0o700); err == nil {
		if err := s.syncFolder(s.dir); err != nil {
			return err
		}
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err == nil {
		err = s.syncFile(f)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, discard(f.Name()))
	}
	return s.syncFolder(dir)
}

// keepBytes puts something long into a file and gives its name.
func (s *Store) keepBytes(id string, content []byte) (name string, err error) {
	sum := sha256.Sum256(content)
	name = hex.EncodeToString(sum[:])
	if err := s.keepFile(id, name, bytes.NewReader(content)); err != nil {
		return "", fmt.Errorf("something long of session %s cannot be kept: %w", id, err)
	}
	return name, nil
}

// bytes reads something long back, and makes sure that it is what was kept.
func (s *Store) bytes(id, name string) ([]byte, error) {
	if len(name) != 2*sha256.Size || strings.Trim(name, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%q is no name of a file of a session", name)
	}
	b, err := os.ReadFile(filepath.Join(s.filesPath(id), name))
	if err != nil {
		return nil, fmt.Errorf("a file of session %s is missing: %w", id, err)
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != name {
		return nil, fmt.Errorf("the file %s of session %s is damaged", name, id)
	}
	return b, nil
}

// Blob keeps bytes that are no text, such as a picture, beside the session, and gives the
// name by which [Store.Blob] finds them: the hash of their content. A record can then
// speak of them by it. Nothing is taken out of them. Long texts need no such
// care: they are kept like this by themselves.
func (j *Journal) Blob(content []byte) (name string, err error) {
	return j.store.keepBytes(j.id, content)
}

// Blob gives what was kept with [Journal.Blob], or a long text by its name in
// [Record.Files].
func (s *Store) Blob(id, name string) ([]byte, error) {
	if err := checkID(id); err != nil {
		return nil, err
	}
	return s.bytes(id, name)
}

// discardFiles removes the files of a session that never came to be.
func (s *Store) discardFiles(id string) error { return os.RemoveAll(s.filesPath(id)) }
