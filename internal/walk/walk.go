package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"jig/internal/ignore"
)

// SkipAll is what a visitor returns to end a walk without an error.
var SkipAll = fs.SkipAll //nolint:gochecknoglobals // an error that is compared with, never set

// Options say what to visit. The zero value is what people expect of a search: no
// hidden files, nothing that is ignored, no links followed.
type Options struct {
	Hidden   bool // also names that begin with a dot
	NoIgnore bool // do not honour ignore files
	Follow   bool // follow links; what leads back to a folder above is left out
	MaxDepth int  // how deep files may lie, 1 for those directly in the root; 0 for no limit
	Workers  int  // how many goroutines visit; 0 for GOMAXPROCS
	// Enter, if set, says whether to go into a folder, by its path from the root,
	// with slashes. Accept, if set, says whether a file is wanted. Both are called
	// on several goroutines, must not keep the path, and should be cheap: they are
	// asked before the ignore rules.
	Enter  func(rel []byte) bool
	Accept func(rel []byte) bool
	// Root, if set, is the folder of the walk, open: what stands at its path by now
	// does not matter. It stays the caller's to close.
	Root *os.File
}

// Report is what a walk came across.
type Report struct {
	Folders int // how many were listed
	Files   int // how many were visited
	// Unread is how many folders and ignore files could not be read, and Errors
	// says why for the first of them.
	Unread int
	Errors []error
}

// maxErrors is how many errors a report keeps.
const maxErrors = 20

// Files visits every file below the folder root: regular files, and with Follow
// also links to such. Visit runs on several goroutines at once; worker says on
// which, from 0 up. The entry is valid until visit returns. An error from visit
// stops the walk and is returned, [SkipAll] stops it without one. When ctx is done
// the walk ends with its cause. Folders that cannot be read are no error, unless
// it is the root: the report tells of them.
//
// All goroutines have ended when Files returns.
func Files(ctx context.Context, root string, opt Options, visit func(worker int, e *Entry) error) (Report, error) {
	if err := context.Cause(ctx); err != nil {
		return Report{}, err
	}
	base, err := realPath(root)
	if err != nil {
		return Report{}, err
	}
	top, err := openRoot(base, opt.Root)
	if err != nil {
		return Report{}, err
	}
	w := &walk{opt: opt, visit: visit, root: top, base: len(base) + 1}
	if base[len(base)-1] == '/' {
		w.base--
	}
	w.cond.L = &w.mu
	first := &task{path: []byte(base), dir: top.retain()}
	if !opt.NoIgnore {
		first.rules, err = ignore.Above(filepath.FromSlash(base))
		if err != nil {
			w.unread(err)
		}
	}
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	w.push(first)
	var all sync.WaitGroup
	for i := 1; i < workers; i++ {
		all.Go(func() { w.work(ctx, i) })
	}
	w.work(ctx, 0)
	all.Wait()
	err = w.err
	if errors.Is(err, SkipAll) {
		err = nil
	}
	return w.report, errors.Join(err, w.release(), top.release())
}

// realPath is the absolute path of a folder with all links followed and slashes.
func realPath(root string) (string, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", fmt.Errorf("walk %s: %w", root, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return "", err
	}
	return filepath.ToSlash(abs), nil
}
