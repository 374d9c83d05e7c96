package workspace

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// NearFolders are the folders that may have been meant by a place where nothing
// is: those spelt almost like the first component that is missing, the most alike
// first. Only what lies in the roots is told, because nobody has decided yet about
// looking anywhere else.
func (s *Space) NearFolders(p Place) []string {
	const most = 3
	dir, name := filepath.Dir(p.Real), filepath.Base(p.Real)
	above, err := s.Resolve(dir)
	for err == nil && !above.Exists && dir != filepath.Dir(dir) {
		dir, name = filepath.Dir(dir), filepath.Base(dir)
		above, err = s.Resolve(dir)
	}
	if err != nil || !above.Inside || above.Kind != Dir || len(name) > 255 {
		return nil
	}
	f, err := s.Open(above, os.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	entries, _ := f.ReadDir(5000) // a listing that ends early is still of use
	if f.Close() != nil {
		return nil
	}
	far := func(e os.DirEntry) int { return spelling.Distance(strings.ToLower(name), strings.ToLower(e.Name())) }
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return !e.IsDir() || far(e) > max(2, len(name)/3) })
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Or(far(a)-far(b), cmp.Compare(a.Name(), b.Name())) })
	var near []string
	for _, e := range entries[:min(len(entries), most)] {
		near = append(near, filepath.Join(dir, e.Name()))
	}
	return near
}
