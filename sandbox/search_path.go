package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// searchPaths cleans the PATH of commands. To find out where its folders lead takes
// longer than the rest of starting a command, so that it remembers the last answer, as
// long as no command can change it. The zero value is ready.
type searchPaths struct {
	mu       sync.Mutex
	path     string
	writable []string
	cleaned  string
}

// clean keeps the absolute folders of a PATH that lie outside of what is writable.
func (s *searchPaths) clean(path string, writable []string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.path == path && slices.Equal(s.writable, writable) {
		return s.cleaned
	}
	w := &walk{writable: writable, known: make(map[string]string)}
	var kept []string
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		dir = filepath.Clean(dir)
		if !withinAny(writable, w.target(dir)) && !withinAny(writable, dir) {
			kept = append(kept, dir)
		}
	}
	cleaned := strings.Join(kept, string(filepath.ListSeparator))
	if !w.loose {
		s.path, s.writable, s.cleaned = path, slices.Clone(writable), cleaned
	}
	return cleaned
}

// A walk finds out where paths lead. Folders of a PATH have much of their way in
// common, so that it keeps what it knows of it.
type walk struct {
	writable []string
	known    map[string]string
	links    int
	loose    bool // the way goes through a folder in which commands may change it
}

// manyLinks is how many links the kernel follows.
const manyLinks = 40

// target is where a clean path leads. What does not exist may come to, and is judged
// by its name.
func (w *walk) target(path string) string {
	where, ok := w.known[path]
	if ok {
		return where
	}
	above := filepath.Dir(path)
	if above == path {
		return path
	}
	where = filepath.Join(w.target(above), filepath.Base(path))
	w.loose = w.loose || withinAny(w.writable, where)
	if link, err := os.Readlink(where); err == nil {
		where = w.follow(where, link)
	}
	w.known[path] = where
	return where
}

// follow is where a link leads.
func (w *walk) follow(where, link string) string {
	w.links++
	if w.links > manyLinks || strings.Contains(strings.TrimLeft(link, "./"), "..") {
		// A way back behind another link cannot be told by its text.
		w.loose = true
		if target, err := filepath.EvalSymlinks(where); err == nil {
			return target
		}
		return where
	}
	if !filepath.IsAbs(link) {
		link = filepath.Join(filepath.Dir(where), link)
	}
	return w.target(filepath.Clean(link))
}
