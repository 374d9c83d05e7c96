package walk

import (
	"io/fs"
	"strings"
)

// descend opens a folder by its path from the root, one step after the other, so
// that no link is followed on the way, however long the path is. It is for folders
// whose parent could not be kept open.
func (k *worker) descend(rel []byte, link bool) (*handle, error) {
	at := k.root.retain()
	steps := strings.Split(string(rel), "/")
	for i, step := range steps {
		next, err := at.openDir(step, k.opt.Follow && (i < len(steps)-1 || link))
		k.note(at.release())
		if err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

// wrong is the error about a folder, by its path from the root.
func wrong(op string, rel []byte, err error) error {
	path := string(rel)
	if path == "" {
		path = "."
	}
	return &fs.PathError{Op: op, Path: path, Err: err}
}
