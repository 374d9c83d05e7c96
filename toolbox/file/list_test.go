package file_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/workspace"
)

// project is a workspace with a bit of everything in it.
func project(t *testing.T) *room {
	t.Helper()
	r := newRoom(t, file.ReadOptions{})
	for path, content := range map[string]string{
		".git/HEAD": "ref: x\n", ".gitignore": "*.log\n/tmp/\n", ".env": "A=1\n",
		"main.go": "package main\n", "debug.log": "x", "tmp/x": "x", "README.md": "# hi\n",
		"cmd/app/app.go": "package app\n", "cmd/app/.gitignore": "gen.go\n", "cmd/app/gen.go": "x", "cmd/tool.go": "x",
		"node_modules/dep/index.js": "x", "build/out.js": "x",
	} {
		r.put(t, path, content)
	}
	return r
}

// listed are the names in an answer.
func listed(text string) []string {
	entry := regexp.MustCompile(`(?m)^[fdls] +\S+  \S+ \S+  (.*)$`)
	var names []string
	for _, m := range entry.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

func TestListShowsFolders(t *testing.T) {
	r := project(t)
	for _, c := range []struct {
		name, tool, args string
		want             []string
		notes            []string
	}{
		{
			"the main folder", "list", `{}`,
			[]string{"README.md", "build/", "cmd/", "main.go", "node_modules/"},
			[]string{"[.", "2 ignored", "3 hidden (.env, .git, .gitignore)"},
		},
		{"a folder below", "list", `{"path":"cmd"}`, []string{"app/", "tool.go"}, nil},
		{
			"several levels", "list", `{"depth":3}`,
			[]string{"README.md", "build/", "cmd/", "cmd/app/", "cmd/app/app.go", "cmd/tool.go", "main.go", "node_modules/"},
			[]string{"[not entered: build, node_modules;"},
		},
		{
			"rules of folders between count", "ls", `{"path":"cmd/app","hidden":true}`, []string{".gitignore", "app.go"}, []string{"1 ignored"},
		},
		{
			"phi's list_files looks three levels deep", "list_files", `{"pattern":"*.go"}`, []string{"cmd/app/app.go", "cmd/tool.go", "main.go"}, nil,
		},
		{"max_depth is the depth", "list_files", `{"max_depth":1,"pattern":"*.go"}`, []string{"main.go"}, nil},
		{"a pattern with a path", "list", `{"depth":9,"pattern":"cmd/**/*.go"}`, []string{"cmd/app/app.go", "cmd/tool.go"}, nil},
		{"excluded names", "list", `{"exclude_patterns":["*.md","cmd/"]}`, []string{"build/", "main.go", "node_modules/"}, []string{"2 excluded"}},
		{
			"what is ignored", "list", `{"no_ignore":true}`,
			[]string{"README.md", "build/", "cmd/", "debug.log", "main.go", "node_modules/", "tmp/"},
			nil,
		},
		{"a part", "list", `{"limit":2,"offset":1}`, []string{"build/", "cmd/"}, []string{"[entries 2-3 of 5; to continue: offset=3]"}},
		{"recursive", "list_files", `{"path":"cmd","recursive":true}`, []string{"app/", "app/app.go", "tool.go"}, nil},
		{"read of a folder", "read", `{"path":"cmd"}`, []string{"app/", "tool.go"}, nil},
		{"read of the main folder", "read", `{"path":"."}`, []string{"README.md", "build/", "cmd/", "main.go", "node_modules/"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.call(t, c.tool, c.args)
			got := out.Result.Text()
			if out.Status != engine.OK || !slices.Equal(listed(got), c.want) {
				t.Errorf("%s %q\nwant %q\n%s", out.Status, listed(got), c.want, got)
			}
			for _, note := range c.notes {
				if !strings.Contains(got, note) {
					t.Errorf("%q is missing in\n%s", note, got)
				}
			}
		})
	}
}

func TestListSortsByAge(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	for i, name := range []string{"b", "c", "a"} {
		when := time.Date(2020, 1, 1+i, 12, 0, 0, 0, time.UTC)
		if err := os.Chtimes(r.put(t, name, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	for args, want := range map[string][]string{
		`{"sort":"newest"}`: {"a", "c", "b"}, `{"sort":"name"}`: {"a", "b", "c"},
	} {
		if got := listed(r.call(t, "list", args).Result.Text()); !slices.Equal(got, want) {
			t.Errorf("%s: %q", args, got)
		}
	}
	out := r.call(t, "fs_read", `{"operations":[{"mode":"Directory","path":"."}]}`)
	if got := listed(out.Result.Text()); !slices.Equal(got, []string{"a", "c", "b"}) {
		t.Errorf("Kiro shows the newest first: %q", got)
	}
	if got := r.call(t, "list", `{}`).Result.Text(); !strings.Contains(got, "f          1  2020-01-0") {
		t.Error(got)
	}
}

func TestListShowsLinksAndDoesNotFollowThem(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	if err := os.Symlink("/etc", filepath.Join(r.dir, "etc")); err != nil {
		t.Fatal(err)
	}
	got := r.call(t, "list", `{"depth":5}`).Result.Text()
	if !slices.Equal(listed(got), []string{"etc -> /etc"}) {
		t.Error(got)
	}
	out := r.call(t, "list", `{"path":"etc"}`)
	if out.Result.Error == nil || out.Result.Error.Code != tool.CodePermissionDenied {
		t.Error(out.Result.Text())
	}
}

func TestWhatCannotBeListedIsExplained(t *testing.T) {
	r := project(t)
	for args, want := range map[string]string{
		`{"path":"main.go"}`: "not a folder: use read",
		`{"path":"cdm"}`:     "Did you mean cmd?",
		`{"pattern":"[a"}`:   "no valid pattern",
		`{"offset":99}`:      "past the end",
		`{"path":"/usr"}`:    "outside of the workspace",
	} {
		out := r.call(t, "list", args)
		if got := out.Result.Text(); !out.Result.IsError || !strings.Contains(got, want) {
			t.Errorf("%s: %s", args, got)
		}
	}
}

func TestListOutsideWhereAGateDecides(t *testing.T) {
	r := newRoomIn(t, file.ReadOptions{}, workspace.SessionOptions{Outside: true})
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "x.txt"), []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := r.call(t, "list", map[string]any{"path": other})
	if got := listed(out.Result.Text()); !slices.Equal(got, []string{"x.txt"}) {
		t.Error(out.Result.Text())
	}
}
