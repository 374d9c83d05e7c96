package ignore_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/ignore"
)

// ignored goes through a tree and gives the paths that are ignored, from top.
func ignored(t testing.TB, top string) map[string]bool {
	t.Helper()
	above, err := ignore.Above(top)
	if err != nil {
		t.Fatal(err)
	}
	is := map[string]bool{}
	var enter func(dir string, rules *ignore.Folder, all bool)
	enter = func(dir string, rules *ignore.Folder, all bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var seen ignore.Files
		for _, e := range entries {
			seen.Note([]byte(e.Name()))
		}
		rules, err = rules.Enter([]byte(dir), seen, func(name string) ([]byte, error) { return ignore.ReadIn(dir, name) })
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			path := dir + "/" + e.Name()
			out := all || rules.Judge([]byte(path), len(dir)+1, e.IsDir()) == ignore.Ignored
			is[path[len(top)+1:]] = out
			if e.IsDir() && e.Name() != ".git" {
				enter(path, rules, out)
			}
		}
	}
	enter(top, above, false)
	return is
}

// repository makes an empty git repository, with nothing of the user's settings.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("this test needs git")
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "settings"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	top := filepath.Join(home, "repo")
	run(t, home, "init", "-q", top)
	return top
}

func run(t testing.TB, dir string, args ...string) []byte {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// judge asks git which of the paths are ignored.
func judge(t testing.TB, top string, paths []string) map[string]bool {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", "check-ignore", "--no-index", "-z", "--stdin")
	c.Dir = top
	c.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	var complaint bytes.Buffer
	c.Stderr = &complaint
	out, err := c.Output()
	if err != nil && c.ProcessState.ExitCode() != 1 { // 1 says that none is
		t.Fatalf("git check-ignore: %v\n%s", err, complaint.Bytes())
	}
	is := map[string]bool{}
	for p := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		is[p] = true
	}
	return is
}

// TestGitAgreesOnRandomRulesAndTrees runs longer with -rapid.checks=100000.
func TestGitAgreesOnRandomRulesAndTrees(t *testing.T) {
	top := repository(t)
	names := []string{
		"a", "b", "ab", "a.c", "a.o", "b.o.c", ".a", "ä", "aä", "[", "a]", "!b", "#b", `a\b`, "a b", "b ", "-", "A", "7", "_", "~", "a*", "a?", "\xff", "a\tb",
	}
	folders := []string{"", "a", "b", "a/b", "a/a", "b/a.c", "a/b/ab", "a/b/ab/a"}
	var paths []string
	for _, folder := range folders {
		for _, name := range names {
			path := filepath.Join(folder, name)
			if !slices.Contains(folders, path) {
				write(t, filepath.Join(top, path), "")
			} else if err := os.MkdirAll(filepath.Join(top, path), 0o755); err != nil {
				t.Fatal(err)
			}
			paths = append(paths, path)
		}
	}
	piece := rapid.SampledFrom([]string{
		"a", "b", "ab", "a", "b", ".", "c", "o", "ä", "\xc3", "*", "**", "***", "?", "/", "/", "**/", "/**", "/**/", `\`, " ", `\ `, "!", "#", "-", "]", "[", "~",
		"[a]", "[!a]", "[^b]", "[a-c]", "[]a]", "[!]]", `[\]]`, "[a-]", "[-a]", `[\a-\c]`, "[c-a]", "[[:alpha:]]", "[![:alnum:]]", "[[:nope:]]", "[[:punct:][:digit:]]",
		"[[:space:]b]", "[[:upper:]]", "[[:print:]]", "[[:cntrl:]]", "[[:graph:]]", "[[:blank:]]", "[[:xdigit:]-z]", "[[:a]", "[[:]", "[a", "[/]", "[!/]", "\t", "\r", "\x00",
	})
	line := rapid.Custom(func(t *rapid.T) string {
		start := rapid.SampledFrom([]string{"", "", "", "", "!", "/", "!/", "**/"}).Draw(t, "start")
		end := rapid.SampledFrom([]string{"", "", "", "/", "/**", "/*", " ", "\r", " \r"}).Draw(t, "end")
		return start + strings.Join(rapid.SliceOfN(piece, 0, 5).Draw(t, "pieces"), "") + end
	})
	file := rapid.Custom(func(t *rapid.T) string {
		start := rapid.SampledFrom([]string{"", "", "", "\ufeff"}).Draw(t, "mark")
		return start + strings.Join(rapid.SliceOfN(line, 0, 5).Draw(t, "lines"), "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
	})
	rapid.Check(t, func(rt *rapid.T) {
		for _, at := range []string{".git/info/exclude", ".gitignore", "a/.gitignore", "a/b/.gitignore"} {
			text := file.Draw(rt, at)
			if err := os.WriteFile(filepath.Join(top, at), []byte(text), 0o600); err != nil {
				rt.Fatal(err)
			}
		}
		want, got := judge(t, top, paths), ignored(t, top)
		for _, p := range paths {
			if got[p] != want[p] {
				rt.Errorf("%q is ignored: %v, git says %v", p, got[p], want[p])
			}
		}
	})
}
