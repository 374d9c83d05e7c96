package shell

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// longestFile is how much of an output is written to disk.
const longestFile = 1 << 30

// whole is all that a command has printed, in the order in which it came: in memory as long as it is short, then in a file.
// The streams of one command share it, and its owner sees to it that one piece comes at a time.
type whole struct {
	folder *folder
	name   string
	early  []byte // what came before there was a file
	file   *os.File
	path   string
	size   int64
	err    error // why the file does not hold everything
}

// add takes the next piece; spill says that it must go to disk.
func (w *whole) add(p []byte, spill bool) {
	if w.err != nil {
		return
	}
	if w.file == nil && !spill {
		w.early = append(w.early, p...)
		return
	}
	if w.file == nil && !w.open() {
		return
	}
	if w.size+int64(len(p)) > longestFile {
		p = p[:longestFile-w.size]
		w.err = fmt.Errorf("it was longer than %d MiB, and the file holds its beginning", longestFile>>20)
	}
	n, err := w.file.Write(p)
	w.size += int64(n)
	if err != nil {
		w.err = fmt.Errorf("the file holds its beginning only: %w", err)
	}
}

// open makes the file and puts into it what came before.
func (w *whole) open() bool {
	f, err := w.folder.create(w.name)
	if err != nil {
		w.err = fmt.Errorf("it could not be kept: %w", err)
		return false
	}
	w.file, w.path = f, f.Name()
	n, err := f.Write(w.early)
	w.size, w.early = int64(n), nil
	if err != nil {
		w.err = fmt.Errorf("the file holds its beginning only: %w", err)
	}
	return err == nil
}

// where tells a model where to find all of the output.
func (w *whole) where() string {
	switch {
	case w.path == "" && w.err != nil:
		return w.err.Error()
	case w.path == "":
		return "run it again with less output"
	case w.err != nil:
		return fmt.Sprintf("of the whole output %s: %s", w.err, w.path)
	}
	return "the whole output is in " + w.path
}

// close ends the file.
func (w *whole) close() error {
	if w.file == nil {
		return nil
	}
	err := w.file.Close()
	w.file = nil
	return err
}

// folder is where outputs are kept. One that nobody named is made when it is first needed, and removed in the end. One that was
// given is tidied when it is first needed.
type folder struct {
	given string

	mu     sync.Mutex
	made   string
	tidied bool
}

// create makes a new file that only this user may read.
func (f *folder) create(name string) (*os.File, error) {
	dir, err := f.dir()
	if err != nil {
		return nil, err
	}
	file, err := os.CreateTemp(dir, name+"-*.txt") // with mode 0600
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (f *folder) dir() (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.given != "" {
		if err := os.MkdirAll(f.given, 0o700); err != nil || f.tidied {
			return f.given, err
		}
		f.tidied = true
		tidy(f.given, time.Now())
		return f.given, nil
	}
	if f.made != "" {
		return f.made, nil
	}
	made, err := os.MkdirTemp("", "jig-output-*")
	if err != nil {
		return "", err
	}
	// The name that is told must be one that can be read by other tools, whatever links lead there.
	if target, err := filepath.EvalSymlinks(made); err == nil {
		made = target
	}
	f.made = made
	return made, nil
}

// remove deletes a folder that was made for this.
func (f *folder) remove() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.made == "" {
		return nil
	}
	err := os.RemoveAll(f.made)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	f.made = ""
	return err
}
