package patch_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/patch"
)

// repository is a folder in which git is asked.
type repository struct {
	t   *testing.T
	dir string
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.CommandContext(r.t.Context(), "git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %v: %v", args, err)
	}
	return string(out)
}

// tree puts files into the folder, those and no others, and gives their tree.
func (r repository) tree(files map[string]string) string {
	r.t.Helper()
	r.git("rm", "-rfq", "--ignore-unmatch", ".")
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
			r.t.Fatal(err)
		}
	}
	r.git("add", "-A")
	return strings.TrimSpace(r.git("write-tree"))
}

// draw makes a text of few different lines, so that places repeat.
func draw(rnd *rand.Rand, distinct int) string {
	var b strings.Builder
	eol := []string{"\n", "\n", "\r\n"}[rnd.IntN(3)]
	for i := range rnd.IntN(60) {
		if rnd.IntN(20) == 0 {
			b.WriteString("\n")
			continue
		}
		if distinct == 0 {
			fmt.Fprintf(&b, "line %d%s", i, eol)
			continue
		}
		fmt.Fprintf(&b, "%s%c%s", strings.Repeat(" ", rnd.IntN(3)), 'a'+rnd.IntN(distinct), eol)
	}
	if rnd.IntN(4) == 0 {
		b.WriteString("+-@ unended ü\xff")
	}
	return b.String()
}

// change makes another text of one by some changes of lines.
func change(rnd *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + rnd.IntN(5) {
		i := rnd.IntN(len(lines) + 1)
		switch {
		case rnd.IntN(2) == 0 || i == len(lines):
			lines = append(lines[:i:i], append([]string{fmt.Sprintf("new %d\n", rnd.IntN(5))}, lines[i:]...)...)
		case rnd.IntN(2) == 0:
			lines[i] = "changed\n"
		default:
			lines = append(lines[:i:i], lines[i+1:]...)
		}
	}
	return strings.Join(lines, "")
}

func TestADiffOfGitMakesOfTheOldFilesTheNewOnes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	rnd := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test that can be repeated
	for _, context := range []string{"-U3", "-U1", "-U0"} {
		for _, distinct := range []int{3, 0} {
			t.Run(fmt.Sprintf("%s with %d distinct lines", context, distinct), func(t *testing.T) {
				r := repository{t, t.TempDir()}
				r.git("init", "-q")
				old, fresh := map[string]string{}, map[string]string{}
				for i := range 150 {
					name := fmt.Sprintf("f %d ü.txt", i)
					switch text := draw(rnd, distinct); i % 10 {
					case 0:
						fresh[name] = text
					case 1:
						old[name] = text
					case 2:
						old[name], fresh["moved "+name] = text, text
					default:
						old[name], fresh[name] = text, change(rnd, text)
					}
				}
				diff := r.git("diff", "--text", "-M", context, r.tree(old), r.tree(fresh))
				check(t, diff, old, fresh, context != "-U0")
				if distinct == 0 && context == "-U3" {
					check(t, miscounted(rnd, diff), old, fresh, true)
				}
			})
		}
	}
}

// check applies a diff to all old files and compares with the new ones. Lines
// without context get the line ends of the file and not those of the diff, so
// these are compared only where it is exact.
func check(t *testing.T, diff string, old, fresh map[string]string, exact bool) {
	t.Helper()
	files, err := patch.Parse(diff)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for name, text := range old {
		got[name] = text
	}
	for _, f := range files {
		switch f.Op {
		case patch.Add:
			got[f.Path] = f.Content
			continue
		case patch.Delete:
			if empty, err := f.Apply(old[f.Path]); err != nil || empty.Text != "" {
				t.Fatalf("%s: %q, %v", f.Path, empty.Text, err)
			}
			delete(got, f.Path)
			continue
		}
		applied, err := f.Apply(old[f.Path])
		if err != nil {
			t.Fatalf("%v\nfile: %q", err, old[f.Path])
		}
		to := f.Path
		if f.To != "" {
			to = f.To
			delete(got, f.Path)
		}
		got[to] = applied.Text
	}
	if len(got) != len(fresh) {
		t.Errorf("there are %d files, want %d", len(got), len(fresh))
	}
	for name, want := range fresh {
		have := got[name]
		if !exact {
			have, want = strings.ReplaceAll(have, "\r\n", "\n"), strings.ReplaceAll(want, "\r\n", "\n")
		}
		if have != want {
			t.Errorf("%s: got  %q\nwant %q", name, got[name], want)
		}
	}
}

// miscounted spoils the numbers of all hunks, as models do.
func miscounted(rnd *rand.Rand, diff string) string {
	lines := strings.Split(diff, "\n")
	for i, l := range lines {
		var a, b, c, d int
		if n, _ := fmt.Sscanf(l, "@@ -%d,%d +%d,%d @@", &a, &b, &c, &d); n == 4 && b > 0 {
			lines[i] = fmt.Sprintf("@@ -%d,%d +%d,%d @@", 1+rnd.IntN(60), rnd.IntN(9), c, rnd.IntN(9))
		}
	}
	return strings.Join(lines, "\n")
}

func FuzzParse(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: f\n@@ class B:\n a\n-b\n+c\n*** End of File\n*** End Patch", "a\nb\n")
	f.Add("diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n", "a\r\nb\r\n")
	f.Fuzz(func(t *testing.T, text, old string) {
		files, err := patch.Parse(text)
		if err != nil {
			_ = err.Error()
			return
		}
		for _, file := range files {
			if file.Path == "" {
				t.Error("a file without a name")
			}
			if _, err := file.Apply(old); err != nil {
				_ = err.Error()
			}
		}
	})
}
