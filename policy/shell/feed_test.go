package shell_test

import "testing"

func TestWhatFindHandsToXargsIsKnown(t *testing.T) {
	for _, line := range []string{
		"find . -name '*.go' -print0 | xargs -0 wc -l", "find src -type f -print0 | xargs -0 grep x", "find . -print0 2>/dev/null | xargs -0 -n1 head", "find . -print0 | sort -z | xargs -0 cat", "find . -print0 | xargs -0r cat", "find . -print0 | xargs --null -P4 -n 1 cat",
		"find src lib -print0 | xargs -0 wc -l", "find . -print0 | xargs -0 -I{} cat {}", "find src -print0 | xargs -0 wc -l | tail -1",
		"ls $(pwd)", "cat \"$(pwd)/x\"", "cd src && cat $(pwd)/x", "cat `pwd`/x", "[[ -f go.mod ]]", "[[ -d src && -f x ]]", "x=1", "# nothing", "CI=1 ls", "NO_COLOR=1 LC_ALL=C git status",
	} {
		a := analyse(line)
		if !a.ReadOnly || len(a.Commands) == 0 {
			t.Errorf("%s is not proved: %s", line, a.Why)
		}
		for _, c := range a.Commands {
			if c.Doubt != "" || !c.ReadOnly {
				t.Errorf("%s: %+v", line, c)
			}
		}
	}
	for _, line := range []string{
		"find . -print | xargs cat", "find . | xargs cat", "find . -print0 | xargs cat", "find . -print0 | xargs -0 rm", "find . -print0 2>&1 | xargs -0 cat", "find . -print0 |& xargs -0 cat", "find $x -print0 | xargs -0 cat", "find . -print0 -exec echo {} \\; | xargs -0 cat", "find . -printf '%p' -print0 | xargs -0 cat",
		"{ find . -print0; cat list; } | xargs -0 cat", "(find . -print0) | xargs -0 cat", "find . -print0 | xargs -0 cat < list", "find . -print0 | tr x y | xargs -0 cat", "find . -print0 | sed s/x/y/ | xargs -0 cat", "find . -print0; cat list | xargs -0 cat", "cat list | xargs -0 cat",
		"find . -print0 | xargs -0 -a list cat", "find . -print0 | xargs -0 -d x cat", "find . -print0 | xargs -0 sh -c", "find . -print0 | xargs -0 bash", "find . -print0 | xargs -0 -I{} sh -c 'cat {}'", "find . -print0 | bash -c 'cat list | xargs -0 cat'", "find . -print0 | while read x; do xargs -0 cat; done",
		"find . -print0 | cat list - | xargs -0 cat", "find . -print0 | sort -z list | xargs -0 cat", "echo $(find . -print0) | xargs -0 cat", "find . -print0 > f | xargs -0 cat", "cd $x; find . -print0 | xargs -0 cat", "find . -print0 | xargs -0 -I{} cat {}/../../x", "find . -print0 & cat list | xargs -0 cat",
		"find . -fprintf /dev/stdout x -print0 | xargs -0 cat", "! find . -print0 | sort -o x | xargs -0 cat", "find . -print0 | env xargs -0 rm", "find . -print0 | LC_ALL=C xargs -0 tee",
		"cat $(pwd -P)/x", "cat \"$(pwd; echo x)\"", "cat \"$(pwd || echo x)\"", "pwd() { echo /etc; }; cat \"$(pwd)/x\"", "cat \"$(! pwd)\"", "cat \"$(pwd < x)\"",
	} {
		if a := analyse(line); a.ReadOnly {
			t.Errorf("%s is proved", line)
		}
	}
}
