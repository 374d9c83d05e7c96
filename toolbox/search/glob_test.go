package search_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jig/engine"
	"jig/internal/corpora"
	"jig/tool"
	"jig/toolbox/search"
	"jig/workspace"
)

// globDesk is a session on a folder with files.
type globDesk struct {
	dir string
	eng *engine.Engine
}

func newGlobDesk(t *testing.T, files ...string) globDesk {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range files {
		name, text, _ := strings.Cut(name, ":")
		path := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		// Each is older than the one before.
		changed := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC).Add(-time.Duration(i) * time.Hour)
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	eng := engine.New(tool.NewSet(search.Glob(workspace.NewSession(space, workspace.SessionOptions{}))), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return globDesk{dir, eng}
}

func (d globDesk) glob(t *testing.T, name, args string) engine.Outcome {
	t.Helper()
	return d.eng.Call(t.Context(), tool.Call{Name: name, Args: json.RawMessage(args)})
}

func TestGlobFindsFilesByName(t *testing.T) {
	files := []string{
		"z.go", "a.go", "src/b.go", "src/deep/c.go", "src/deep/c_test.go", "src/x.ts", "src/y.tsx", "src/it's [1].md",
		".env", ".github/ci.yml", "build/out.go", ".git/", ".gitignore:build/\n", "web/index.html",
	}
	tests := map[string]struct {
		args string
		want string // the paths, in order
		last string // a part of the last line
	}{
		"the last changed come first":        {`{"pattern":"**/*.go"}`, "z.go a.go src/b.go src/deep/c.go src/deep/c_test.go", "5 files, the last changed first"},
		"or by name":                         {`{"pattern":"**/*.go","sort":"name"}`, "a.go src/b.go src/deep/c.go src/deep/c_test.go z.go", "5 files, by name"},
		"without a slash in any folder":      {`{"pattern":"*.go"}`, "z.go a.go src/b.go src/deep/c.go src/deep/c_test.go", "5 files"},
		"a whole name":                       {`{"pattern":"c.go"}`, "src/deep/c.go", "1 file,"},
		"the folder itself":                  {`{"pattern":"./*.go"}`, "z.go a.go", "2 files"},
		"one level":                          {`{"pattern":"*/*.go"}`, "src/b.go", "1 file"},
		"a folder in the pattern":            {`{"pattern":"src/**/*.go"}`, "src/b.go src/deep/c.go src/deep/c_test.go", "3 files"},
		"a folder beside it":                 {`{"pattern":"*.go","path":"src/deep"}`, "src/deep/c.go src/deep/c_test.go", "2 files"},
		"alternatives":                       {`{"pattern":"src/*.{ts,tsx}"}`, "src/x.ts src/y.tsx", "2 files"},
		"alternatives with folders":          {`{"pattern":"{src/deep/c.go,web/**,*.go}"}`, "z.go a.go src/deep/c.go web/index.html", "4 files"},
		"a class of characters":              {`{"pattern":"[xy].ts*"}`, "src/x.ts src/y.tsx", "2 files"},
		"wildcards that stand for nothing":   {`{"pattern":"src/it's \\[1\\].md"}`, "src/it's [1].md", "1 file"},
		"a slash at the end":                 {`{"pattern":"web/"}`, "web/index.html", "1 file"},
		"a limit":                            {`{"pattern":"**/*.go","limit":2}`, "z.go a.go", "2 of 5 files"},
		"a limit by another name":            {`{"pattern":"**/*.go","max_results":2}`, "z.go a.go", "raise limit"},
		"a depth":                            {`{"pattern":"**/*.go","max_depth":2}`, "z.go a.go src/b.go", "3 files"},
		"hidden files":                       {`{"pattern":"**/*.yml","hidden":true}`, ".github/ci.yml", "1 file"},
		"hidden files that are named":        {`{"pattern":".github/*"}`, ".github/ci.yml", "1 file"},
		"hidden files by a pattern":          {`{"pattern":".e*"}`, ".env", "1 file"},
		"ignored files":                      {`{"pattern":"out.go","no_ignore":true}`, "build/out.go", "1 file"},
		"an ignored folder that is named":    {`{"pattern":"build/*"}`, "build/out.go", "1 file"},
		"nothing, and why: ignored":          {`{"pattern":"**/out.go"}`, "", "set no_ignore"},
		"nothing, and why: hidden":           {`{"pattern":"**/*.yml"}`, "", "set hidden"},
		"nothing at all":                     {`{"pattern":"*.nope"}`, "", "No file matches *.nope"},
		"never what is in .git":              {`{"pattern":"**/HEAD","hidden":true,"no_ignore":true}`, "", "No file matches"},
		"an absolute pattern":                {`{"pattern":"ROOT/src/*.ts"}`, "src/x.ts", "1 file"},
		"a path written with dots":           {`{"pattern":"../src/./*.ts","path":"web"}`, "src/x.ts", "1 file"},
		"an empty answer when nothing is in": {`{"pattern":"src/deep/**/nope/*.go"}`, "", "No file matches"},
	}
	d := newGlobDesk(t, files...)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := d.glob(t, "glob", strings.ReplaceAll(test.args, "ROOT", d.dir))
			if out.Status != engine.OK {
				t.Fatalf("%s: %s", out.Status, out.Result.Text())
			}
			details, ok := out.Result.Details.(search.GlobDetails)
			if got := strings.Join(details.Paths, " "); !ok || got != test.want {
				t.Errorf("found %s\n want %s", got, test.want)
			}
			lines := strings.Split(out.Result.Text(), "\n")
			if last := lines[len(lines)-1]; !strings.Contains(last, test.last) || len(lines) != len(details.Paths)+1 {
				t.Errorf("the answer is %q, want %q in the last line", lines, test.last)
			}
		})
	}
}

func TestGlobGoesByTheNamesOfOtherSystems(t *testing.T) {
	d := newGlobDesk(t, "a.go", "b.go")
	for _, name := range []string{"glob", "Glob", "glob_search", "find_files", "find_by_name", "FindFiles"} {
		out := d.glob(t, name, `{"Pattern":"*.go","maxResults":1}`)
		if details, ok := out.Result.Details.(search.GlobDetails); !ok || details.Count != 2 || !details.Truncated || len(details.Paths) != 1 {
			t.Errorf("%s: %s: %s", name, out.Status, out.Result.Text())
		}
	}
}

func TestGlobSaysWhatIsWrong(t *testing.T) {
	d := newGlobDesk(t, "source/a.go", "file")
	tests := map[string]struct{ args, want string }{
		"a folder that is misspelt":   {`{"pattern":"*","path":"sorce"}`, "Did you mean source?"},
		"a misspelt folder above one": {`{"pattern":"*","path":"surce/deep"}`, "Did you mean source?"},
		"a folder like no other":      {`{"pattern":"*","path":"qqqqqq"}`, "Leave path out"},
		"a misspelt folder in it":     {`{"pattern":"sourc/*.go"}`, "Did you mean source?"},
		"a file":                      {`{"pattern":"*","path":"file"}`, "is a file, not a folder"},
		"a bracket without end":       {`{"pattern":"[a"}`, "every [ needs a ]"},
		"a brace without end":         {`{"pattern":"{a,b"}`, "every { a }"},
		"an empty pattern":            {`{"pattern":""}`, "pattern"},
		"a folder outside":            {`{"pattern":"*","path":"/"}`, "outside of the workspace"},
		"a limit too high":            {`{"pattern":"*","limit":10001}`, "10000"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out := d.glob(t, "glob", test.args)
			if text := out.Result.Text(); out.Status == engine.OK || !strings.Contains(text, test.want) {
				t.Errorf("%s: %s, want %s", out.Status, text, test.want)
			}
		})
	}
}

func TestGlobStatesWhereItLooks(t *testing.T) {
	d := newGlobDesk(t, "src/deep/a.go")
	out := d.glob(t, "glob", `{"pattern":"deep/*.go","path":"src"}`)
	want := filepath.Join(d.dir, "src", "deep")
	if in := out.Intent; in == nil || len(in.Reads) != 1 || in.Reads[0] != want || len(in.Follows)+len(in.Writes) > 0 {
		t.Errorf("the intent is %+v, want to read %s", in, want)
	}
}

func TestGlobKeepsAPathOnOneLine(t *testing.T) {
	d := newGlobDesk(t, "a\nb.go")
	if text := d.glob(t, "glob", `{"pattern":"*.go"}`).Result.Text(); !strings.HasPrefix(text, `"a\nb.go"`+"\n1 file") {
		t.Errorf("the answer is %q", text)
	}
}

// Patterns mean what those of doublestar mean, seen through the whole tool.
func TestGlobAgreesWithTheCasesOfDoublestar(t *testing.T) {
	data, err := os.ReadFile(corpora.Path(t, "ignore", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for line := range strings.Lines(string(data)) {
		var c struct {
			Suite, Pattern, Path string
			Match                bool
			Bad                  bool `json:"bad_pattern"`
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		// Without a slash a pattern is for names, and a folder is never a match.
		if c.Suite != "doublestar" || !strings.Contains(c.Pattern, "/") || strings.HasSuffix(c.Pattern, "/") ||
			!filepath.IsLocal(c.Path) || filepath.Clean(c.Path) != c.Path || c.Path == "." || strings.HasPrefix(c.Pattern, "/") {
			continue
		}
		ran++
		d := newGlobDesk(t, c.Path)
		args, err := json.Marshal(map[string]any{"pattern": c.Pattern, "hidden": true})
		if err != nil {
			t.Fatal(err)
		}
		out := d.glob(t, "glob", string(args))
		details, _ := out.Result.Details.(search.GlobDetails)
		if got := details.Count == 1; got != c.Match || c.Bad && out.Status == engine.OK {
			t.Errorf("%q on %q: %v, want %v (%s: %s)", c.Pattern, c.Path, got, c.Match, out.Status, out.Result.Text())
		}
	}
	if ran == 0 {
		t.Error("there are no cases")
	}
	t.Logf("%d cases", ran)
}

func TestAPatternThatStandsForTooManyIsRefused(t *testing.T) {
	d := newGlobDesk(t, strings.Repeat("a", 60))
	for pattern, refused := range map[string]bool{
		strings.Repeat("{a,aa}", 28) + "b":              true,
		"{" + strings.Repeat("{a,aa}", 12) + ",b}":      true,
		strings.Repeat("{a,aa}", 10) + "b":              false,
		strings.Repeat(`\{a,aa\}`, 28):                  false,
		strings.Repeat("[{a,aa}]", 28):                  false,
		"**/*.{" + strings.Repeat("x,", 900) + "go}":    false,
		"{src,lib,test}/**/{a,b{1,2}}/*.{ts,tsx,js,go}": false,
		strings.Repeat("*a", 25) + "b":                  false,
	} {
		raw, err := json.Marshal(map[string]any{"pattern": pattern})
		if err != nil {
			t.Fatal(err)
		}
		out := d.eng.Call(t.Context(), tool.Call{Name: "glob", Args: raw})
		if got := strings.Contains(out.Result.Text(), "stand for more than"); got != refused {
			t.Errorf("%s: %s: %s", pattern, out.Status, out.Result.Text())
		}
	}
}
