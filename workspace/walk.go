package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// walk is a path on its way to where it leads.
type walk struct {
	fsys  FS
	place *Place
	at    string      // resolved so far, without any link
	info  fs.FileInfo // what stands at at; nil if nobody looked yet
	rest  string      // what is still to be walked
	// missing counts the components at the end of at that do not exist.
	missing int
	// tail is the shortest remainder behind a link so far; -1 before the first.
	// While more than that is left, the walk is inside of a link's target.
	tail int
}

func (w *walk) start(full string) {
	volume := filepath.VolumeName(full)
	w.at, w.rest, w.info = volume+string(filepath.Separator), full[len(volume):], nil
}

func (w *walk) run(follow bool) error {
	for {
		name := w.next()
		switch name {
		case "":
			return w.finish()
		case ".":
			continue
		}
		if err := w.mustBeFolder(); err != nil {
			return err
		}
		if name == ".." {
			w.up()
			continue
		}
		if err := w.step(name, follow); err != nil {
			return err
		}
	}
}

// next takes the next component off the rest.
func (w *walk) next() string {
	rest := w.rest
	for rest != "" && isSeparator(rest[0]) {
		rest = rest[1:]
	}
	end := 0
	for end < len(rest) && !isSeparator(rest[end]) {
		end++
	}
	w.rest = rest[end:]
	return rest[:end]
}

func (w *walk) up() {
	w.at, w.info = filepath.Dir(w.at), nil
	if w.missing > 0 {
		w.missing--
	}
	if w.missing == 0 {
		w.place.Dangling = false
	}
	// Inside of a link's target it is ordinary.
	if len(w.rest) <= w.tail {
		w.place.Odd = "it steps back (..) behind a link, which programs read differently"
	}
}

// mustBeFolder refuses to walk on below something that is not a folder.
func (w *walk) mustBeFolder() error {
	if w.missing == 0 && w.info != nil && !w.info.IsDir() {
		return fmt.Errorf("%s is a %s, not a folder", w.at, kindOf(w.info.Mode()))
	}
	return nil
}

func (w *walk) step(name string, follow bool) error {
	full := join(w.at, name)
	if len(full) > 2*maxPath {
		return errors.New("its links lead to a path that is too long")
	}
	if w.missing > 0 {
		w.at, w.missing = full, w.missing+1
		return nil
	}
	info, err := w.fsys.Lstat(full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := w.look(); err != nil {
			return err
		}
		if w.info != nil {
			w.place.above, w.place.depth = markOf(w.info), depth(w.at)
		}
		w.at, w.info, w.missing = full, nil, 1
		w.place.Dangling = w.tail >= 0 && len(w.rest) > w.tail
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0 && (follow || !w.atEnd()):
		return w.link(full)
	}
	w.at, w.info = full, info
	return nil
}

// atEnd reports whether nothing but separators is left.
func (w *walk) atEnd() bool {
	for i := range len(w.rest) {
		if !isSeparator(w.rest[i]) {
			return false
		}
	}
	return true
}

func (w *walk) link(full string) error {
	if len(w.place.Links) == maxHops {
		return fmt.Errorf("more than %d links on the way; they probably form a loop", maxHops)
	}
	target, err := w.fsys.Readlink(full)
	if err != nil {
		return err
	}
	if target == "" {
		return fmt.Errorf("the link %s is empty", full)
	}
	if w.tail < 0 || len(w.rest) < w.tail {
		w.tail = len(w.rest)
	}
	rest := target + string(filepath.Separator) + w.rest
	if filepath.IsAbs(target) {
		w.start(rest)
	} else {
		w.rest = rest
	}
	w.place.Links = append(w.place.Links, filepath.Join(w.at, w.rest))
	return nil
}

// look finds out what stands at at, when the walk began there or stepped back.
func (w *walk) look() error {
	if w.info != nil {
		return nil
	}
	info, err := w.fsys.Lstat(w.at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // a root that is only imagined
	}
	w.info = info
	return err
}

func (w *walk) finish() error {
	if w.missing > 0 {
		return nil
	}
	if err := w.look(); err != nil || w.info == nil {
		return err
	}
	p := w.place
	p.Exists, p.Kind, p.at, p.Shared = true, kindOf(w.info.Mode()), markOf(w.info), shared(w.info)
	return nil
}

func isSeparator(c byte) bool { return c == '/' || c == filepath.Separator }

func join(folder, name string) string {
	if isSeparator(folder[len(folder)-1]) {
		return folder + name
	}
	return folder + string(filepath.Separator) + name
}

// depth counts the components of a clean path.
func depth(path string) int {
	path = strings.Trim(path[len(filepath.VolumeName(path)):], string(filepath.Separator))
	if path == "" {
		return 0
	}
	return 1 + strings.Count(path, string(filepath.Separator))
}
