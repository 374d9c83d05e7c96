package ignore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// excludeFile is where a repository keeps the rules that it does not share. It is
// one of the names that the read function of [Folder.Enter] is asked for.
const excludeFile = ".git/info/exclude"

// MaxSize is the size up to which an ignore file is read, in bytes.
const MaxSize = 8 << 20

// ErrTooBig is the error for an ignore file above [MaxSize].
var ErrTooBig = fmt.Errorf("it is larger than %d MiB and was left out", MaxSize>>20)

// Above gives the rules that reach into a folder from what stands above it: the
// ignore files of all folders above, of git ones those of the same repository,
// and the user's excludes file. Dir is absolute and free of links. The files in
// the folder itself are not among them: [Folder.Enter] adds those. An error tells
// of files that could not be read, beside the rules of the others.
func Above(dir string) (*Folder, error) {
	global, err := globalExcludes(dir)
	wrong := []error{err}
	f := &Folder{global: Parse(global)}
	if f.global.Empty() {
		f.global = nil
	}
	for _, up := range foldersAbove(dir) {
		seen := Files{
			RgIgnore:  exists(up, rgIgnore),
			Ignore:    exists(up, anyIgnore),
			GitIgnore: exists(up, gitIgnore),
			Git:       exists(up, ".git"),
		}
		f, err = f.Enter([]byte(filepath.ToSlash(up)), seen, func(name string) ([]byte, error) { return ReadIn(up, name) })
		wrong = append(wrong, err)
	}
	return f, errors.Join(wrong...)
}

// foldersAbove are the folders that lead to one, the uppermost first.
func foldersAbove(dir string) []string {
	var above []string
	for up := filepath.Dir(dir); up != dir; dir, up = up, filepath.Dir(up) {
		above = append(above, up)
	}
	slices.Reverse(above)
	return above
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// ReadIn reads an ignore file by its name in a folder. What is no regular file, or
// a link, has no rules, as in git: a repository must not make its reader look
// elsewhere.
func ReadIn(dir, name string) ([]byte, error) {
	if name == excludeFile {
		git, err := gitDir(dir)
		if err != nil {
			return nil, err
		}
		return readPlain(filepath.Join(git, "info", "exclude"))
	}
	path := filepath.Join(dir, name)
	switch info, err := os.Lstat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, nil
	}
	return readPlain(path)
}

// readPlain reads a regular file of reasonable size; there is nothing in one that
// does not exist.
func readPlain(path string) ([]byte, error) {
	f, err := openQuick(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	switch info, err := f.Stat(); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, nil
	}
	return ReadAll(f)
}

// ReadAll reads an ignore file that is open, and refuses one that is too big.
func ReadAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, ErrTooBig
	}
	return data, nil
}

// gitDir finds the folder in which the repository at dir keeps what all its work
// trees share. In a linked work tree .git is a file that says where that is.
func gitDir(dir string) (string, error) {
	git := filepath.Join(dir, ".git")
	switch info, err := os.Stat(git); {
	case errors.Is(err, fs.ErrNotExist):
		return git, nil
	case err != nil:
		return "", err
	case info.IsDir():
		return git, nil
	}
	link, err := readPlain(git)
	if err != nil {
		return "", err
	}
	to, ok := strings.CutPrefix(string(bytes.TrimSpace(link)), "gitdir:")
	if !ok {
		return git, nil
	}
	git = join(dir, strings.TrimSpace(to))
	common, err := readPlain(filepath.Join(git, "commondir"))
	if err != nil {
		return "", err
	}
	if len(bytes.TrimSpace(common)) > 0 {
		git = join(git, string(bytes.TrimSpace(common)))
	}
	return git, nil
}

// join is where a path leads that was written in a folder.
func join(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
