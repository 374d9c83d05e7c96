package file_test

import (
	"fmt"
	"strings"
	"testing"

	"jig/engine"
	"jig/toolbox/file"
)

func TestTheBaseOfOffsetsFollowsTheAlias(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "five.txt", numbered(5))
	for _, c := range []struct {
		name, args string
		first      int
	}{
		{"read", `{"path":"five.txt","offset":2}`, 2},
		{"Read", `{"file_path":"five.txt","offset":2}`, 2},
		{"read_file", `{"path":"five.txt","offset":2}`, 2},
		{"view", `{"path":"five.txt","offset":2}`, 2},
		{"fs_read", `{"path":"five.txt","offset":2}`, 3},
		{"fsRead", `{"path":"five.txt","offset":"2"}`, 3},
		{"fsRead", `{"path":"five.txt"}`, 1},
		{"FileRead", `{"file_path":"five.txt","offset":2}`, 2},
		{"FileRead", `{"path":"five.txt","offset":2}`, 3},
		{"FileRead", `{"path":"five.txt","line_offset":2}`, 3},
		{"read", `{"path":"five.txt","lineOffset":2}`, 3},
		{"read", `{"operations":[{"mode":"Line","path":"five.txt","offset":2}]}`, 3},
		{"fs_read", `{"operations":[{"mode":"LINE","path":"five.txt","offset":2}]}`, 3},
		{"fs_read", `{"operations":[{"path":"five.txt","start_line":2,"end_line":3}]}`, 2},
		{"fs_read", `{"mode":"Line","path":"five.txt","start_line":2,"end_line":3}`, 2},
		{"fs_read", `{"mode":"Line","path":"five.txt","offset":2}`, 3},
	} {
		out := r.call(t, c.name, c.args)
		want := fmt.Sprintf("%6d\tl%d\n", c.first, c.first)
		got := out.Result.Text()
		if c.first > 1 {
			want = fmt.Sprintf("[Lines %d-", c.first)
		}
		if out.Status != engine.OK || !strings.HasPrefix(got, want) {
			t.Errorf("%s %s: %s %q, want line %d", c.name, c.args, out.Status, got, c.first)
		}
	}
}

func TestHowToContinueIsSaidInTheBaseOfTheCaller(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, "five.txt", numbered(5))
	r.put(t, "sub/a", "")
	r.put(t, "sub/b", "")
	r.put(t, "sub/c", "")
	for _, c := range []struct{ name, args, want, next string }{
		{"read", `{"path":"five.txt","offset":2,"limit":2}`, "[Lines 2-3 of 5]", "offset=4"},
		{"read", `{"path":"five.txt","offset":1,"base":0,"limit":2}`, "[Lines 2-3 of 5]", "offset=3"},
		{"fs_read", `{"path":"five.txt","offset":1,"limit":2}`, "[Lines 2-3 of 5]", "offset=3"},
		{"fs_read", `{"path":"five.txt","limit":3}`, "[Lines 1-3 of 5]", "offset=3"},
		{"fs_read", `{"path":"five.txt","offset":2,"limit":2,"base":1}`, "[Lines 2-3 of 5]", "offset=4"},
		{"FileRead", `{"path":"five.txt","offset":1,"limit":2}`, "[Lines 2-3 of 5]", "offset=3"},
		{"FileRead", `{"file_path":"five.txt","offset":2,"limit":2}`, "[Lines 2-3 of 5]", "offset=4"},
		{"read", `{"path":"five.txt","line_offset":1,"limit":2}`, "[Lines 2-3 of 5]", "offset=3"},
		{"fs_read", `{"path":"five.txt","start_line":2,"end_line":3}`, "[Lines 2-3 of 5]", "offset=3"},
		{"read", `{"operations":[{"path":"five.txt","offset":1,"limit":2}]}`, "[Lines 2-3 of 5]", "offset=3"},
		{"read", `{"operations":[{"path":"five.txt","start_line":2,"end_line":3}]}`, "[Lines 2-3 of 5]", "offset=3"},
		{"read", `{"mode":"Line","path":"five.txt","offset":2,"limit":2}`, "[Lines 2-3 of 5]", "offset=4"},
		{"fs_read", `{"mode":"Line","path":"five.txt","offset":1,"limit":2}`, "[Lines 2-3 of 5]", "offset=3"},
		{"read", `{"path":"sub","offset":2,"limit":1}`, "[entries 2-2 of 3;", "offset=3"},
		{"fs_read", `{"path":"sub","offset":1,"limit":1}`, "[entries 2-2 of 3;", "offset=2"},
		{"fs_read", `{"mode":"Directory","path":"sub","offset":1,"limit":1}`, "[entries 2-2 of 3;", "offset=2"},
		{"list", `{"path":"sub","offset":1,"limit":1}`, "[entries 2-2 of 3;", "offset=2"},
	} {
		out := r.call(t, c.name, c.args)
		if got := out.Result.Text(); out.Status != engine.OK || !strings.Contains(got, c.want) || !strings.Contains(got, "to continue: "+c.next+"]") {
			t.Errorf("%s %s: %s %q, want %s and %s", c.name, c.args, out.Status, got, c.want, c.next)
		}
	}
	if out := r.call(t, "read", `{"path":"five.txt","base":2}`); out.Status != engine.Invalid {
		t.Errorf("a base of 2: %s", out.Status)
	}
}

func TestAFolderThatIsReadPointsToListForWhatIsLeftOut(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	r.put(t, ".secret", "")
	r.put(t, ".ignore", "*.log\n")
	r.put(t, "a.log", "")
	for name, prefix := range map[string]string{"read": "list with ", "list": ""} {
		got := r.call(t, name, `{"path":"."}`).Result.Text()
		for _, part := range []string{"; " + prefix + "hidden=true shows them]", "; " + prefix + "no_ignore=true shows them]"} {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in %q", name, part, got)
			}
		}
	}
}
