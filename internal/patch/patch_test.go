package patch_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"jig/internal/patch"
)

const python = "class A:\n    def run(self):\n        pass\n\nclass B:\n    def run(self):\n        pass\n    def stop(self):\n        return 1\n"

func TestAFileIsChangedAsThePatchSays(t *testing.T) {
	const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
	tests := map[string]struct {
		text, patch, want string
		notes             int
	}{
		"lines of context around":                  {text, "*** Begin Patch\n*** Update File: f\n@@\n two\n-three\n+THREE\n four\n*** End Patch\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 0},
		"no @@ before the first hunk":              {text, "*** Begin Patch\n*** Update File: f\n two\n-three\n+THREE\n*** End Patch\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 0},
		"two hunks":                                {text, "*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n@@\n-seven\n+7\n*** End Patch", "1\ntwo\nthree\nfour\nfive\nsix\n7\n", 0},
		"two sections of one file":                 {text, "*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n*** Update File: f\n@@\n-seven\n+7\n*** End Patch", "1\ntwo\nthree\nfour\nfive\nsix\n7\n", 0},
		"a header chooses among equal places":      {python, "*** Begin Patch\n*** Update File: f\n@@ class B:\n     def run(self):\n-        pass\n+        go()\n*** End Patch", strings.Replace(python, "B:\n    def run(self):\n        pass", "B:\n    def run(self):\n        go()", 1), 0},
		"headers within headers":                   {python, "*** Begin Patch\n*** Update File: f\n@@ class B:\n@@     def run(self):\n-        pass\n+        go()\n*** End Patch", strings.Replace(python, "B:\n    def run(self):\n        pass", "B:\n    def run(self):\n        go()", 1), 0},
		"lines are put below a header":             {python, "*** Begin Patch\n*** Update File: f\n@@ class B:\n+    x = 1\n*** End Patch", strings.Replace(python, "B:\n", "B:\n    x = 1\n", 1), 0},
		"lines without context come at the end":    {text, "*** Begin Patch\n*** Update File: f\n@@\n+eight\n*** End Patch", text + "eight\n", 0},
		"the end of the file chooses":              {"a\nb\na\n", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+x\n*** End of File\n*** End Patch", "a\nb\nx\n", 0},
		"an empty line is one that stays":          {"a\n\nb\n", "*** Begin Patch\n*** Update File: f\n@@\n a\n\n-b\n+c\n*** End Patch", "a\n\nc\n", 0},
		"the end mark is missing":                  {text, "*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n", "1" + text[3:], 0},
		"a fence around it":                        {text, "```diff\n*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n*** End Patch\n```\n", "1" + text[3:], 0},
		"a command around it":                      {text, "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\n*** End Patch\nEOF\n", "1" + text[3:], 0},
		"a command around it and no end mark":      {text, "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: f\n@@\n-one\n+1\nEOF\n", "1" + text[3:], 0},
		"no begin mark":                            {text, "*** Update File: f\n@@\n-one\n+1\n", "1" + text[3:], 0},
		"line numbers in the form without":         {"a\nb\na\n", "*** Begin Patch\n*** Update File: f\n@@ -3,1 +3,1 @@\n-a\n+x\n*** End Patch", "a\nb\nx\n", 0},
		"white-space at the end of lines":          {"one  \ntwo\n", "*** Begin Patch\n*** Update File: f\n@@\n one\n-two\n+2\n*** End Patch", "one  \n2\n", 1},
		"lines of Windows":                         {"one\r\ntwo\r\n", "*** Begin Patch\n*** Update File: f\n@@\n one\n+and\n two\n*** End Patch", "one\r\nand\r\ntwo\r\n", 0},
		"a patch of Windows":                       {"one\ntwo\n", "*** Begin Patch\r\n*** Update File: f\r\n@@\r\n one\r\n+and\r\n two\r\n*** End Patch\r\n", "one\nand\ntwo\n", 0},
		"no final newline stays so":                {"one\ntwo", "*** Begin Patch\n*** Update File: f\n@@\n one\n-two\n+2\n+3\n*** End Patch", "one\n2\n3", 1},
		"a unified diff":                           {text, "--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n two\n-three\n+THREE\n four\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 0},
		"a unified diff with wrong counts":         {text, "--- a/f\n+++ b/f\n@@ -2,7 +2,9 @@\n two\n-three\n+THREE\n four\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 0},
		"a unified diff with a wrong line":         {text, "--- a/f\n+++ b/f\n@@ -5,3 +5,3 @@\n two\n-three\n+THREE\n four\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 1},
		"a unified diff without numbers":           {text, "--- a/f\n+++ b/f\n@@ ... @@\n two\n-three\n+THREE\n four\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 0},
		"the nearest of equal places":              {"a\nb\na\nb\na\nb\n", "--- f\n+++ f\n@@ -6,2 +6,1 @@\n a\n-b\n", "a\nb\na\nb\na\n", 1},
		"context that changed a little":            {text, "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n ONE\n two\n-three\n+THREE\n four\n", "one\ntwo\nTHREE\nfour\nfive\nsix\nseven\n", 1},
		"the first lines are inserted":             {text, "--- f\n+++ f\n@@ -0,0 +1 @@\n+zero\n", "zero\n" + text, 0},
		"lines are inserted after a line":          {text, "--- f\n+++ f\n@@ -2,0 +3 @@\n+and\n", "one\ntwo\nand\nthree\nfour\nfive\nsix\nseven\n", 0},
		"the final newline goes":                   {"a\nb\n", "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n", "a\nb", 0},
		"the final newline comes":                  {"a\nb", "--- f\n+++ f\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n", 0},
		"a signature below":                        {text, "From: me\nSubject: x\n\n---\n f | 2 +-\n\ndiff --git a/f b/f\nindex 1..2 100644\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+1\n-- \n2.39.5\n", "1" + text[3:], 0},
		"a line that looks like a mark":            {"-- a\n", "--- f\n+++ f\n@@ -1 +1 @@\n--- a\n+++ b\n", "++ b\n", 0},
		"overlapping places and the stated one":    {"}\n}\n}\n}\n", "--- f\n+++ f\n@@ -3,2 +3,3 @@\n }\n+x\n }\n", "}\n}\n}\nx\n}\n", 0},
		"a hunk below one that made the file long": {text, "--- f\n+++ f\n@@ -1,1 +1,3 @@\n one\n+x\n+y\n@@ -7,1 +9,1 @@\n-seven\n+7\n", "one\nx\ny\ntwo\nthree\nfour\nfive\nsix\n7\n", 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(test.patch)
			if err != nil {
				t.Fatal(err)
			}
			if len(files) != 1 || files[0].Path != "f" || files[0].Op != patch.Update {
				t.Fatalf("read as %+v", files)
			}
			got, err := files[0].Apply(test.text)
			if err != nil {
				t.Fatal(err)
			}
			if got.Text != test.want || len(got.Notes) != test.notes {
				t.Errorf("got  %q\nwant %q\nnotes %q", got.Text, test.want, got.Notes)
			}
		})
	}
}

func TestAPatchThatDoesNotFitIsRefused(t *testing.T) {
	tests := map[string]struct{ text, patch, want string }{
		"what is nowhere":                {"a\nb\n", "*** Begin Patch\n*** Update File: f\n@@\n-x\n+y\n*** End Patch", "f: hunk 1 (line 3 of the patch): its lines are not in the file"},
		"the nearest place is shown":     {"alpha\nbeta\ngamma\n", "*** Begin Patch\n*** Update File: f\n@@\n alpha\n-betta\n+b\n*** End Patch", `(line 2 is "beta", not "betta")`},
		"several places":                 {"a\nb\na\nb\n", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+x\n*** End Patch", "fits in 2 places, at lines 1, 3"},
		"a header that is there twice":   {python, "*** Begin Patch\n*** Update File: f\n@@ def run(self):\n-        pass\n+        go()\n*** End Patch", "fits in 2 places, at lines 3, 7"},
		"equally near places":            {"a\nb\nc\nd\na\n", "--- f\n+++ f\n@@ -3,1 +3,1 @@\n-a\n+x\n", "fits in 2 places"},
		"not at the end":                 {"a\nb\n", "*** Begin Patch\n*** Update File: f\n@@\n-a\n+x\n*** End of File\n*** End Patch", "not at its end"},
		"a header that is nowhere":       {"a\n", "*** Begin Patch\n*** Update File: f\n@@ class X\n+x\n*** End Patch", "no line of the file is \"class X\""},
		"an insertion far below the end": {"a\n", "--- f\n+++ f\n@@ -90,0 +91 @@\n+x\n", "the file has 1 lines"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(test.patch)
			if err != nil {
				t.Fatal(err)
			}
			got, err := files[0].Apply(test.text)
			if err == nil {
				t.Fatalf("it was applied: %q", got.Text)
			}
			if e, ok := errors.AsType[*patch.Error](err); !ok || !e.Apply || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\ndoes not mention %q", err, test.want)
			}
		})
	}
}

func TestWhatIsNoPatchIsRefused(t *testing.T) {
	tests := map[string]struct{ patch, want string }{
		"prose":                          {"please change it", "this is no patch"},
		"nothing":                        {"", "this is no patch"},
		"no section":                     {"*** Begin Patch\n*** End Patch\n", "changes no file"},
		"a section without a name":       {"*** Begin Patch\n*** Delete File:\n*** End Patch\n", "names no file"},
		"lines before any section":       {"*** Begin Patch\n+x\n*** End Patch\n", "(line 2 of the patch): \"+x\" belongs to no file"},
		"a new file without +":           {"*** Begin Patch\n*** Add File: f\n+a\nb\n*** End Patch\n", "(line 4 of the patch): every line of a new file begins with +"},
		"a hunk with a strange line":     {"*** Begin Patch\n*** Update File: f\n@@\n-a\nb\n*** End Patch\n", "(line 5 of the patch): every line of a hunk begins with"},
		"a hunk that changes nothing":    {"*** Begin Patch\n*** Update File: f\n@@\n a\n*** End Patch\n", "f: hunk 1 (line 3 of the patch): it changes nothing"},
		"an update of nothing":           {"*** Begin Patch\n*** Update File: f\n*** End Patch\n", "nothing is said about what changes"},
		"a file twice":                   {"*** Begin Patch\n*** Delete File: f\n*** Add File: f\n+x\n*** End Patch\n", "speaks of this file twice"},
		"a hunk of no file":              {"@@ -1 +1 @@\n-a\n+b\n", "belongs to no file"},
		"an empty hunk":                  {"--- f\n+++ f\n@@ -1 +1 @@\n", "the hunk is empty"},
		"changes outside of a hunk":      {"--- f\n+++ f\n-a\n+b\n", "outside of a hunk"},
		"a binary file":                  {"diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 3\n", "binary patches cannot be applied"},
		"binary files that differ":       {"diff --git a/x b/x\nindex 1..2 100644\nBinary files a/x and b/x differ\n", "binary patches cannot be applied"},
		"a change of the mode":           {"diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", "only the mode"},
		"a copy":                         {"diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", "a patch that copies"},
		"a link":                         {"diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+y\n", "makes a link"},
		"a new file with lines that are": {"--- /dev/null\n+++ b/x\n@@ -1,1 +1,1 @@\n a\n+y\n", "the file is new"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(test.patch)
			if err == nil {
				t.Fatalf("read as %+v", files)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\ndoes not mention %q", err, test.want)
			}
		})
	}
}

func TestFilesComeGoAndMove(t *testing.T) {
	files, err := patch.Parse("*** Begin Patch\n*** Add File: new dir/a.txt\n+one\n+\n+two\n*** Delete File: b.txt\n*** Update File: c.txt\n*** Move to: d.txt\n@@\n-x\n+y\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 3 || files[0].Op != patch.Add || files[0].Path != "new dir/a.txt" || files[0].Content != "one\n\ntwo\n" ||
		files[1].Op != patch.Delete || files[1].Path != "b.txt" || files[2].To != "d.txt" || len(files[2].Hunks) != 1 {
		t.Errorf("read as %+v", files)
	}
	files, err = patch.Parse("diff --git a/x b/x\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+run\n\\ No newline at end of file\n" +
		"diff --git a/empty b/empty\nnew file mode 100644\nindex 0..0\n" +
		"diff --git \"a/\\303\\274.txt\" \"b/\\303\\274 2.txt\"\nsimilarity index 100%\nrename from \"\\303\\274.txt\"\nrename to \"\\303\\274 2.txt\"\n" +
		"diff --git a/gone b/gone\ndeleted file mode 100644\nindex 1..0\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n")
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, 0, len(files))
	for _, f := range files {
		got = append(got, f.Path+">"+f.To+"="+f.Content)
	}
	if want := []string{"x>=run", "empty>=", "ü.txt>ü 2.txt=", "gone>="}; !slices.Equal(got, want) || !files[0].Exec || files[3].Op != patch.Delete {
		t.Errorf("got %q", got)
	}
}
