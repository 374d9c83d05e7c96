package file_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/tool"
)

func TestAPatchChangesSeveralFilesOrNone(t *testing.T) {
	r := newDesk(t)
	r.put(t, "a.txt", "one\r\ntwo\r\n")
	r.put(t, "b.txt", "gone\n")
	c := r.put(t, "c.sh", "run\n")
	if err := os.Chmod(c, 0o755); err != nil {
		t.Fatal(err)
	}
	const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n*** Delete File: b.txt\n*** Update File: c.sh\n*** Move to: sub/d.sh\n@@\n-run\n+walk\n*** Add File: new/e.txt\n+hello\n"
	broken := r.call(t, "apply_patch", map[string]any{"patch": patch + "*** Update File: x.txt\n@@\n-a\n+b\n*** End Patch\n"})
	want(t, broken, tool.CodeFileNotFound, "x.txt does not exist")
	unfit := r.call(t, "apply_patch", map[string]any{"patch": strings.Replace(patch, "-run", "-ran", 1)})
	want(t, unfit, tool.CodeEditTargetNotFound, "c.sh: hunk 1", "Nothing was changed")
	if r.get(t, "a.txt") != "one\r\ntwo\r\n" || r.get(t, "b.txt") != "gone\n" || r.get(t, "new/e.txt") != "(none)" {
		t.Fatal("half of it was applied")
	}
	out := r.call(t, "apply_patch", map[string]any{"patch": patch})
	want(t, out, "", "Patched 5 files", "a.txt (+1 −1)", "b.txt (+0 −1), deleted", "Patched 5 files (+3 −3)", "c.sh (+0 −0), moved to sub/d.sh", "sub/d.sh (+1 −1), moved here from c.sh", "new/e.txt (+1 −0), added")
	for path, content := range map[string]string{"a.txt": "one\r\n2\r\n", "b.txt": "(none)", "c.sh": "(none)", "sub/d.sh": "walk\n", "new/e.txt": "hello\n"} {
		if got := r.get(t, path); got != content {
			t.Errorf("%s is %q, want %q", path, got, content)
		}
	}
	if info, err := os.Stat(filepath.Join(r.dir, "sub/d.sh")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if in := out.Intent; len(in.Writes) != 5 || in.Summary != "patch a.txt, b.txt, sub/d.sh, c.sh, new/e.txt (+3 −2)" {
		t.Errorf("the intent is %+v", in)
	}
}

func TestLinesOfAFileThatMovesAreNotChanges(t *testing.T) {
	r := newDesk(t)
	r.put(t, "a.txt", "one\ntwo\nthree\n")
	out := r.call(t, "apply_patch", map[string]any{"patch": "*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n one\n-two\n+2\n+2b\n three\n*** End Patch\n"})
	want(t, out, "", "Patched 2 files (+2 −1):", "b.txt (+2 −1), moved here from a.txt", "a.txt (+0 −0), moved to b.txt")
	if got := out.Intent.Summary; got != "patch b.txt, a.txt (+2 −1)" {
		t.Errorf("the summary is %q", got)
	}
	if got := out.Result.Display.Text; strings.Contains(got, "+one") || !strings.Contains(got, "-two\n+2\n+2b\n") {
		t.Errorf("the diff is %q", got)
	}
}

func TestAUnifiedDiffIsApplied(t *testing.T) {
	r := newDesk(t)
	r.put(t, "main.go", "package main\n\nfunc main() {\n\tprintln(1)\n}\n")
	r.put(t, "old.txt", "bye\n")
	out := r.call(t, "patch", map[string]any{"diff": "diff --git a/main.go b/main.go\n--- a/main.go\n+++ b/main.go\n@@ -12,3 +12,3 @@ func main() {\n func main() {\n-\tprintln(1)\n+\tprintln(2)\n }\n" +
		"diff --git a/run.sh b/run.sh\nnew file mode 100755\n--- /dev/null\n+++ b/run.sh\n@@ -0,0 +1 @@\n+true\n" +
		"diff --git a/old.txt b/old.txt\ndeleted file mode 100644\n--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n"})
	want(t, out, "", "Note: hunk 1 was applied at line 3, not 12.")
	if got := r.get(t, "main.go"); got != "package main\n\nfunc main() {\n\tprintln(2)\n}\n" {
		t.Errorf("the file is %q", got)
	}
	if info, err := os.Stat(filepath.Join(r.dir, "run.sh")); err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("it is not executable: %v, %v", info.Mode(), err)
	}
	r.clean(t, "main.go", "run.sh")
	r.put(t, "old.txt", "bye\nbut not yet\n")
	want(t, r.call(t, "patch", `{"patch":"--- a/old.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n"}`), tool.CodeStaleFile, "more content than the patch deletes")
	want(t, r.call(t, "patch", `{"patch":"--- a/main.go\n+++ b/main.go\n@@ -1 +1 @@\n-package main\n+package x\n--- a/./main.go\n+++ b/./main.go\n@@ -1 +1 @@\n-package main\n+package x\n"}`), tool.CodeInvalidArgs, "in several sections")
}
