package workspace_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/workspace"
)

// tree makes files from a list: "a/" a folder, "a -> b" a link, "a" a file. ROOT
// in a link stands for the folder itself.
func tree(t testing.TB, entries ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	grow(t, root, entries...)
	return root
}

func grow(t testing.TB, root string, entries ...string) {
	t.Helper()
	for _, entry := range entries {
		name, target, link := strings.Cut(entry, " -> ")
		path := filepath.Join(root, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		switch {
		case err != nil:
		case link:
			err = os.Symlink(strings.ReplaceAll(target, "ROOT", root), path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, []byte(name), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func space(t testing.TB, roots ...string) *workspace.Space {
	t.Helper()
	s, err := workspace.New(roots...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestAPathLeadsWhereTheKernelWouldGo(t *testing.T) {
	base := tree(t,
		"proj/README.md", "proj/docs/", "proj/docs/link.md -> ../README.md", "proj/out -> /etc", "proj/passwd -> /etc/passwd",
		"proj/dangling -> ROOT/home/.bashrc", "proj/dangling2 -> nowhere/deep/x", "proj/chain -> chain2", "proj/chain2 -> chain3", "proj/chain3 -> README.md",
		"proj/dir -> docs", "proj/up -> ..", "proj/self -> .", "proj/abs -> ROOT/proj/docs", "proj-evil/secret", "proj/evil -> ../proj-evil", "home/", "proj/todangling -> dangling/../x",
	)
	root := filepath.Join(base, "proj")
	s := space(t, root)
	for _, test := range []struct {
		path, real string // real relative to base
		inside     bool
		exists     bool
		dangling   bool
	}{
		{"README.md", "proj/README.md", true, true, false},
		{"./docs/../README.md", "proj/README.md", true, true, false},
		{"docs//link.md", "proj/README.md", true, true, false},
		{root, "proj", true, true, false},
		{".", "proj", true, true, false},
		{root + "/docs/", "proj/docs", true, true, false},
		{"new.txt", "proj/new.txt", true, false, false},
		{"a/b/c.txt", "proj/a/b/c.txt", true, false, false},
		{"./a/../b.txt", "proj/b.txt", true, false, false},
		{"a/../README.md", "proj/README.md", true, true, false},
		{"docs/new.md", "proj/docs/new.md", true, false, false},
		{"..", "", false, true, false},
		{"../proj-evil/secret", "proj-evil/secret", false, true, false},
		{base + "/proj-evil/secret", "proj-evil/secret", false, true, false},
		{"evil/secret", "proj-evil/secret", false, true, false},
		{base + "/proj-evil/../proj/README.md", "proj/README.md", true, true, false},
		{"evil/new", "proj-evil/new", false, false, false},
		{"dangling", "home/.bashrc", false, false, true},
		{"dangling2", "proj/nowhere/deep/x", true, false, true},
		{"dangling2/more", "proj/nowhere/deep/x/more", true, false, true},
		{"chain", "proj/README.md", true, true, false},
		{"dir/new.md", "proj/docs/new.md", true, false, false},
		{"dir/../README.md", "proj/README.md", true, true, false},
		{"up/proj-evil/secret", "proj-evil/secret", false, true, false},
		{"abs/../README.md", "proj/README.md", true, true, false},
		{"self/self/self/docs", "proj/docs", true, true, false},
	} {
		t.Run(test.path, func(t *testing.T) {
			p, err := s.Resolve(test.path)
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(base, test.real); p.Real != want {
				t.Errorf("leads to %s, want %s", p.Real, want)
			}
			if p.Inside != test.inside || p.Exists != test.exists || p.Dangling != test.dangling {
				t.Errorf("inside %v, exists %v, dangling %v", p.Inside, p.Exists, p.Dangling)
			}
			if p.Inside != (p.Root == root) {
				t.Errorf("inside %v, root %q", p.Inside, p.Root)
			}
			if end, err := filepath.EvalSymlinks(test.path); filepath.IsAbs(test.path) && err == nil && end != p.Real {
				t.Errorf("the standard library finds %s", end)
			}
		})
	}
	for path, want := range map[string]string{"out/shadow": "/etc/shadow", "passwd": "/etc/passwd"} {
		if p, err := s.Resolve(path); err != nil || p.Real != want || p.Inside || len(p.Links) == 0 {
			t.Errorf("%s: %+v, %v", path, p, err)
		}
	}
}

func TestTheEndOfAnEntryIsNotFollowed(t *testing.T) {
	root := tree(t, "file", "link -> file", "dir/", "to -> dir", "gone -> nowhere")
	s := space(t, root)
	for path, want := range map[string]workspace.Kind{"link": workspace.Link, "gone": workspace.Link, "to": workspace.Link, "dir": workspace.Dir, "file": workspace.File, "none": workspace.Missing} {
		for _, given := range []string{path, "./" + path} {
			p, err := s.ResolveEntry(given)
			if err != nil || p.Kind != want || p.Real != filepath.Join(root, path) {
				t.Errorf("%s: %s at %s, %v", given, p.Kind, p.Real, err)
			}
		}
	}
	if p, err := s.ResolveEntry("to/x"); err != nil || p.Real != filepath.Join(root, "dir/x") {
		t.Errorf("a link on the way: %+v, %v", p, err)
	}
}

func TestAPathThatCannotBeResolvedIsAnError(t *testing.T) {
	root := tree(t, "file", "loop1 -> loop2", "loop2 -> loop1", "me -> me", "grow -> grow/x")
	s := space(t, root)
	for _, path := range []string{
		"", "a\x00b", "a\nb", "a\x1bb", "a\x7f", "a\u0085b", strings.Repeat("a/", 3000), strings.Repeat("x", 300), "loop1", "loop1/x", "me", "grow", "file/x", "file/..", "file/../file",
	} {
		if p, err := s.Resolve(path); err == nil {
			t.Errorf("%.40q leads to %s", path, p.Real)
		}
	}
}

func TestASuspiciousSpellingIsSaidToBeOdd(t *testing.T) {
	s := space(t, tree(t, "dir/", "dir/a", "link -> dir"))
	for _, path := range []string{
		".git./config", ".git /config", "a.", "a ", "...", ".git::$DATA/config", "file:stream", "C:/x", `C:\x`, `a\b`, `\\server\share`, `\\?\C:\x`, `\??\C:\x`, "GIT~1/config", "claude~1", "CLAUDE~2/x",
		"%2e%2e/%2e%2e/etc/passwd", "a%2Fb", "%252e", "a%5cb", "~/.ssh/id_rsa", "~root/x", "a\u200bb", "．．/x", "a／b", "\xff", "\u202egnp.exe", "link/../dir", "a\u00a0b",
	} {
		if p, err := s.Resolve(path); err != nil || p.Odd == "" {
			t.Errorf("%q is not odd (%v)", path, err)
		}
	}
	for _, path := range []string{"a", "./a", "../a", "a/../b", ".", "..", ".env", "a.b.c", "ä/ö.txt", "日本語.md", "a b/c d", "file~", "foo~1", "100%", "a-b_c+d@e,f=g", "dir/", "./dir/."} {
		if p, err := s.Resolve(path); err != nil || p.Odd != "" {
			t.Errorf("%q is odd: %s (%v)", path, p.Odd, err)
		}
	}
}

func TestSeveralRootsAreToldApart(t *testing.T) {
	base := tree(t, "a/x", "a/in/y", "b/z", "alias -> b")
	s := space(t, filepath.Join(base, "a"), filepath.Join(base, "alias"), filepath.Join(base, "a/in"), filepath.Join(base, "b"))
	if got := s.Roots(); len(got) != 3 || got[1] != filepath.Join(base, "b") {
		t.Errorf("the roots are %q", got)
	}
	for path, root := range map[string]string{"x": "a", "in/y": "a/in", "../b/z": "b", base + "/alias/z": "b", base + "/b/new": "b"} {
		p, err := s.Resolve(path)
		if err != nil || p.Root != filepath.Join(base, root) {
			t.Errorf("%s is in %q, want %s (%v)", path, p.Root, root, err)
		}
	}
}

func TestASpaceNeedsFoldersThatExist(t *testing.T) {
	root := tree(t, "file")
	for _, roots := range [][]string{nil, {"relative"}, {filepath.Join(root, "none")}, {filepath.Join(root, "file")}, {""}, {root + "\x00"}} {
		if s, err := workspace.New(roots...); err == nil {
			t.Errorf("%q make a space: %v", roots, s.Close())
		}
	}
}

func TestImaginedLinksAreFollowed(t *testing.T) {
	const root = "/home/dev/proj"
	s, err := workspace.On(workspace.Imagined{Base: workspace.Disk{}, Links: map[string]string{
		root + "/link": "/etc/shadow", root + "/dangling": "/home/user/.bashrc", root + "/docs/link.md": "../README.md",
	}}, root)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"link": "/etc/shadow", "dangling": "/home/user/.bashrc", "README.md": root + "/README.md"} {
		if p, err := s.Resolve(path); err != nil || p.Real != want || p.Inside != strings.HasPrefix(want, root) {
			t.Errorf("%s: %+v, %v", path, p, err)
		}
	}
	p, err := s.Resolve("new.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(p, os.O_CREATE, 0o600); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("opening in an imagined space gives %v", err)
	}
}

func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"a", "../x", "/etc/passwd", "dir/link/..//b", "up/../../x", "dangling/x", "./.git./x", "loop", "out/../a", "a\x00"} {
		f.Add(seed)
	}
	root := tree(f, "a", "dir/b", "dir/link -> ../a", "up -> ..", "out -> /", "dangling -> no/where", "loop -> loop", "abs -> ROOT/dir")
	quick := space(f, root)
	slow, err := workspace.On(workspace.Disk{}, root)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, path string) {
		p, err := quick.Resolve(path)
		q, err2 := slow.Resolve(path)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%q: the quick way says %v, the slow one %v", path, err, err2)
		}
		if err != nil {
			return
		}
		if p.Real != q.Real || p.Kind != q.Kind || p.Inside != q.Inside || p.Exists != q.Exists || p.Odd != q.Odd || p.Dangling != q.Dangling {
			t.Fatalf("%q: the quick way finds %+v, the slow one %+v", path, p, q)
		}
		if filepath.Clean(p.Real) != p.Real || !filepath.IsAbs(p.Real) || p.Inside != (p.Real == root || strings.HasPrefix(p.Real, root+"/")) {
			t.Fatalf("%q: %+v", path, p)
		}
		if end, err := filepath.EvalSymlinks(p.Real); err == nil && end != p.Real && !strings.HasPrefix(p.Real, "/proc") {
			t.Fatalf("%q leads to %s, which leads on to %s", path, p.Real, end)
		}
	})
}
