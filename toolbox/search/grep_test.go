package search_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/search"
	"jig/workspace"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newGrep is the tool on a folder with files, each written as name:text.
func newGrep(t *testing.T, files ...string) (call func(name, args string) engine.Outcome, dir string) {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, text, _ := strings.Cut(file, ":")
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	grep := search.Grep(workspace.NewSession(space, workspace.SessionOptions{}))
	eng := engine.New(tool.NewSet(grep), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := errors.Join(eng.Close(), space.Close()); err != nil {
			t.Error(err)
		}
	})
	return func(name, args string) engine.Outcome {
		return eng.Call(t.Context(), tool.Call{Name: name, Args: json.RawMessage(args)})
	}, dir
}

func TestGrepFindsLines(t *testing.T) {
	call, _ := newGrep(t,
		"a.go:package a\n\nfunc Alpha() {}\nfunc beta() {}\n",
		"b/b.go:package b\n\n// alpha is here\nfunc Gamma() { Alpha() }\n",
		"b/b_test.go:func TestAlpha() {}\n",
		"c.py:def alpha():\n    pass\n",
		"notes.md:alpha\nbeta\ngamma\ndelta\nalpha\n",
		".hidden/x.go:Alpha\n", ".git/config:Alpha\n", ".gitignore:out/\n", "out/o.go:Alpha\n",
		"bin.dat:Alpha one\n\x00Alpha two\n",
		"long.txt:"+strings.Repeat("é", 2000)+"needle"+strings.Repeat("z", 2000)+"\n",
	)
	for name, c := range map[string]struct{ args, want string }{
		"in the order of the paths": {
			`{"pattern":"Alpha","glob":"*.go"}`,
			"a.go:3:func Alpha() {}\nb/b.go:4:func Gamma() { Alpha() }\nb/b_test.go:1:func TestAlpha() {}\n3 matching lines in 3 files.",
		},
		"whatever the case": {
			`{"pattern":"ALPHA","-i":true,"type":"py"}`, "c.py:1:def alpha():\n1 matching line in 1 file.",
		},
		"only the paths":         {`{"pattern":"Alpha","output_mode":"files_with_matches","glob":"*.go"}`, "a.go\nb/b.go\nb/b_test.go\n3 files with matches."},
		"only the counts":        {`{"pattern":"alpha","output_mode":"count"}`, "b/b.go:1\nc.py:1\nnotes.md:2\n4 matching lines in 3 files."},
		"with context":           {`{"pattern":"beta","path":"notes.md","-C":1}`, "1-alpha\n2:beta\n3-gamma\n1 matching line."},
		"with context elsewhere": {`{"pattern":"delta|beta","glob":"*.{md,go}","-A":1}`, "a.go:4:func beta() {}\n--\nnotes.md:2:beta\nnotes.md-3-gamma\nnotes.md:4:delta\nnotes.md-5-alpha\n3 matching lines in 2 files."},
		"without line numbers":   {`{"pattern":"beta","path":"notes.md","-n":false}`, "beta\n1 matching line."},
		"one file":               {`{"pattern":"alpha","path":"notes.md"}`, "1:alpha\n5:alpha\n2 matching lines."},
		"an ignored file that is named": {
			`{"pattern":"Alpha","path":"out/o.go"}`, "1:Alpha\n1 matching line.",
		},
		"a limit, and how to go on": {
			`{"pattern":"alpha","head_limit":2}`,
			"b/b.go:3:// alpha is here\nc.py:1:def alpha():\n4 matching lines in 3 files; lines 1 to 2 of 4 shown. For more repeat the call with offset 2, or narrow pattern, path, glob or type.",
		},
		"the rest": {
			`{"pattern":"alpha","head_limit":2,"offset":2}`,
			"notes.md:1:alpha\nnotes.md:5:alpha\n4 matching lines in 3 files; lines 3 to 4 shown, which are the last.",
		},
		"beyond the end":  {`{"pattern":"alpha","offset":9}`, "Nothing is left to show: there are 4 lines, and offset is 9."},
		"a plain text":    {`{"pattern":"a() {","literal":true}`, "a.go:3:func Alpha() {}\na.go:4:func beta() {}\nb/b.go:4:func Gamma() { Alpha() }\nb/b_test.go:1:func TestAlpha() {}\n4 matching lines in 3 files."},
		"whole words":     {`{"pattern":"Alpha","word":true,"glob":"b/*"}`, "b/b.go:4:func Gamma() { Alpha() }\n1 matching line in 1 file."},
		"not some":        {`{"pattern":"Alpha","glob":"*.go,!*_test.go"}`, "a.go:3:func Alpha() {}\nb/b.go:4:func Gamma() { Alpha() }\n2 matching lines in 2 files."},
		"hidden files":    {`{"pattern":"^Alpha","glob":"*.go","hidden":true}`, ".hidden/x.go:1:Alpha\n1 matching line in 1 file."},
		"ignored files":   {`{"pattern":"^Alpha","glob":"*.go","no_ignore":true}`, "out/o.go:1:Alpha\n1 matching line in 1 file."},
		"several lines":   {`{"pattern":"def .*pass","multiline":true}`, "c.py:1:def alpha():\nc.py:2:    pass\n2 matching lines in 1 file."},
		"the first only":  {`{"pattern":"alpha","max_matches_per_file":1,"type":"md"}`, "notes.md:1:alpha\n1 matching line in 1 file.\nEach file was left after 1 match."},
		"the first files": {`{"pattern":"alpha","max_files":1}`, "b/b.go:3:// alpha is here\n4 matching lines in 3 files; the first 1 file shown. For more raise max_files, or narrow pattern, path, glob or type."},
		"binary files":    {`{"pattern":"Alpha","path":"bin.dat"}`, "1:Alpha one\n1 matching line.\nBinary data follows in 1 file with matches; such a file is searched up to its first NUL byte."},
		"nothing":         {`{"pattern":"omega","type":"go"}`, "No line matches omega; 3 files searched. Hidden and ignored files were left out: set hidden or no_ignore to search them."},
		"a stray quote":   {`{"pattern":"def alpha\\\"","type":"py"}`, "c.py:1:def alpha():\n1 matching line in 1 file.\nNothing matches def alpha\\\", whose last quote has no partner: searched for def alpha instead."},
		"nothing but for capitals": {
			`{"pattern":"GAMMA"}`, "No line matches GAMMA as it is written, but some would if capitals did not matter: set case_insensitive to see them.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := call("grep", c.args)
			if got := out.Result.Text(); got != c.want {
				t.Errorf("got\n%s\nnot\n%s", got, c.want)
			}
		})
	}
	out := call("grep", `{"pattern":"needle"}`).Result.Text()
	line, _, _ := strings.Cut(out, "\n")
	if len(line) > 540 || !strings.Contains(line, "énee") || !strings.HasPrefix(line, "long.txt:1:…é") || !strings.HasSuffix(line, "z…") || strings.Contains(line, "\uFFFD") {
		t.Errorf("a long line is shown as %s", out)
	}
}

func TestGrepTakesCallsOfOtherSystems(t *testing.T) {
	call, _ := newGrep(t, "a.ts:Hello\n", "b.js:hello\n")
	for _, c := range []struct {
		name, args string
		matches    int
	}{
		{"Grep", `{"pattern":"hello","-i":true,"output_mode":"files_with_matches","head_limit":250}`, 2},
		{"grep_search", `{"query":"hello","includePattern":"*.js"}`, 1},
		{"search", `{"pattern":"hello","include":"*.ts"}`, 1},
		{"search", `{"pattern":"hello","case_sensitive":true}`, 1},
		{"grep", `{"pattern":"hello","case_sensitive":false,"max_total_lines":10}`, 2},
		{"ripgrep", `{"regex":"^hel+o$","Glob":"*.{ts,js}"}`, 1},
		{"search_files", `{"pattern":"h","file_type":"javascript"}`, 1},
	} {
		out := call(c.name, c.args)
		if d, ok := out.Result.Details.(search.GrepDetails); !ok || d.Matches != c.matches {
			t.Errorf("%s %s: %+v\n%s", c.name, c.args, out.Result.Details, out.Result.Text())
		}
	}
}

func TestGrepRefusesWithAdvice(t *testing.T) {
	call, dir := newGrep(t, "src/a.go:x\n")
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{`{"pattern":"a(?=b)"}`, "look-ahead is not supported"},
		{`{"pattern":"main("}`, "set literal"},
		{`{"pattern":"x","path":"scr"}`, "Did you mean src?"},
		{`{"pattern":"x","glob":"[a"}`, "not complete"},
		{`{"pattern":"x","path":"pipe"}`, "cannot be searched"},
		{`{"pattern":"x","case_sensitive":true,"case_insensitive":true}`, "contradict"},
	} {
		out := call("grep", c.args)
		if !out.Result.IsError || !strings.Contains(out.Result.Text(), c.want) {
			t.Errorf("%s: %s", c.args, out.Result.Text())
		}
	}
	if out := call("grep", `{"pattern":"x"}`); out.Result.Text() != "src/a.go:1:x\n1 matching line in 1 file." {
		t.Errorf("a pipe in the tree is in the way: %s", out.Result.Text())
	}
}

func TestGrepAnswersAlikeHoweverTheWorkIsDivided(t *testing.T) {
	var files []string
	for i := range 400 {
		files = append(files, fmt.Sprintf("d%02d/f%03d.txt:%s", i%20, i, strings.Repeat("match me\nnot\n", 1+i%7)))
	}
	call, _ := newGrep(t, files...)
	for _, args := range []string{
		`{"pattern":"match","head_limit":17}`, `{"pattern":"match","head_limit":17,"offset":700}`, `{"pattern":"match","output_mode":"count","head_limit":9,"offset":3}`,
		`{"pattern":"match","head_limit":0}`,
	} {
		first := call("grep", args).Result.Text()
		for range 10 {
			if again := call("grep", args).Result.Text(); again != first {
				t.Fatalf("%s: the answers differ:\n%s\n%s", args, first, again)
			}
		}
	}
	all := strings.Split(call("grep", `{"pattern":"match","head_limit":0}`).Result.Text(), "\n")
	paged := []string{}
	for offset := 0; offset < len(all)-1; offset += 100 {
		page := strings.Split(call("grep", fmt.Sprintf(`{"pattern":"match","head_limit":100,"offset":%d}`, offset)).Result.Text(), "\n")
		paged = append(paged, page[:len(page)-1]...)
	}
	if strings.Join(paged, "\n") != strings.Join(all[:len(all)-1], "\n") {
		t.Error("the pages do not make up the whole")
	}
}

func TestGrepStopsWhenItIsCancelled(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range []string{`{"pattern":"x"}`, `{"pattern":"x","path":"a"}`} {
		_, err = search.Grep(workspace.NewSession(space, workspace.SessionOptions{})).Run(ctx, &tool.Call{Args: json.RawMessage(args)})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	if err := space.Close(); err != nil {
		t.Error(err)
	}
}

func TestGrepStatesWhatItReads(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	planner, ok := search.Grep(workspace.NewSession(space, workspace.SessionOptions{})).(tool.Planner)
	if !ok {
		t.Fatal("grep states nothing")
	}
	for args, want := range map[string]string{
		`{"pattern":"x"}`:                     dir + " " + dir + "/[!.]**",
		`{"pattern":"x","hidden":true}`:       dir + " " + dir + "/**",
		`{"pattern":"x","glob":".github/**"}`: dir + " " + dir + "/**",
		`{"pattern":"x","path":"a"}`:          dir + "/a ",
	} {
		intent, err := planner.Plan(t.Context(), &tool.Call{Args: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(intent.Reads, ",") + " " + strings.Join(intent.Follows, ","); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
	if err := space.Close(); err != nil {
		t.Error(err)
	}
}
