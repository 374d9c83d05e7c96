package ignore

import (
	"bytes"
	"errors"
	"fmt"
	"path"
)

// The names of ignore files, the strongest first. Of two rules in files of the
// same name the one in the deeper folder counts; of two in files of different
// names the one in the stronger, wherever it stands.
const (
	rgIgnore  = ".rgignore"
	anyIgnore = ".ignore"
	gitIgnore = ".gitignore"
)

// layer is the rules of one file, and those of the next weaker one of its kind.
type layer struct {
	rules *Rules
	off   int // where paths below the folder of the file begin in an absolute path
	up    *layer
}

// Folder is all the rules that hold for the entries of one folder. It does not
// change, and may be asked by several goroutines. A nil Folder ignores nothing.
type Folder struct {
	rg, any, git *layer
	// repo is set inside of a git repository; .gitignore counts nowhere else.
	repo bool
	// global are the rules of the user for all repositories.
	global *Rules
}

// Files says which files that matter here stand in a folder.
type Files struct {
	RgIgnore, Ignore, GitIgnore bool
	// Git is set for the top folder of a repository, which has a .git.
	Git bool
}

// Note takes up the name of an entry.
func (f *Files) Note(name []byte) {
	if len(name) < len(".git") || name[0] != '.' {
		return
	}
	switch string(name) {
	case ".git":
		f.Git = true
	case gitIgnore:
		f.GitIgnore = true
	case anyIgnore:
		f.Ignore = true
	case rgIgnore:
		f.RgIgnore = true
	}
}

// A Reader reads an ignore file by its path in a folder, like [ReadIn]. For one
// that is not there it gives nothing.
type Reader func(name string) ([]byte, error)

// Enter gives the rules for the folder at an absolute path, below the one that f
// is for, in which the noted files were seen. Where nothing was noted they are f
// itself. An error tells of ignore files that could not be read; the rules are
// then those of the others.
func (f *Folder) Enter(folder []byte, seen Files, read Reader) (*Folder, error) {
	if seen == (Files{}) {
		return f, nil
	}
	g := *f
	off := len(bytes.TrimRight(folder, "/")) + 1
	var wrong []error
	add := func(to **layer, name string) {
		data, err := read(name)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("ignore file %s: %w", path.Join(string(folder), name), err))
		}
		if rules := Parse(data); !rules.Empty() {
			*to = &layer{rules: rules, off: off, up: *to}
		}
	}
	if seen.RgIgnore {
		add(&g.rg, rgIgnore)
	}
	if seen.Ignore {
		add(&g.any, anyIgnore)
	}
	if seen.Git {
		// A repository inside of another one is a world of its own.
		g.repo, g.git = true, nil
		if g.global != nil {
			g.git = &layer{rules: g.global, off: off}
		}
		add(&g.git, excludeFile)
	}
	if seen.GitIgnore && g.repo {
		add(&g.git, gitIgnore)
	}
	return &g, errors.Join(wrong...)
}

// Judge says what the rules say about an entry of the folder. Path is absolute,
// with slashes; name is where in it the entry's own name begins.
func (f *Folder) Judge(path []byte, name int, folder bool) Verdict {
	if f == nil {
		return Unnamed
	}
	for _, l := range [...]*layer{f.rg, f.any, f.git} {
		for ; l != nil; l = l.up {
			if v := l.rules.Match(path[l.off:], name-l.off, folder); v != Unnamed {
				return v
			}
		}
	}
	return Unnamed
}
