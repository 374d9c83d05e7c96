package conflict

import "strings"

// Access is one place that a call touches.
type Access struct {
	kind  kind
	write bool
	path  string
}

// kind is the first step below the world. Places of different kinds have
// nothing to do with each other.
type kind uint8

const (
	world kind = iota // everything there is
	files
	locks
	apart
	kinds
)

// Read is the reading of a file or of a whole tree. The path should be
// absolute, cleaned and free of links: places are compared by their names.
func Read(path string) Access { return Access{kind: files, path: path} }

// Write is the creation, change or removal of a file or of a whole tree.
func Write(path string) Access { return Access{kind: files, path: path, write: true} }

// Lock is the use of a named thing that cannot be shared.
func Lock(name string) Access { return Access{kind: locks, path: name, write: true} }

// ReadAll is the reading of anything there is.
func ReadAll() Access { return Access{} }

// WriteAll conflicts with every other call.
func WriteAll() Access { return Access{write: true} }

// Apart touches nothing that others touch. It still waits for a WriteAll, and
// holds one up.
func Apart() Access { return Access{kind: apart} }

// step takes the next name of the way down from the place of the kind.
func (a *Access) step() (name string, more bool) {
	if a.kind == locks {
		name, a.path = a.path, ""
		return name, name != ""
	}
	for a.path != "" {
		name, a.path, _ = strings.Cut(a.path, "/")
		if name != "" && name != "." {
			return name, true
		}
	}
	return "", false
}

// meets reports whether two accesses conflict: one writes, and one of the
// places is, or lies below, the other.
func (a Access) meets(b Access) bool {
	if !a.write && !b.write {
		return false
	}
	if a.kind == world || b.kind == world {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	for {
		x, more := a.step()
		y, also := b.step()
		if !more || !also {
			return true
		}
		if x != y {
			return false
		}
	}
}
