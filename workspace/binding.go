package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"path/filepath"
)

// Binding is a hash of where the place is and of what stands there and on the
// way: the identities of the file and of every folder above it. An approval keeps
// it; if it differs when the call starts, the approval was for something else.
// A file that was replaced in between, even by an equal one, differs. It is taken
// from the disk at the moment of asking: bind what was just resolved.
func (p Place) Binding() string {
	hash := sha256.New()
	add := func(text string) { hash.Write([]byte(text + "\x00")) }
	add(p.Real)
	if p.entry {
		add("entry")
	}
	for path := p.Real; ; path = filepath.Dir(path) {
		info, err := p.lstat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			add("missing")
		case err != nil:
			// Unreadable is a state like any other: it must not change either.
			add("unreadable " + err.Error())
		default:
			add(markOf(info).String())
		}
		if path == filepath.Dir(path) {
			return hex.EncodeToString(hash.Sum(nil))
		}
	}
}

func (p Place) lstat(path string) (fs.FileInfo, error) {
	if p.fsys == nil {
		return nil, fs.ErrNotExist
	}
	return p.fsys.Lstat(path)
}
