package house_test

import (
	"strings"
	"testing"
)

func TestARuleFindsWhatItIsAbout(t *testing.T) {
	tests := map[string]struct {
		rule    func([]*source) []string
		file    string
		text    string
		foreign bool
		want    string // part of the only finding; empty for none
	}{
		"a room may import a room below":             {rule: arrows, file: "engine/a.go", text: "package engine\nimport _ \"jig/tool\"\n"},
		"a room may import its own packages":         {rule: arrows, file: "schema/a.go", text: "package schema\nimport _ \"jig/schema/dialect\"\n"},
		"a room may not import a room above":         {rule: arrows, file: "schema/a.go", text: "package schema\nimport _ \"jig/tool\"\n", want: `"schema" lies below "tool"`},
		"a room may not import its neighbour":        {rule: arrows, file: "tui/a.go", text: "package tui\nimport _ \"jig/console\"\n", want: "side by side"},
		"a room may not import the front door above": {rule: arrows, file: "engine/a.go", text: "package engine\nimport _ \"jig\"\n", want: `"engine" lies below "."`},
		"formats may not import files":               {rule: arrows, file: "wire/a.go", text: "package wire\nimport _ \"jig/workspace\"\n", want: `"wire" may know only`},
		"a folder must be in the plan":               {rule: arrows, file: "util/a.go", text: "package util\n", want: `no room "util"`},
		"an import must be in the plan":              {rule: arrows, file: "engine/a.go", text: "package engine\nimport _ \"jig/util\"\n", want: `no room "util"`},
		"a test may import from above":               {rule: arrows, file: "schema/a_test.go", text: "package schema_test\nimport _ \"jig/tool\"\n"},
		"another module imports what it likes":       {rule: arrows, file: "bench/a.go", text: "package main\nimport _ \"jig/tool\"\n", foreign: true},

		"800 lines are allowed":     {rule: lengths, file: "a.go", text: "package a\n" + strings.Repeat("\n", 799)},
		"801 lines are not allowed": {rule: lengths, file: "a.go", text: "package a\n" + strings.Repeat("\n", 800), want: "has 801 lines"},

		"an init function is found":               {rule: inits, file: "a.go", text: "package a\nfunc init() {}\n", want: "a.go:2"},
		"a method may be called init":             {rule: inits, file: "a.go", text: "package a\ntype t int\nfunc (t) init() {}\n"},
		"a package without a comment is found":    {rule: packageComments, file: "a/a.go", text: "package a\n", want: "a: no file has"},
		"a package with a comment is in order":    {rule: packageComments, file: "a/a.go", text: "// Package a is one.\npackage a\n"},
		"a test package needs no package comment": {rule: packageComments, file: "a/a_test.go", text: "package a_test\n"},
		"unsafe is found":                         {rule: safe, file: "a.go", text: "package a\nimport _ \"unsafe\"\n", want: `"unsafe"`},
		"another module may be unsafe":            {rule: safe, file: "bench/a.go", text: "package a\nimport _ \"unsafe\"\n", foreign: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, err := parse(test.file, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			file.foreign = test.foreign
			findings := test.rule([]*source{file})
			switch {
			case test.want == "" && len(findings) > 0:
				t.Errorf("found %q, want nothing", findings)
			case test.want != "" && (len(findings) != 1 || !strings.Contains(findings[0], test.want)):
				t.Errorf("found %q, want one finding with %q", findings, test.want)
			}
		})
	}
}
