package file_test

import (
	"os"
	"path/filepath"
	"testing"

	"jig/tool"
)

func TestDeleteTakesWhatItIsTold(t *testing.T) {
	r := newDesk(t)
	r.put(t, "a", "a")
	r.put(t, "full/sub/b", "b")
	r.put(t, "keep", "k")
	if err := os.Mkdir(filepath.Join(r.dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	want(t, r.call(t, "delete", `{"path":"a"}`), "", "Deleted the file a.")
	want(t, r.call(t, "delete", `{"path":"empty"}`), "", "Deleted the folder empty.")
	out := r.call(t, "rm", `{"path":"full","recursive":true}`)
	want(t, out, "", "Deleted the folder full with everything in it.")
	if in := out.Intent; in.Summary != "delete full with everything in it" || len(in.Writes) != 1 {
		t.Errorf("the intent is %+v", in)
	}
	r.clean(t, "keep")
}

func TestMoveRenamesAndOverwritesOnlyWhenTold(t *testing.T) {
	tests := map[string]struct {
		args     string
		code     tool.Code
		mentions string
		gone     string
		there    map[string]string
	}{
		"a new name":                      {`{"source":"a","destination":"c"}`, "", "Moved a to c.", "a", map[string]string{"c": "A"}},
		"into new folders":                {`{"source":"a","destination":"x/y/c"}`, "", "Moved a to x/y/c.", "a", map[string]string{"x/y/c": "A"}},
		"into a folder":                   {`{"source":"a","destination":"dir"}`, "", "Moved a to dir/a.", "a", map[string]string{"dir/a": "A"}},
		"into a folder that is not there": {`{"source":"a","destination":"fresh/"}`, "", "Moved a to fresh/a.", "a", map[string]string{"fresh/a": "A"}},
		"a folder":                        {`{"source":"dir","destination":"d2"}`, "", "Moved dir to d2.", "dir", map[string]string{"d2/f": "F"}},
		"over a file":                     {`{"source":"a","destination":"b"}`, tool.CodeInvalidArgs, "b exists already", "", map[string]string{"a": "A", "b": "B"}},
		"over a file, as told":            {`{"source":"a","destination":"b","overwrite":true}`, "", "replacing what was there", "a", map[string]string{"b": "A"}},
		"by other names":                  {`{"from":"a","to":"c"}`, "", "Moved a to c.", "a", map[string]string{"c": "A"}},
		"onto itself":                     {`{"source":"a","destination":"./a"}`, tool.CodeInvalidArgs, "are the same", "", map[string]string{"a": "A"}},
		"into itself":                     {`{"source":"dir","destination":"dir/sub"}`, tool.CodeInvalidArgs, "into itself", "", map[string]string{"dir/f": "F"}},
		"a folder over a file":            {`{"source":"dir","destination":"a","overwrite":true}`, tool.CodeInvalidArgs, "a folder does not replace", "", map[string]string{"a": "A"}},
		"what is not there":               {`{"source":"dir/ff","destination":"c"}`, tool.CodeFileNotFound, "dir/f", "", nil},
		"the workspace":                   {`{"source":".","destination":"c"}`, tool.CodeInvalidArgs, "workspace itself", "", nil},
		"out of the workspace":            {`{"source":"a","destination":"../c"}`, tool.CodePermissionDenied, "outside", "", map[string]string{"a": "A"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := newDesk(t)
			r.put(t, "a", "A")
			r.put(t, "b", "B")
			r.put(t, "dir/f", "F")
			want(t, r.call(t, "move", test.args), test.code, test.mentions)
			if test.gone != "" && r.get(t, test.gone) != "(none)" {
				t.Errorf("%s is still there", test.gone)
			}
			for path, content := range test.there {
				if got := r.get(t, path); got != content {
					t.Errorf("%s is %q, want %q", path, got, content)
				}
			}
		})
	}
}
