package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ErrTooWide is in the error of trusting the root of the file system, a home, or
// a folder that holds the home: everything below would be trusted with it.
var ErrTooWide = errors.New("too wide to trust")

// ErrChanged is in the error of [Trust.Approve] when the folder would no longer
// run what was shown.
var ErrChanged = errors.New("the folder's executable configuration has changed")

// Trust remembers which folders a person trusts, in a file that several processes
// may write at once. Each method reads the file anew. A Trust may be used by many
// goroutines.
type Trust struct {
	path string
	home string
	now  func() time.Time
}

// TrustOptions are the seams of a trust store. The zero value is useful.
type TrustOptions struct {
	// Home is the person's home, which is too wide to trust.
	Home string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// An Entry is the decision of a person about a folder and what lies below it.
type Entry struct {
	Dir     string // the real path
	Trusted bool   // otherwise refused
	When    time.Time
	// Hash is of the executable configuration that the folder had then.
	Hash string
}

// OpenTrust gives the trust store of a file, which need not exist yet. A file
// that cannot be read is an error.
func OpenTrust(path string, o TrustOptions) (*Trust, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("the trust store needs an absolute path, not %q", path)
	}
	t := &Trust{path: filepath.Clean(path), now: o.Now}
	if t.now == nil {
		t.now = time.Now
	}
	if o.Home != "" {
		home, err := realDir(o.Home)
		if err != nil {
			home = filepath.Clean(o.Home) // a home that is not there contains nothing
		}
		t.home = home
	}
	if _, err := t.load(); err != nil {
		return nil, err
	}
	return t, nil
}

// Status says whether the folder is trusted with what it would run now. It reads
// the project's files and runs nothing.
func (t *Trust) Status(dir string) (Status, error) {
	folder, err := realDir(dir)
	if err != nil {
		return Unknown, err
	}
	_, hash, err := lookInto(folder)
	if err != nil {
		return Unknown, err
	}
	return t.status(folder, hash)
}

// status finds the nearest decision at or above the folder. A decision about a
// folder above covers this one as long as this one brings nothing to run that was
// not there to be looked at.
func (t *Trust) status(folder, hash string) (Status, error) {
	entries, err := t.load()
	if err != nil {
		return Unknown, err
	}
	for dir := folder; ; dir = filepath.Dir(dir) {
		if e, ok := entries[dir]; ok {
			switch {
			case !e.Trusted:
				return Refused, nil
			case dir == folder && e.Hash == hash, dir != folder && hash == "":
				return Trusted, nil
			}
			return Changed, nil
		}
		if dir == filepath.Dir(dir) {
			return Unknown, nil
		}
	}
}

// Set records that the person trusts or refuses the folder as it is now. Prefer
// [Trust.Approve] after showing what the folder would run.
func (t *Trust) Set(dir string, trusted bool) error {
	return t.record(dir, trusted, nil, false)
}

// Force is Set(dir, true) also for a folder that is too wide to trust.
func (t *Trust) Force(dir string) error { return t.record(dir, true, nil, true) }

// Approve trusts the folder with the executable configuration of the given hash,
// which is [Config.ExecutableHash] of what was shown. If the folder would now run
// something else, nothing is recorded and the error holds [ErrChanged].
func (t *Trust) Approve(dir, hash string) error { return t.record(dir, true, &hash, false) }

// ApproveWide is Approve also for a folder that is too wide to trust.
func (t *Trust) ApproveWide(dir, hash string) error { return t.record(dir, true, &hash, true) }

func (t *Trust) record(dir string, trusted bool, shown *string, force bool) error {
	folder, err := realDir(dir)
	if err != nil {
		return err
	}
	e := Entry{Dir: folder, Trusted: trusted, When: t.now().UTC().Truncate(time.Second)}
	if trusted {
		if !force && t.tooWide(folder) {
			return fmt.Errorf("%s: %w: everything below would be trusted too; trust the folder of the project instead", folder, ErrTooWide)
		}
		if _, e.Hash, err = lookInto(folder); err != nil {
			return fmt.Errorf("a folder whose settings cannot be read cannot be trusted: %w", err)
		}
		if shown != nil && *shown != e.Hash {
			return fmt.Errorf("%s: %w since it was shown; look at it again", folder, ErrChanged)
		}
	}
	return t.change(func(entries map[string]Entry) { entries[folder] = e })
}

func (t *Trust) tooWide(folder string) bool {
	if folder == filepath.Dir(folder) {
		return true
	}
	return t.home != "" && (t.home == folder || strings.HasPrefix(t.home, folder+string(filepath.Separator)))
}

// Forget removes the decision about the folder; then it is Unknown again, unless
// a folder above it has one. A folder that no longer exists can be forgotten too.
// It reports whether there was a decision.
func (t *Trust) Forget(dir string) (known bool, err error) {
	folder, err := realDir(dir)
	if err != nil {
		if folder, err = filepath.Abs(dir); err != nil {
			return false, err
		}
	}
	err = t.change(func(entries map[string]Entry) {
		_, known = entries[folder]
		delete(entries, folder)
	})
	return known, err
}

// List gives all decisions, sorted by folder.
func (t *Trust) List() ([]Entry, error) {
	entries, err := t.load()
	if err != nil {
		return nil, err
	}
	list := make([]Entry, 0, len(entries))
	for _, e := range entries {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Dir, b.Dir) })
	return list, nil
}

// lookInto reads the project's files alone, for what they would run.
func lookInto(folder string) ([]Runnable, string, error) {
	l := &loading{config: &Config{Dir: folder}}
	if err := l.projectIn(folder); err != nil {
		return nil, "", err
	}
	l.restrict()
	return executables(folder, l.config.Layers)
}
