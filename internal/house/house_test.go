package house_test

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"testing"
)

// longest is the number of lines at which a file is certainly two files.
const longest = 800

// A rule returns what is wrong with the files, one sentence for each finding.
type rule struct {
	name  string
	check func(files []*source) []string
}

func rules() []rule {
	return []rule{
		{"imports go down the plan only", arrows},
		{"no file is longer than 800 lines", lengths},
		{"no package has an init function", inits},
		{"every package has a package comment", packageComments},
		{"the library uses neither cgo nor unsafe", safe},
	}
}

func TestTheHouseIsInOrder(t *testing.T) {
	files := sources(t)
	if len(files) == 0 {
		t.Fatal("no Go files found")
	}
	for _, r := range rules() {
		t.Run(r.name, func(t *testing.T) {
			for _, finding := range r.check(files) {
				t.Error(finding)
			}
		})
	}
}

func arrows(files []*source) []string {
	var findings []string
	for _, f := range files {
		if f.foreign || f.isTest() {
			continue
		}
		from, _ := roomOf(f.importPath())
		if _, _, err := find(from); err != nil {
			findings = append(findings, fmt.Sprintf("%s: %v", f.name, err))
			continue
		}
		for _, spec := range f.imports() {
			to, ours := roomOf(spec)
			if !ours {
				continue
			}
			if err := mayImport(from, to); err != nil {
				findings = append(findings, fmt.Sprintf("%s imports %s: %v", f.name, spec, err))
			}
		}
	}
	return findings
}

func lengths(files []*source) []string {
	var findings []string
	for _, f := range files {
		if f.lines > longest {
			findings = append(findings, fmt.Sprintf("%s has %d lines, more than %d: split it by subject", f.name, f.lines, longest))
		}
	}
	return findings
}

func inits(files []*source) []string {
	var findings []string
	for _, f := range files {
		for _, decl := range f.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				findings = append(findings, fmt.Sprintf("%s: an init function; let the caller construct what it needs", f.at(fn.Pos())))
			}
		}
	}
	return findings
}

func packageComments(files []*source) []string {
	var folders []string
	taught := make(map[string]bool)
	for _, f := range files {
		if f.isTest() {
			continue
		}
		folder := path.Dir(f.name)
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
		taught[folder] = taught[folder] || f.syntax.Doc.Text() != ""
	}
	var findings []string
	for _, folder := range folders {
		if !taught[folder] {
			findings = append(findings, folder+": no file has a package comment; teach the package in doc.go")
		}
	}
	return findings
}

func safe(files []*source) []string {
	var findings []string
	for _, f := range files {
		for _, spec := range f.imports() {
			if !f.foreign && (spec == "unsafe" || spec == "C") {
				findings = append(findings, fmt.Sprintf("%s imports %q", f.name, spec))
			}
		}
	}
	return findings
}
