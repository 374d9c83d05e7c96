package patch_test

import (
	"errors"
	"strings"
	"testing"

	"jig/internal/patch"
)

func TestAHunkIsNotAppliedWhereItDoesNotBelong(t *testing.T) {
	const text = "def a():\n    return 1\n\ndef b():\n    return 2\n"
	tests := map[string]string{
		"its line stands in another function than the header says": "*** Begin Patch\n*** Update File: f\n@@ def b():\n-    return 1\n+    return 3\n*** End Patch\n",
		"the function that the header names is not in the file":    "*** Begin Patch\n*** Update File: f\n@@ def c():\n-    return 1\n+    return 3\n*** End Patch\n",
		"nothing of its context is in the file":                    "*** Begin Patch\n*** Update File: f\n@@\n def c():\n-    return 1\n+    return 3\n*** End Patch\n",
		"nothing of its context is in the file, in a unified diff": "--- f\n+++ f\n@@ -4,2 +4,2 @@\n def c():\n-    return 1\n+    return 3\n",
	}
	for name, p := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := files[0].Apply(text)
			if _, ok := errors.AsType[*patch.Error](err); !ok {
				t.Errorf("got %q, %v", out.Text, err)
			}
		})
	}
}

func TestAHeaderMayBeShortened(t *testing.T) {
	const text = "func (s *Server) a() {\n\tx()\n}\n\nfunc (s *Server) b() {\n\tx()\n}\n"
	files, err := patch.Parse("*** Begin Patch\n*** Update File: f\n@@ func (s *Server) b\n-\tx()\n+\ty()\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	out, err := files[0].Apply(text)
	if want := strings.TrimSuffix(text, "\tx()\n}\n") + "\ty()\n}\n"; err != nil || out.Text != want {
		t.Errorf("got %q, %v", out.Text, err)
	}
}

func TestAPatchIsReadWholeAndAsWhatItIs(t *testing.T) {
	const first = "*** Begin Patch\n*** Update File: f\n@@\n-a\n+b\n*** End Patch\n"
	tests := map[string]struct {
		patch string
		paths string
	}{
		"two patches, one after the other":       {first + "\n*** Begin Patch\n*** Delete File: g\n*** End Patch\n", "f g"},
		"a section after the end mark":           {first + "*** Delete File: g\n", "f g"},
		"words after the end mark":               {first + "This is all.\n", "f"},
		"a unified diff of a text about patches": {"--- f\n+++ f\n@@ -1,3 +1,3 @@\n-a\n+c\n *** Begin Patch\n *** Delete File: g\n", "f"},
		"a patch of a text about unified diffs":  {"*** Begin Patch\n*** Update File: f\n@@\n --- a/g\n-+++ b/g\n++++ b/h\n*** End Patch\n", "f"},
		"a patch below words with a ruled line":  {"Fix it\n--- \n" + first, "f"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(test.patch)
			if err != nil {
				t.Fatal(err)
			}
			var paths []string
			for _, f := range files {
				paths = append(paths, f.Path)
			}
			if got := strings.Join(paths, " "); got != test.paths {
				t.Errorf("it changes %q, want %q", got, test.paths)
			}
		})
	}
}

func TestWhatFollowsAPatchInTheOtherFormIsNotPassedOver(t *testing.T) {
	_, err := patch.Parse("*** Begin Patch\n*** Delete File: f\n*** End Patch\n--- h\n+++ h\n@@ -1 +1 @@\n-a\n+b\n")
	if _, ok := errors.AsType[*patch.Error](err); !ok {
		t.Errorf("got %v", err)
	}
}

func TestATolerantPlaceIsTheOnlyOneInTheFile(t *testing.T) {
	const text = "    a1\n    b1\nx\n        a1\n        b1\n"
	for name, p := range map[string]string{
		"chosen by the end of the file": "*** Begin Patch\n*** Update File: f\n@@\n a1\n-b1\n+c\n*** End of File\n*** End Patch\n",
		"chosen by a header":            "*** Begin Patch\n*** Update File: f\n@@ x\n a1\n-b1\n+c\n*** End Patch\n",
	} {
		t.Run(name, func(t *testing.T) {
			files, err := patch.Parse(p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := files[0].Apply(text)
			if e, ok := errors.AsType[*patch.Error](err); !ok || len(e.Places) != 2 {
				t.Errorf("got %q, %v", out.Text, err)
			}
		})
	}
}

// TestAHunkThatFitsAlmostEverywhereIsRefusedAtOnce would take minutes if the lines
// above each place were counted from the beginning.
func TestAHunkThatFitsAlmostEverywhereIsRefusedAtOnce(t *testing.T) {
	files, err := patch.Parse("*** Begin Patch\n*** Update File: f\n@@\n-},\n+}\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	_, err = files[0].Apply(strings.Repeat("{ \"name\": \"value\" \n},\n", 300_000))
	if e, ok := errors.AsType[*patch.Error](err); !ok || len(e.Places) != 300_000 || len(e.Error()) > 1000 {
		t.Errorf("got %.300v", err)
	}
}
