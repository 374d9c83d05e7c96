package workspace

// Kind is what stands at a place.
type Kind uint8

// The kinds of things on a disk. Link occurs only for [Space.ResolveEntry], which
// does not follow the last one.
const (
	Missing Kind = iota
	File
	Dir
	Link
	Device
	Fifo
	Socket
	Other
)

// String is the kind in a word for people.
func (k Kind) String() string {
	switch k {
	case Missing:
		return "missing"
	case File:
		return "file"
	case Dir:
		return "folder"
	case Link:
		return "link"
	case Device:
		return "device"
	case Fifo:
		return "pipe"
	case Socket:
		return "socket"
	case Other:
		return "special file"
	}
	return "unknown"
}

// Special reports whether it is something else than a file or a folder: reading
// may hang, and writing may do anything.
func (k Kind) Special() bool { return k == Device || k == Fifo || k == Socket || k == Other }

// Place is where a path leads.
type Place struct {
	// Given is the path as it was written.
	Given string
	// Path is the path as asked: absolute and cleaned, with no link followed.
	Path string
	// Real is where it leads after all links.
	Real string
	// Inside is set when Real is a root or lies below one, which Root then names.
	Inside bool
	Root   string
	// Exists tells whether something stands at Real, and Kind tells what.
	Exists bool
	Kind   Kind
	// Links holds the whole path as it stood after each link that was followed,
	// in order. Rules that forbid a path look at these as well.
	Links []string
	// Dangling is set when the last link leads to something that does not exist.
	Dangling bool
	// Shared is set for a file with more than one name (hard links): the others
	// may lie outside of the roots.
	Shared bool
	// Odd says what is suspicious about how the path was written, empty if
	// nothing: another program or system may read it differently.
	Odd string

	// at identifies what stands at Real; above the nearest folder that exists,
	// depth components of Real deep, where nothing stands there.
	at, above mark
	depth     int
	// entry is set when the last component was not to be followed.
	entry bool
	fsys  FS
}

// String is where the place really is.
func (p Place) String() string { return p.Real }

// Protected says why the place must not be changed silently, looking at the path
// as asked, at every path that links led through, and at where it ends.
func (p Place) Protected() (why string, ok bool) {
	return p.each(func(path string) (string, bool) { return Protected(p.Root, path) })
}

// Secret is like the function [Secret], for all paths the place goes by.
func (p Place) Secret() (why string, ok bool) { return p.each(Secret) }

// Forbidden is like the function [Forbidden], for all paths the place goes by.
func (p Place) Forbidden() (why string, ok bool) { return p.each(Forbidden) }

func (p Place) each(judge func(string) (string, bool)) (why string, ok bool) {
	if why, ok := judge(p.Real); ok {
		return why, ok
	}
	if p.Path != p.Real {
		if why, ok := judge(p.Path); ok {
			return why, ok
		}
	}
	for _, path := range p.Links {
		if why, ok := judge(path); ok {
			return why, ok
		}
	}
	return "", false
}
