package agents

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// LoadOptions say where the files are that describe types. What is empty is left out.
type LoadOptions struct {
	// Dir is the folder of the project.
	Dir string
	// Home and ConfigHome are the person's.
	Home, ConfigHome string
	// Trusted reports whether the person trusts the project. Without it no file of the project is read: whoever wrote it would
	// be giving instructions.
	Trusted func() bool
}

const (
	maxTypeFile  = 256 << 10
	maxTypeFiles = 200 // in one folder
)

// place is a folder below another one.
type place struct{ root, below string }

// places are the folders to look into, the ones that count most first.
func (o LoadOptions) places() []place {
	var all []place
	if o.Dir != "" && o.Trusted != nil && o.Trusted() {
		for dir := o.Dir; ; dir = filepath.Dir(dir) {
			all = append(all, place{dir, ".agents/agents"}, place{dir, ".claude/agents"}, place{dir, ".kiro/agents"})
			if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
				break
			}
			if dir == filepath.Dir(dir) { // there is no repository: what lies above is not the project's
				all = all[:3]
				break
			}
		}
	}
	if o.ConfigHome != "" {
		all = append(all, place{o.ConfigHome, "jig/agents"})
	}
	if o.Home != "" {
		all = append(all, place{o.Home, ".agents/agents"}, place{o.Home, ".claude/agents"}, place{o.Home, ".kiro/agents"})
	}
	return all
}

// Load gives the built-in types and those in files: *.md in .agents/agents, .claude/agents and .kiro/agents of the project,
// if it is trusted, from its folder up to the root of its repository; in jig/agents of the person's settings; and in the same
// three of the home folder. Of several of one name the first counts, also before a built-in one. Problems tell what is wrong
// with files; those that are in order are there all the same.
func Load(opt LoadOptions) ([]*Type, []Problem) {
	var l loader
	for _, at := range opt.places() {
		l.folder(at)
	}
	types := l.types
	for _, t := range slices.Backward(BuiltIn()) {
		if !l.has(t.Name) {
			types = slices.Insert(types, 0, t)
		}
	}
	return types, l.problems
}

type loader struct {
	types    []*Type
	problems []Problem
	visited  []string
}

func (l *loader) has(name string) bool {
	return slices.ContainsFunc(l.types, func(t *Type) bool { return spelling.Fold(t.Name) == spelling.Fold(name) })
}

func (l *loader) fault(file string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.problems = append(l.problems, Problem{File: file, Text: err.Error()})
	}
}

// folder reads the files of a folder. Links that lead out of its root are not followed: they could lead to what no model
// should see.
func (l *loader) folder(at place) {
	full := filepath.Join(at.root, filepath.FromSlash(at.below))
	if slices.Contains(l.visited, full) { // the project is the home folder
		return
	}
	l.visited = append(l.visited, full)
	root, err := os.OpenRoot(at.root)
	if err != nil {
		l.fault(at.root, err)
		return
	}
	defer func() { l.fault(at.root, root.Close()) }()
	entries, err := fs.ReadDir(root.FS(), at.below)
	if err != nil {
		l.fault(full, err)
		return
	}
	count := 0
	for _, e := range entries { // sorted by name
		if e.IsDir() || !strings.EqualFold(path.Ext(e.Name()), ".md") || strings.EqualFold(e.Name(), "README.md") {
			continue
		}
		if count++; count > maxTypeFiles {
			l.fault(full, errors.New("there are more files than are read here"))
			return
		}
		l.file(root, path.Join(at.below, e.Name()), filepath.Join(full, e.Name()))
	}
}

func (l *loader) file(root *os.Root, inside, full string) {
	text, err := read(root, inside)
	if err != nil {
		l.fault(full, err)
		return
	}
	t, problems := Parse(full, text)
	l.problems = append(l.problems, problems...)
	switch {
	case t == nil:
	case l.has(t.Name):
		l.problems = append(l.problems, Problem{File: full, Line: 1, Text: "there is another sub-agent of the name " + t.Name + " already, which counts"})
	default:
		l.types = append(l.types, t)
	}
}

func read(root *os.Root, name string) ([]byte, error) {
	info, err := root.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > maxTypeFile:
		return nil, errors.New("it is too long for the description of a sub-agent")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxTypeFile))
	return text, errors.Join(err, f.Close())
}
