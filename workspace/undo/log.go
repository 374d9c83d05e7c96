package undo

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"jig/internal/filelock"
	"jig/workspace"
)

// Log is the record of what calls changed in a workspace. It is safe for use by
// several goroutines, and several processes may have the log of one folder open.
type Log struct {
	dir    string
	space  *workspace.Space
	opt    Options
	ground *ground

	id   string   // of this log, among those of all processes
	live *os.File // locked as long as this log is open
	gate *os.File // locked by whoever reads or changes the folder
	turn chan struct{}

	// What follows belongs to whoever has the turn and the gate.
	blobs   *blobs
	file    *os.File // log.jsonl
	read    int64    // how far it has been read
	next    int      // the number of the next record
	records []*record
	byN     map[int]*record
	damaged int              // lines that could not be read
	known   map[string]entry // the tree as it was last seen
	told    bool             // that the tree is too large to be kept
	pruned  time.Time        // when old records were last looked for
	closed  bool
}

// errClosed is the error for a log that was closed.
var errClosed = errors.New("the undo log is closed")

// Open opens the log in a folder, which is made if it is missing, for the files
// of a space. See [Folder] for where it usually is. Close it after use.
func Open(dir string, space *workspace.Space, opt Options) (*Log, error) {
	if !filepath.IsAbs(dir) {
		return nil, fmt.Errorf("the folder of an undo log must be an absolute path, not %q", dir)
	}
	l := &Log{dir: filepath.Clean(dir), space: space, opt: opt.withDefaults(), id: rand.Text(), turn: make(chan struct{}, 1)}
	if err := l.start(); err != nil {
		return nil, errors.Join(fmt.Errorf("the undo log cannot be opened: %w", err), l.shut())
	}
	return l, nil
}

// start makes the folder and opens what is in it. What it has opened when it fails
// is left to shut.
func (l *Log) start() (err error) {
	for _, sub := range []string{"", "trees", "live"} {
		if err := os.MkdirAll(filepath.Join(l.dir, sub), 0o700); err != nil {
			return err
		}
	}
	if err := os.Chmod(l.dir, 0o700); err != nil { //nolint:gosec // a folder needs to be entered
		return err
	}
	if l.dir, err = filepath.EvalSymlinks(l.dir); err != nil { // by this name a walk of the tree comes across it
		return err
	}
	if l.blobs, err = openBlobs(filepath.Join(l.dir, "blobs")); err != nil {
		return err
	}
	if l.ground, err = stand(l.space); err != nil {
		return err
	}
	if l.gate, err = os.OpenFile(filepath.Join(l.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return err
	}
	if l.live, err = os.OpenFile(l.lifeline(l.id), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return err
	}
	_, err = filelock.Try(l.live)
	return err
}

// Close lets go of the log. Calls that have not ended by then are settled by
// whoever looks next.
func (l *Log) Close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	if l.closed {
		return nil
	}
	l.closed = true
	return errors.Join(os.Remove(l.lifeline(l.id)), l.shut())
}

func (l *Log) shut() error {
	var errs []error
	if l.ground != nil {
		errs = append(errs, l.ground.close())
	}
	for _, f := range []*os.File{l.live, l.gate, l.file} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

func (l *Log) lifeline(id string) string { return filepath.Join(l.dir, "live", filepath.Base(id)) }

// alive reports whether the process of a log is still there.
func (l *Log) alive(id string) bool {
	if id == l.id {
		return true
	}
	f, err := os.OpenFile(l.lifeline(id), os.O_RDWR, 0)
	if err != nil {
		return false
	}
	taken, err := filelock.Try(f)
	if taken && err == nil {
		err = os.Remove(l.lifeline(id))
	}
	return errors.Join(err, f.Close()) == nil && !taken
}

// locked runs do while nobody else, here or in another process, has the log. The
// records are up to date then.
func (l *Log) locked(ctx context.Context, do func() error) (err error) {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if l.closed {
		return errClosed
	}
	if err := filelock.Hold(ctx, l.gate); err != nil {
		return fmt.Errorf("wait for another session to finish with the undo log: %w", err)
	}
	defer func() { err = errors.Join(err, l.blobs.drop(), filelock.Release(l.gate)) }()
	if err := l.catchUp(); err != nil {
		return err
	}
	return do()
}
