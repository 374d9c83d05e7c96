package sandbox

import (
	"fmt"
	"os"
)

// look notes what is at a path.
func look(path string) (place, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return place{}, fmt.Errorf("look at %s: %w", path, err)
	}
	return place{Path: path, Dir: info.IsDir()}, nil
}
