//go:build unix

package sandbox

import (
	"fmt"
	"os"
	"syscall"
)

// look notes what is at a path, so that it can be recognised later.
func look(path string) (place, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return place{}, fmt.Errorf("look at %s: %w", path, err)
	}
	p := place{Path: path, Dir: info.IsDir()}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		p.Dev, p.Ino = uint64(st.Dev), st.Ino //nolint:unconvert // its type differs between systems
	}
	return p, nil
}
