package house_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A source is one Go file of the repository.
type source struct {
	name    string // slash-separated, relative to the root of the repository
	foreign bool   // it belongs to another module, such as bench
	lines   int
	syntax  *ast.File
	fset    *token.FileSet
}

func (s *source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// importPath is the path of the package that the file belongs to.
func (s *source) importPath() string { return path.Join(module, path.Dir(s.name)) }

func (s *source) imports() []string {
	var paths []string
	for _, spec := range s.syntax.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil { // the parser has seen to it that it can be unquoted
			paths = append(paths, p)
		}
	}
	return paths
}

// at names a place in the file the way compilers do.
func (s *source) at(pos token.Pos) string {
	return fmt.Sprintf("%s:%d", s.name, s.fset.Position(pos).Line)
}

// sources reads all Go files of the repository, whatever system they are built for.
//
// It reads the files itself instead of asking `go list`, because the go command remembers which files a test has read and
// runs it again when they change; what a child process has read it cannot know.
func sources(t *testing.T) []*source {
	t.Helper()
	root := os.DirFS(filepath.Join("..", ".."))
	var all []*source
	var modules []string // folders of other modules
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name == "." {
				return nil
			}
			if base := entry.Name(); base == "testdata" || name == "bin" || base[0] == '.' || base[0] == '_' {
				return fs.SkipDir
			}
			if _, err := fs.Stat(root, path.Join(name, "go.mod")); err == nil {
				modules = append(modules, name+"/")
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		s, err := read(root, name)
		if err != nil {
			return err
		}
		for _, m := range modules {
			s.foreign = s.foreign || strings.HasPrefix(name, m)
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatalf("reading the Go files of the repository: %v", err)
	}
	return all
}

func read(root fs.FS, name string) (*source, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	return parse(name, text)
}

func parse(name string, text []byte) (*source, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &source{name: name, lines: bytes.Count(text, []byte("\n")), syntax: syntax, fset: fset}, nil
}
