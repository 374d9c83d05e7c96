package walk_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"jig/internal/walk"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tree makes files below a new folder; a name that ends in a slash is a folder,
// "a -> b" is a link, and "a: text" has that text.
func tree(t testing.TB, names ...string) string {
	t.Helper()
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "settings"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	root := filepath.Join(home, "root")
	grow(t, root, names...)
	return root
}

func grow(t testing.TB, root string, names ...string) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.MkdirAll(root, 0o755))
	for _, name := range names {
		name, text, _ := strings.Cut(name, ": ")
		name, to, link := strings.Cut(name, " -> ")
		path := filepath.Join(root, name)
		must(os.MkdirAll(filepath.Dir(path), 0o755))
		switch {
		case link:
			must(os.Symlink(to, path))
		case strings.HasSuffix(name, "/"):
			must(os.MkdirAll(path, 0o755))
		default:
			must(os.WriteFile(path, []byte(text), 0o600))
		}
	}
}

// paths walks and gives what was visited, in order.
func paths(t testing.TB, root string, opt walk.Options) []string {
	t.Helper()
	var mu sync.Mutex
	found := []string{}
	report, err := walk.Files(t.Context(), root, opt, func(_ int, e *walk.Entry) error {
		mu.Lock()
		defer mu.Unlock()
		found = append(found, e.Rel())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if report.Files != len(found) || report.Unread > 0 {
		t.Errorf("the report is %+v, and %d files were visited", report, len(found))
	}
	slices.Sort(found)
	return found
}

func TestAWalkVisitsWhatIsAskedFor(t *testing.T) {
	all := []string{
		".git/", "a.go", "b.o", ".hidden", ".config/x", "sub/c.go", "sub/d.o", "sub/deep/e.go", "build/out",
		".gitignore: *.o\nbuild/\n", "sub/.gitignore: !d.o\n", "file -> a.go", "folder -> sub", "up -> ..", "gone -> nowhere",
	}
	even := func(rel []byte) bool { return strings.HasSuffix(string(rel), ".go") }
	tests := map[string]struct {
		opt  walk.Options
		want string
	}{
		"what people expect":                 {walk.Options{}, "a.go sub/c.go sub/d.o sub/deep/e.go"},
		"one worker finds the same":          {walk.Options{Workers: 1}, "a.go sub/c.go sub/d.o sub/deep/e.go"},
		"many workers find the same":         {walk.Options{Workers: 16}, "a.go sub/c.go sub/d.o sub/deep/e.go"},
		"hidden files too":                   {walk.Options{Hidden: true}, ".config/x .gitignore .hidden a.go sub/.gitignore sub/c.go sub/d.o sub/deep/e.go"},
		"ignored files too":                  {walk.Options{NoIgnore: true}, "a.go b.o build/out sub/c.go sub/d.o sub/deep/e.go"},
		"only so deep":                       {walk.Options{MaxDepth: 1}, "a.go"},
		"a little deeper":                    {walk.Options{MaxDepth: 2}, "a.go sub/c.go sub/d.o"},
		"only accepted files":                {walk.Options{Accept: even}, "a.go sub/c.go sub/deep/e.go"},
		"only folders that may be entered":   {walk.Options{Enter: func(rel []byte) bool { return string(rel) != "sub/deep" }}, "a.go sub/c.go sub/d.o"},
		"links are followed, but not upward": {walk.Options{Follow: true, Accept: even}, "a.go folder/c.go folder/deep/e.go sub/c.go sub/deep/e.go"},
	}
	root := tree(t, all...)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(paths(t, root, test.opt), " "); got != test.want {
				t.Errorf("visited %s\n   want %s", got, test.want)
			}
		})
	}
}

func TestIgnoreFilesCountWhereTheyShould(t *testing.T) {
	tests := map[string]struct {
		tree  string
		below string
		want  string
	}{
		"gitignore needs a repository":             {"a b .gitignore:a", "", "a b"},
		"ignore does not":                          {"a b .ignore:a", "", "b"},
		"rgignore does not":                        {"a b .rgignore:a", "", "b"},
		"ignore is stronger than gitignore":        {".git/ a .gitignore:a .ignore:!a", "", "a"},
		"rgignore is stronger than ignore":         {"a .ignore:a .rgignore:!a", "", "a"},
		"also from further up":                     {".git/ x/a x/.gitignore:a .ignore:!a", "", "x/a"},
		"deeper is stronger than upper":            {".git/ a x/a .gitignore:a x/.gitignore:!a", "", "x/a"},
		"the repository's own list":                {".git/info/exclude:a a b", "", "b"},
		"is weaker than its files":                 {".git/info/exclude:a a .gitignore:!a", "", "a"},
		"files above the root count":               {".git/ x/y/a x/y/b .gitignore:/x/y/a", "x/y", "b"},
		"up to the repository":                     {".gitignore:a x/.git/ x/y/a x/y/b", "x/y", "a b"},
		"a repository in another is for itself":    {".git/ a .gitignore:a x/.git/ x/a", "", "x/a"},
		"ignore goes on above it":                  {".git/ a .ignore:a x/.git/ x/a", "", ""},
		"nothing comes back from an ignored tree":  {".git/ x/a .gitignore:x/ x/.gitignore:!a", "", ""},
		"a hidden file is shown by a rule":         {".git/ .a .b .gitignore:!.a", "", ".a"},
		"the user's excludes":                      {".git/ a b settings/git/ignore:a", "", "b settings/git/ignore"},
		"an ignore file that is a link is not one": {".git/ a rules:a .gitignore>rules", "", "a rules"},
		"an ignore file that is a folder neither":  {".git/ a .gitignore/", "", "a"},
		"another work tree":                        {"main/.git/info/exclude:a main/.git/worktrees/w/commondir:../.. w/.git:gitdir:../main/.git/worktrees/w w/a w/b", "w", "b"},
		"a submodule's broken pointer":             {".git:nonsense a .gitignore:a b", "", "b"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			root := tree(t)
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(root, "settings"))
			for f := range strings.FieldsSeq(test.tree) {
				f = strings.Replace(f, ">", " -> ", 1)
				grow(t, root, strings.Replace(f, ":", ": ", 1))
			}
			if got := strings.Join(paths(t, filepath.Join(root, test.below), walk.Options{}), " "); got != test.want {
				t.Errorf("visited %q, want %q", got, test.want)
			}
		})
	}
}

func TestTheExcludesFileOfGitsSettings(t *testing.T) {
	for name, test := range map[string]struct{ file, config string }{
		"in the home":              {"../.gitconfig", "[user]\n\texcludesfile = no\n[core]\n\texcludesFile = ~/mine # why\n"},
		"in the folder of setting": {"../settings/git/config", "[CORE] ExcludesFile = \"~/mine\"\n"},
		"of the repository":        {".git/config", "[core]\n\tbare = false\n\texcludesfile=~/mine\n"},
	} {
		t.Run(name, func(t *testing.T) {
			root := tree(t, ".git/", "a", "b", "../mine: a\n")
			grow(t, root, test.file+": "+test.config)
			if got := strings.Join(paths(t, root, walk.Options{}), " "); got != "b" {
				t.Errorf("visited %q, want b", got)
			}
		})
	}
}

func TestAnEntryOpensItsFile(t *testing.T) {
	root := tree(t, "sub/a: hello")
	_, err := walk.Files(t.Context(), root, walk.Options{}, func(_ int, e *walk.Entry) error {
		if e.Name() != "a" || e.Rel() != "sub/a" || string(e.AppendRel([]byte("> "))) != "> sub/a" {
			t.Errorf("the entry is %s, %s", e.Name(), e.Rel())
		}
		f, err := e.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(f)
		if err != nil || string(text) != "hello" {
			t.Errorf("it says %q, %v", text, err)
		}
		info, err := f.Info()
		if same, _ := e.Info(); err != nil || info.Size != 5 || info.Kind != walk.Regular || info != same {
			t.Errorf("it is %+v or %+v, %v", info, same, err)
		}
		return f.Close()
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := walk.OpenFile(root); err == nil {
		t.Error("a folder was opened as a file")
	}
}

func TestAVisitorEndsTheWalk(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, strings.Repeat("d/", i%7)+string(rune('a'+i%26))+strings.Repeat("x", i%11))
	}
	root := tree(t, names...)
	wrong := errors.New("wrong")
	for _, end := range []error{wrong, walk.SkipAll} {
		visited := 0
		report, err := walk.Files(t.Context(), root, walk.Options{Workers: 1}, func(int, *walk.Entry) error {
			visited++
			return end
		})
		if visited != 1 || report.Files != 1 || errors.Is(err, wrong) != errors.Is(end, wrong) || !errors.Is(end, wrong) && err != nil {
			t.Errorf("ended with %v after %d files", err, visited)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := walk.Files(ctx, root, walk.Options{}, func(int, *walk.Entry) error { cancel(wrong); return nil })
	if !errors.Is(err, wrong) {
		t.Errorf("a cancelled walk ended with %v", err)
	}
	if _, err := walk.Files(ctx, root, walk.Options{}, nil); !errors.Is(err, wrong) {
		t.Errorf("a walk cancelled before ended with %v", err)
	}
}

func TestARootThatIsNoFolderIsAnError(t *testing.T) {
	root := tree(t, "file")
	for _, path := range []string{filepath.Join(root, "file"), filepath.Join(root, "gone")} {
		_, err := walk.Files(t.Context(), path, walk.Options{}, nil)
		if pathErr, ok := errors.AsType[*fs.PathError](err); !ok {
			t.Errorf("%s: %v, %v", path, err, pathErr)
		}
	}
}

func TestTheInsideOfGitIsWalkedWhenItIsTheRoot(t *testing.T) {
	root := tree(t, ".git/config", ".git/refs/head")
	if got := strings.Join(paths(t, filepath.Join(root, ".git"), walk.Options{}), " "); got != "config refs/head" {
		t.Errorf("visited %q", got)
	}
}

func TestAListIsInOrderAndMarksWhatIsIgnored(t *testing.T) {
	root := tree(t, ".git/", "b.o", "a", "sub/x", ".env", "link -> a", ".gitignore: *.o\n")
	show := func(opt walk.Options) string {
		items, err := walk.List(root, opt)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, i := range items {
			b.WriteString(i.Name)
			b.WriteString(map[walk.Kind]string{walk.Dir: "/", walk.Link: "@", walk.Regular: ""}[i.Kind])
			if i.Ignored {
				b.WriteByte('!')
			}
			b.WriteByte(' ')
		}
		return b.String()
	}
	if got, want := show(walk.Options{}), "a link@ sub/ "; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
	if got, want := show(walk.Options{Hidden: true, NoIgnore: true}), ".env .git/ .gitignore a b.o! link@ sub/ "; got != want {
		t.Errorf("listed %s, want %s", got, want)
	}
}
