package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"jig/schema/dialect"
	"jig/tool"
)

func named(name string, aliases ...string) tool.Tool {
	return tool.New(tool.Spec{Name: name, Description: "Does " + name, Aliases: aliases},
		func(context.Context, struct{}) (string, error) { return name, nil })
}

func found(t *testing.T, s *tool.Set, name string) string {
	t.Helper()
	got, ok := s.Lookup(name)
	if !ok {
		return ""
	}
	return got.Spec().Name
}

func TestToolsAreFoundInAnySpelling(t *testing.T) {
	s := tool.NewSet(named("file_read", "cat", "fs-read"), named("Grep"), named("fileread2"))
	for name, want := range map[string]string{
		"file_read": "file_read", "FileRead": "file_read", "FILE-READ": "file_read", "fileread": "file_read",
		"cat": "file_read", "CAT": "file_read", "fsRead": "file_read", "grep": "Grep", "g_r-e_p": "Grep",
		"fileread2": "fileread2", "": "", "file read": "", "file_reader": "",
	} {
		if got := found(t, s, name); got != want {
			t.Errorf("%q finds %q, want %q", name, got, want)
		}
	}
}

func TestAnExactNameGoesBeforeEverySpelling(t *testing.T) {
	s := tool.NewSet(named("readFile"), named("read_file"), named("other", "READFILE"))
	for name, want := range map[string]string{"readFile": "readFile", "read_file": "read_file", "READFILE": "other", "Read-File": "readFile"} {
		if got := found(t, s, name); got != want {
			t.Errorf("%q finds %q, want %q", name, got, want)
		}
	}
}

func TestToolsComeAndGo(t *testing.T) {
	var s tool.Set
	changed := s.Changed()
	if err := s.Register(named("a"), named("b")); err != nil {
		t.Fatal(err)
	}
	select {
	case <-changed:
	default:
		t.Error("registering was not told")
	}
	if err := s.Register(named("a"), named("c")); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("a duplicate was not refused: %v", err)
	}
	if found(t, &s, "c") != "c" {
		t.Error("the good one beside a duplicate was lost")
	}
	version := s.Version()
	if err := s.Replace(named("a", "first")); err != nil {
		t.Fatal(err)
	}
	if found(t, &s, "first") != "a" || s.Version() == version || s.Len() != 3 {
		t.Error("not replaced")
	}
	if !s.Remove("a") || s.Remove("a") || found(t, &s, "first") != "" {
		t.Error("not removed")
	}
	for _, bad := range []tool.Tool{nil, named(" "), tool.Func(tool.Spec{}, nil)} {
		if err := s.Register(bad); err == nil {
			t.Errorf("%v was registered", bad)
		}
		if err := s.Replace(bad); err == nil {
			t.Errorf("%v was put in", bad)
		}
	}
}

// odd is a tool that cannot be compared.
type odd struct{ words []string }

func (o odd) Spec() *tool.Spec {
	return &tool.Spec{Name: o.words[0], Description: "d", Aliases: o.words[1:]}
}

func (odd) Run(context.Context, *tool.Call) (*tool.Result, error) { return tool.TextResult(""), nil }

func TestToolsNeedNotBeComparable(t *testing.T) {
	s := tool.NewSet(odd{[]string{"a b", "x"}}, odd{[]string{"a/b", "x"}})
	if got := found(t, s, "X"); got != "a b" {
		t.Errorf("x finds %q", got)
	}
	if _, hidden := s.Export(tool.Export{}); len(hidden) != 2 {
		t.Errorf("hidden %v", hidden)
	}
}

func TestASetMayChangeWhileItIsUsed(t *testing.T) {
	s := tool.NewSet(named("stays"))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			name := fmt.Sprint("t", i)
			for range 200 {
				if err := s.Register(named(name)); err != nil {
					t.Error(err)
				}
				if found(t, s, "STAYS") != "stays" || found(t, s, name) != name {
					t.Error("lost")
				}
				s.Export(tool.Export{})
				s.Remove(name)
			}
		})
	}
	wg.Wait()
}

func TestNamesAreMadeValidForProviders(t *testing.T) {
	long := strings.Repeat("very_long_name_", 10)
	s := tool.NewSet(named("plain"), named("@git/status"), named("git status"), named("7zip"), named("größe"), named(long), named(long+"2"), named("git_status"), named("日本"))
	defs, hidden := s.Export(tool.Export{})
	seen := map[string]string{}
	for _, d := range defs {
		if len(d.Name) > 64 || !strings.ContainsAny(d.Name[:1], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") ||
			strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			t.Errorf("%q is not valid", d.Name)
		}
		if other, twice := seen[d.Name]; twice {
			t.Errorf("%q stands for %q and %q", d.Name, other, d.Tool.Spec().Name)
		}
		seen[d.Name] = d.Tool.Spec().Name
		if got, ok := s.Lookup(d.Name); !ok || got != d.Tool {
			t.Errorf("%q does not find its tool", d.Name)
		}
	}
	// "@git/status" and "git status" both come out as the name of a third tool.
	if len(hidden) != 2 || len(defs) != 7 {
		t.Errorf("%d offered, hidden: %v", len(defs), hidden)
	}
}

func TestExportIsSortedAndSaysWhatItLeavesOut(t *testing.T) {
	s := tool.NewSet(named("b"), named("a", "b"),
		tool.New(tool.Spec{Name: "mute"}, func(context.Context, struct{}) (string, error) { return "", nil }),
		tool.New(tool.Spec{Name: "later", Description: "d", Deferred: true}, func(context.Context, struct{}) (string, error) { return "", nil }),
		tool.Func(tool.Spec{Name: "bare", Description: strings.Repeat("d", 10_001)}, nil))
	names := func(opt tool.Export) (out []string) {
		defs, _ := s.Export(opt)
		for _, d := range defs {
			out = append(out, d.Name)
		}
		return out
	}
	if got := names(tool.Export{}); !slices.Equal(got, []string{"a", "b", "bare"}) {
		t.Errorf("%q", got)
	}
	if got := names(tool.Export{Deferred: true}); !slices.Contains(got, "later") {
		t.Errorf("%q", got)
	}
	defs, hidden := s.Export(tool.Export{Purpose: true, Dialect: dialect.OpenAIStrict})
	if len(hidden) != 2 { // the alias that is a name, and the tool without words
		t.Errorf("hidden %v", hidden)
	}
	for _, d := range defs {
		var doc struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(d.Input, &doc); err != nil || doc.Properties[tool.PurposeKey] == nil {
			t.Errorf("%s has no purpose: %s", d.Name, d.Input)
		}
	}
	if len(defs[2].Warnings) != 1 {
		t.Errorf("no warning about a long description: %v", defs[2].Warnings)
	}
}

func TestAToolThatIsNotThereComesWithTheNearestNames(t *testing.T) {
	s := tool.NewSet(named("read_file", "cat"), named("write_file"), named("grep"), named("web_search"))
	for name, want := range map[string][]string{
		"raed_file": {"read_file"}, "reed-file": {"read_file"}, "search": {"web_search"}, "grpe": {"grep"},
		"file": {"read_file", "write_file"}, "kat": {"read_file"}, "zzzzzz": nil, "": nil, strings.Repeat("x", 1<<20): nil,
	} {
		_, err := s.Resolve(name)
		e := tool.AsError(err)
		if e == nil || e.Code != tool.CodeNotFound || !strings.HasPrefix(e.Error(), "Tool not found: ") || len(e.Error()) > 300 {
			t.Fatalf("%.20q: %v", name, err)
		}
		for _, w := range want {
			if !strings.Contains(e.Message, w) {
				t.Errorf("%q: %s", name, e.Message)
			}
		}
		if want == nil && e.Details != nil {
			t.Errorf("%.20q: %v", name, e.Details)
		}
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"read_file", "ReadFile", "@git/status", "", "\x00", "größe", strings.Repeat("_", 100)} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, register, ask string) {
		s := tool.NewSet(named("read_file", "cat"), named("grep"))
		err := s.Register(named2(register))
		got, resolveErr := s.Resolve(ask)
		if (got == nil) == (resolveErr == nil) {
			t.Fatalf("%v and %v", got, resolveErr)
		}
		if err == nil {
			if own, ok := s.Lookup(register); !ok || own.Spec().Name != register {
				t.Fatalf("%q does not find itself", register)
			}
		}
		defs, hidden := s.Export(tool.Export{})
		seen := map[string]bool{}
		for _, d := range defs {
			if seen[d.Name] || tool.WireName(d.Name) != d.Name {
				t.Fatalf("the name %q is offered twice or is not valid", d.Name)
			}
			seen[d.Name] = true
		}
		if len(defs)+len(hidden) < s.Len() {
			t.Fatalf("%d tools, %d offered, %d hidden", s.Len(), len(defs), len(hidden))
		}
	})
}

// named2 is a tool whose name may be anything.
func named2(name string) tool.Tool {
	return tool.Func(tool.Spec{Name: name, Description: "d"}, nil)
}
