package workspace_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"jig/workspace"
)

func resolve(t testing.TB, s *workspace.Space, path string) workspace.Place {
	t.Helper()
	p, err := s.Resolve(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func entry(t testing.TB, s *workspace.Space, path string) workspace.Place {
	t.Helper()
	p, err := s.ResolveEntry(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// must is for steps of a test that are not what it is about.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func contents(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return string(text)
}

const rewrite = os.O_WRONLY | os.O_CREATE | os.O_TRUNC

func write(s *workspace.Space, p workspace.Place, text string) error {
	f, err := s.Open(p, rewrite, 0o600)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

func TestWhatWasResolvedIsOpened(t *testing.T) {
	root := tree(t, "dir/file", "link -> dir/file", "dir/sub/")
	s := space(t, root)
	for _, path := range []string{"dir/file", "link", "dir/new", "other"} {
		must(t, write(s, resolve(t, s, path), "text of "+path))
		if got := contents(t, filepath.Join(root, path)); got != "text of "+path {
			t.Errorf("%s holds %q", path, got)
		}
	}
	f, err := s.Open(resolve(t, s, "dir"), os.O_RDONLY, 0)
	must(t, err)
	names, err := f.Readdirnames(-1)
	if err != nil || len(names) != 3 {
		t.Errorf("the folder holds %q, %v", names, err)
	}
	must(t, f.Close())
	f, err = s.Open(resolve(t, s, "."), os.O_RDONLY, 0)
	must(t, err)
	must(t, f.Close())
}

func TestWhatCannotBeOpenedIsAnError(t *testing.T) {
	base := tree(t, "proj/file", "outside", "proj/out -> ../outside")
	s := space(t, filepath.Join(base, "proj"))
	for _, test := range []struct {
		path string
		flag int
		want error
	}{
		{"none", os.O_RDONLY, fs.ErrNotExist},
		{"file", os.O_WRONLY | os.O_CREATE | os.O_EXCL, fs.ErrExist},
		{"../outside", os.O_RDONLY, workspace.ErrOutside},
		{"out", os.O_RDONLY, workspace.ErrOutside},
		{"../new", rewrite, workspace.ErrOutside},
		{".", rewrite, fs.ErrInvalid},
		{"a/b", rewrite, fs.ErrNotExist},
		{"/dev/null", os.O_RDONLY, fs.ErrInvalid},
	} {
		if f, err := s.Open(resolve(t, s, test.path), test.flag, 0o600); !errors.Is(err, test.want) {
			t.Errorf("%s gives %v, %v, want %v", test.path, f, err, test.want)
		}
	}
	if _, err := s.Open(workspace.Place{}, os.O_RDONLY, 0); err == nil {
		t.Error("a place that was not resolved is opened")
	}
	if _, err := s.Open(entry(t, s, "out"), os.O_RDONLY, 0); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("a link itself is opened: %v", err)
	}
	f, err := s.OpenAnywhere(resolve(t, s, "out"), os.O_RDONLY, 0)
	must(t, err)
	must(t, f.Close())
}

func TestASwapAfterResolvingIsRefused(t *testing.T) {
	for name, swap := range map[string]func(t *testing.T, root string){
		"the file by a link to outside": func(t *testing.T, root string) {
			must(t, os.Remove(filepath.Join(root, "dir/file")))
			grow(t, root, "dir/file -> ../../victim/file")
		},
		"the file by a link within the root": func(t *testing.T, root string) {
			must(t, os.Remove(filepath.Join(root, "dir/file")))
			grow(t, root, "dir/file -> ../.git/file")
		},
		"the file by another file": func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, ".git/file"), filepath.Join(root, "dir/file")))
		},
		"the file by a hard link": func(t *testing.T, root string) {
			must(t, os.Remove(filepath.Join(root, "dir/file")))
			must(t, os.Link(filepath.Join(root, "../victim/file"), filepath.Join(root, "dir/file")))
		},
		"the folder by a link to outside": func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "dir"), filepath.Join(root, "moved")))
			grow(t, root, "dir -> ../victim")
		},
		"the folder by a link within the root": func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "dir"), filepath.Join(root, "moved")))
			grow(t, root, "dir -> .git")
		},
		"the folder by another folder": func(t *testing.T, root string) {
			must(t, os.Rename(filepath.Join(root, "dir"), filepath.Join(root, "moved")))
			must(t, os.Rename(filepath.Join(root, ".git"), filepath.Join(root, "dir")))
		},
	} {
		t.Run(name, func(t *testing.T) {
			base := tree(t, "proj/dir/file", "proj/.git/file", "victim/file")
			root := filepath.Join(base, "proj")
			s := space(t, root)
			old, fresh, deep := resolve(t, s, "dir/file"), resolve(t, s, "dir/new"), resolve(t, s, "dir/a/b")
			unlink := entry(t, s, "dir/file")
			swap(t, root)
			if err := write(s, old, "overwritten"); !errors.Is(err, workspace.ErrChanged) {
				t.Errorf("the old file: %v, want %v", err, workspace.ErrChanged)
			}
			if f, err := s.Open(old, os.O_RDONLY, 0); !errors.Is(err, workspace.ErrChanged) {
				t.Errorf("the old file is read: %v, %v", f, err)
			}
			if err := s.Remove(unlink); !errors.Is(err, workspace.ErrChanged) {
				t.Errorf("the old file is removed: %v", err)
			}
			if err := s.Rename(unlink, entry(t, s, "elsewhere")); !errors.Is(err, workspace.ErrChanged) {
				t.Errorf("the old file is moved: %v", err)
			}
			// When only the file was swapped, a new one beside it is still right.
			errNew, errDeep := write(s, fresh, "new"), s.Mkdir(deep, 0o755)
			if info, err := os.Lstat(filepath.Join(root, "moved")); err == nil && info.IsDir() {
				if !errors.Is(errNew, workspace.ErrChanged) || !errors.Is(errDeep, workspace.ErrChanged) {
					t.Errorf("a new file: %v, a new folder: %v", errNew, errDeep)
				}
			}
			for _, path := range []string{"../victim/file", ".git/file", "dir/file"} {
				if text, err := os.ReadFile(filepath.Join(root, path)); err == nil && string(text) == "overwritten" {
					t.Errorf("%s was overwritten", path)
				}
			}
			for _, path := range []string{"../victim/new", ".git/new", "../victim/a", ".git/a"} {
				if _, err := os.Lstat(filepath.Join(root, path)); err == nil {
					t.Errorf("%s was made", path)
				}
			}
		})
	}
}

func TestALinkPlantedWhereAFileIsToBeMadeIsRefused(t *testing.T) {
	base := tree(t, "proj/", "home/")
	root := filepath.Join(base, "proj")
	s := space(t, root)
	p := resolve(t, s, "new.txt")
	grow(t, root, "new.txt -> ../home/.bashrc")
	if err := write(s, p, "x"); !errors.Is(err, workspace.ErrChanged) {
		t.Errorf("it gives %v", err)
	}
	if _, err := os.Lstat(filepath.Join(base, "home/.bashrc")); err == nil {
		t.Error("the target of the link was made")
	}
}

func TestFoldersAreMadeWithThoseAboveThem(t *testing.T) {
	root := tree(t, "file")
	s := space(t, root)
	file := resolve(t, s, "a/b/c/file")
	must(t, s.Mkdir(resolve(t, s, "a/b/c"), 0o755))
	must(t, s.Mkdir(resolve(t, s, "a/b/c"), 0o755))
	must(t, write(s, file, "text"))
	if err := s.Mkdir(resolve(t, s, "file"), 0o755); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a folder in place of a file: %v", err)
	}
	if err := s.Mkdir(resolve(t, s, "../beside"), 0o755); !errors.Is(err, workspace.ErrOutside) {
		t.Errorf("a folder outside: %v", err)
	}
}

func TestRemovingDoesNotFollowLinks(t *testing.T) {
	base := tree(t, "proj/tree/sub/x", "proj/tree/out -> ../../main", "proj/link -> ../main/file", "main/file", "proj/full/x")
	root := filepath.Join(base, "proj")
	s := space(t, root)
	must(t, s.RemoveAll(entry(t, s, "tree")))
	must(t, s.Remove(entry(t, s, "link")))
	if contents(t, filepath.Join(base, "main/file")) == "" {
		t.Error("the file behind the links is gone")
	}
	for _, path := range []string{"tree", "link"} {
		if _, err := os.Lstat(filepath.Join(root, path)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := s.Remove(entry(t, s, "full")); err == nil {
		t.Error("a full folder was removed")
	}
	if err := s.Remove(entry(t, s, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removing nothing: %v", err)
	}
	for _, path := range []string{".", "..", "/"} {
		if err := s.RemoveAll(entry(t, s, path)); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("removing %s: %v", path, err)
		}
		if err := s.Rename(entry(t, s, path), entry(t, s, "full/new")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("moving %s: %v", path, err)
		}
	}
}

func TestRenamingReplacesOnlyWhatWasSeen(t *testing.T) {
	base := tree(t, "proj/a", "proj/b", "proj/dir/", "outside/", "proj/link -> a")
	root := filepath.Join(base, "proj")
	s := space(t, root)
	fresh := entry(t, s, "dir/c")
	must(t, s.Rename(entry(t, s, "a"), entry(t, s, "dir/a")))
	must(t, s.Rename(entry(t, s, "dir/a"), entry(t, s, "b")))
	if got := contents(t, filepath.Join(root, "b")); got != "proj/a" {
		t.Errorf("b holds %q", got)
	}
	grow(t, root, "dir/c")
	if err := s.Rename(entry(t, s, "b"), fresh); !errors.Is(err, workspace.ErrChanged) {
		t.Errorf("what appeared meanwhile was replaced: %v", err)
	}
	must(t, s.Rename(entry(t, s, "link"), entry(t, s, "dir/link")))
	if err := s.Rename(entry(t, s, "b"), entry(t, s, "../outside/b")); !errors.Is(err, workspace.ErrOutside) {
		t.Errorf("moving outside: %v", err)
	}
	if err := s.Rename(entry(t, s, "none"), entry(t, s, "x")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("moving nothing: %v", err)
	}
}
