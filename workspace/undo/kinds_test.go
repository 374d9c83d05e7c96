package undo_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/workspace/undo"
)

func TestEveryKindOfChangeIsTakenBackAndBroughtAgain(t *testing.T) {
	tests := map[string]struct {
		writes []string // empty for an opaque call
		line   string
	}{
		"a file that was made":                     {[]string{"new.txt"}, "echo hi > new.txt"},
		"a file in folders that were made":         {[]string{"x/y/z/new.txt"}, "mkdir -p x/y/z; echo hi > x/y/z/new.txt"},
		"a file that was changed in place":         {[]string{"a.txt"}, "echo more >> a.txt"},
		"a file that was replaced":                 {[]string{"a.txt"}, "echo other > t && mv t a.txt"},
		"a file that was emptied":                  {[]string{"a.txt"}, ": > a.txt"},
		"a file that was deleted":                  {[]string{"a.txt"}, "rm a.txt"},
		"a file that was moved":                    {[]string{"a.txt", "d/b.txt"}, "mv a.txt d/b.txt"},
		"a folder that was made":                   {[]string{"fresh"}, "mkdir fresh"},
		"a mode that was changed":                  {[]string{"a.txt"}, "chmod 750 a.txt"},
		"a mode of a folder that was changed":      {[]string{"d"}, "chmod 700 d"},
		"a link that was made":                     {[]string{"l2"}, "ln -s a.txt l2"},
		"a link that was turned":                   {[]string{"l"}, "ln -sfn d l"},
		"a link that was deleted":                  {[]string{"l"}, "rm l"},
		"a link that became a file":                {[]string{"l"}, "rm l; echo x > l"},
		"a file that became a folder":              {[]string{"a.txt"}, "rm a.txt; mkdir a.txt; echo x > a.txt/x"},
		"a folder that became a file":              {[]string{"d"}, "rm -r d; echo x > d"},
		"a tree that was deleted":                  {[]string{"d"}, "rm -rf d"},
		"a tree that was moved":                    {[]string{"d", "moved"}, "mv d moved"},
		"what sed changed":                         {nil, "sed -i s/a/b/ a.txt d/e/deep.txt"},
		"what rm deleted":                          {nil, "rm -rf d a.txt"},
		"what mv moved":                            {nil, "mv d e && mv a.txt e/"},
		"what many commands did":                   {nil, "mkdir -p n/m; cp a.txt n/m; chmod -x d/e/run.sh; rm l; ln -s n l; echo > d/e/deep.txt"},
		"a file written through a link":            {[]string{"l"}, "echo through > l"},
		"a file whose name is no UTF-8":            {nil, `printf x > $'\xff\xfe'; rm a.txt; mv $'\xff\xfe' $'\xff'`},
		"a hidden file":                            {nil, "echo SECRET=1 > .env"},
		"a mode that takes everything away":        {[]string{"d/e/run.sh"}, "chmod 000 d/e/run.sh"},
		"a folder with a read-only file, deleted":  {[]string{"d"}, "chmod 444 d/e/deep.txt; rm -rf d"},
		"a sticky folder that was made":            {[]string{"s"}, "mkdir s; chmod 1777 s"},
		"a write that changes what is ignored too": {nil, "git init -q . ; echo gone/ > .gitignore; rm -rf .git; rm a.txt"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, undo.Options{})
			b.write("a.txt", "a\n")
			b.write("d/e/deep.txt", "data\n")
			b.write("d/e/run.sh", "#!/bin/sh\n")
			b.write("other.txt", "never touched\n")
			b.must(os.Chmod(b.path("d/e/run.sh"), 0o755))
			b.must(os.Symlink("a.txt", b.path("l")))
			before := b.tree()
			b.call(b.change(test.writes...), func() { b.shell(test.line) })
			after := b.tree()
			if before == after {
				t.Fatal("the call changed nothing")
			}
			for range 2 {
				b.undo(undo.Selection{})
				if diff := cmp.Diff(before, b.tree()); diff != "" {
					t.Fatalf("undo did not bring the old state (-want +got):\n%s", diff)
				}
				b.redo(undo.Selection{})
				if diff := cmp.Diff(after, b.tree()); diff != "" {
					t.Fatalf("redo did not bring the new state (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestACallThatChangesNothingIsNotListed(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.write("a.txt", "a")
	b.call(b.change("a.txt"), func() {})
	b.bash("true")
	if got := b.list(); len(got) != 0 {
		t.Errorf("listed: %+v", got)
	}
}

func TestAWriteOutsideOfTheRootsIsTakenBackByName(t *testing.T) {
	b := newBench(t, undo.Options{})
	dir := t.TempDir()
	b.must(os.WriteFile(dir+"/x", []byte("old"), 0o600))
	before := treeOf(t, dir)
	b.call(b.change(dir+"/x", dir+"/new/y"), func() {
		b.shell("echo new > " + dir + "/x; mkdir " + dir + "/new; echo y > " + dir + "/new/y")
	})
	b.undo(undo.Selection{})
	if diff := cmp.Diff(before, treeOf(t, dir)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsTooLargeIsToldAndRefused(t *testing.T) {
	b := newBench(t, undo.Options{MaxFile: 100})
	b.write("big", strings.Repeat("x", 200))
	b.write("small", "x")
	res := b.bash("echo y >> big; echo y >> small")
	if !strings.Contains(res.Text(), "This cannot be undone: big (larger than 100 bytes)") {
		t.Errorf("the result does not say it: %s", res.Text())
	}
	_, err := b.log.Undo(t.Context(), undo.Request{})
	refused(t, err, "big: larger than 100 bytes")
	report, err := b.log.Undo(t.Context(), undo.Request{Force: true})
	b.must(err)
	if len(report.Changes) != 1 || len(report.Notes) != 1 {
		t.Errorf("%+v", report)
	}
}

func TestATreeThatIsTooLargeIsTold(t *testing.T) {
	b := newBench(t, undo.Options{MaxFiles: 5})
	b.shell("for i in 1 2 3 4 5 6 7; do echo $i > f$i; done")
	res := b.bash("rm f1")
	if !strings.Contains(res.Text(), "more than 5 files") {
		t.Errorf("the result does not say it: %s", res.Text())
	}
}

func TestIgnoredFoldersAreLeftOutAndIgnoredFilesKept(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.shell("git init -q .; printf 'node_modules/\n.env\nbuild\n' > .gitignore; mkdir -p node_modules/x; echo 1 > node_modules/x/f; echo S > .env")
	before := b.tree()
	b.bash("echo 2 > node_modules/x/f; echo T > .env; mkdir build; echo o > build/o; echo x > src")
	r := b.list()[0]
	var paths []string
	for _, c := range r.Changes {
		paths = append(paths, b.log.Show(c.Path))
	}
	if got := strings.Join(paths, " "); got != ".env src" {
		t.Errorf("changes: %s", got)
	}
	notes := strings.Join(r.Notes, "\n")
	if !strings.Contains(notes, "node_modules (ignored)") || !strings.Contains(notes, ".git (") {
		t.Errorf("notes: %s", notes)
	}
	b.undo(undo.Selection{})
	b.shell("rm -r build; echo 1 > node_modules/x/f")
	if diff := cmp.Diff(before, b.tree()); diff != "" {
		t.Error(diff)
	}
}

func TestAFolderThatIsNoLongerIgnoredWasNotMadeByTheCall(t *testing.T) {
	b := newBench(t, undo.Options{})
	b.shell("git init -q .; echo out/ > .gitignore; mkdir out; echo 1 > out/f")
	b.bash("echo > .gitignore")
	b.undo(undo.Selection{})
	if _, err := os.Stat(b.path("out/f")); err != nil {
		t.Error(err)
	}
	b.bash("echo seen > t; printf 't\nseen2\n' >> .gitignore")
	b.undo(undo.Selection{})
	if _, err := os.Stat(b.path("t")); err == nil {
		t.Error("a file that became ignored was not removed")
	}
}
