package conflict

import "strings"

// Access is one place that a call touches.
type Access struct {
	kind  string // the first step below the world; empty for the world itself
	path  string // further steps, separated by slashes
	name  string // one further step, taken whole
	write bool
}

const (
	files = "files"
	locks = "locks"
	apart = "apart"
)

// Read is the reading of a file or of a whole tree. The path should be
// absolute, cleaned and free of links: places are compared by their names.
func Read(path string) Access { return Access{kind: files, path: path} }

// Write is the creation, change or removal of a file or of a whole tree.
func Write(path string) Access { return Access{kind: files, path: path, write: true} }

// Lock is the use of a named thing that cannot be shared.
func Lock(name string) Access { return Access{kind: locks, name: name, write: true} }

// ReadAll is the reading of anything there is.
func ReadAll() Access { return Access{} }

// WriteAll conflicts with every other call.
func WriteAll() Access { return Access{write: true} }

// Apart touches nothing that others touch. It still waits for a WriteAll, and
// holds one up.
func Apart() Access { return Access{kind: apart} }

// step takes the next name of the way down from the world.
func (a *Access) step() (name string, more bool) {
	if a.kind != "" {
		name, a.kind = a.kind, ""
		return name, true
	}
	if a.name != "" {
		name, a.name = a.name, ""
		return name, true
	}
	for a.path != "" {
		name, a.path, _ = strings.Cut(a.path, "/")
		if name != "" && name != "." {
			return name, true
		}
	}
	return "", false
}
