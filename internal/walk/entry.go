package walk

import (
	"io/fs"
	"time"
)

// Entry is a file that a walk came to. It is valid during the visit only.
type Entry struct {
	path   []byte // absolute, with slashes
	base   int    // where the path from the root begins
	name   int    // where the name begins
	dir    *handle
	known  bool // it is a regular file, and not only a link to one
	follow bool
}

// Name is the name of the file in its folder.
func (e *Entry) Name() string { return string(e.path[e.name:]) }

// Rel is the path of the file from the root of the walk, with slashes.
func (e *Entry) Rel() string { return string(e.path[e.base:]) }

// AppendRel appends what Rel gives to b.
func (e *Entry) AppendRel(b []byte) []byte { return append(b, e.path[e.base:]...) }

// Bytes is what Rel gives, without a copy: it is overwritten after the visit.
func (e *Entry) Bytes() []byte { return e.path[e.base:] }

// Open opens the file to read, by its name in the folder that was listed, so that
// nothing that happens to the folders above can lead elsewhere. It never waits,
// follows no link unless the walk does, and refuses what is no regular file.
func (e *Entry) Open() (File, error) {
	return e.dir.openFile(e.Name(), e.follow, e.known)
}

// Info describes the file.
func (e *Entry) Info() (Info, error) { return e.dir.info(e.Name(), e.follow) }

// Info is what the system knows about an entry.
type Info struct {
	Kind    Kind
	Size    int64
	ModTime time.Time
	Mode    fs.FileMode
}

// Kind is what an entry of a folder is.
type Kind uint8

// The kinds. Other is for pipes, sockets and devices; Unknown for an entry that the
// listing did not say it of, which never leaves this package.
const (
	Unknown Kind = iota
	Regular
	Dir
	Link
	Other
)
