package shell

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

const (
	// keptFor is how long an output is kept, and keptBytes how much all of them may take. One that was written to a short while
	// ago stays in any case: another session may still be reading it.
	keptFor   = 24 * time.Hour
	keptBytes = 2 * longestFile
	keptFresh = time.Hour
)

// outputName is what the files of [folder.create] are called; no other file is touched.
var outputName = regexp.MustCompile(`^(run|repl|sh-[a-z2-7]{6})-[0-9]+\.txt$`)

// tidy deletes the outputs in a folder that nobody will want any more: what is old, and then the oldest of what is too much.
// What cannot be deleted is tried again by the next session; the output that is to be kept now must not suffer from it.
func tidy(dir string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // whoever creates a file in it is told why
	}
	var files []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && outputName.MatchString(info.Name()) { // else it has gone meanwhile
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int {
		return cmp.Or(a.ModTime().Compare(b.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	for _, f := range files {
		age := now.Sub(f.ModTime())
		if age < keptFresh || age < keptFor && total <= keptBytes {
			continue
		}
		if os.Remove(filepath.Join(dir, f.Name())) == nil {
			total -= f.Size()
		}
	}
}
