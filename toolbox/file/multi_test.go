package file_test

import (
	"testing"

	"jig/tool"
)

func TestSeveralEditsAreMadeInOrderOrNotAtAll(t *testing.T) {
	r := newDesk(t)
	r.put(t, "f", "one\ntwo\nthree\n")
	r.put(t, "g", "alpha\n")
	want(t, r.call(t, "multi_edit", `{"path":"f","edits":[{"old_string":"one","new_string":"1"},{"old_string":"1\ntwo","new_string":"1\n2"},{"old_string":"three","new_string":"3"}]}`),
		"", "Edited f (+3 −3), in 3 places, at lines 1, 1, 3.")
	if got := r.get(t, "f"); got != "1\n2\n3\n" {
		t.Errorf("the file is %q", got)
	}
	want(t, r.call(t, "multi_edit", `{"path":"f","edits":[{"old_string":"1","new_string":"x"},{"old_string":"4","new_string":"y"}]}`),
		tool.CodeEditTargetNotFound, "edit 2: f: the text to replace is not in the file")
	want(t, r.call(t, "multi_edit", `{"path":"f","edits":[{"old_string":"1","new_string":"x"},{"path":"g","old_string":"beta","new_string":"y"}]}`),
		tool.CodeEditTargetNotFound, "g: the text")
	if r.get(t, "f") != "1\n2\n3\n" || r.get(t, "g") != "alpha\n" {
		t.Error("half of it was made")
	}
	out := r.call(t, "multi_edit", `{"edits":[{"path":"f","old_string":"1","new_string":"x"},{"path":"g","old_string":"alpha","new_string":"y"},{"path":"f","old_string":"2","new_string":"z"},{"path":"h","old_string":"","new_string":"new\n"}]}`)
	want(t, out, "", "Edited 3 files (+4 −3)", "f (+2 −2), in 2 places", "g (+1 −1), at line 1", "h (+1 −0), created")
	if r.get(t, "f") != "x\nz\n3\n" || r.get(t, "g") != "y\n" || r.get(t, "h") != "new\n" {
		t.Error("not all of it was made")
	}
	if in := out.Intent; in.Summary != "edit 3 files (4 edits)" || len(in.Writes) != 3 {
		t.Errorf("the intent is %+v", in)
	}
}

func TestSeveralEditsMustSayWhatAndWhere(t *testing.T) {
	r := newDesk(t)
	for name, test := range map[string]struct{ args, mentions string }{
		"no file":      {`{"edits":[{"old_string":"a","new_string":"b"}]}`, "edit 1: it is not said which file"},
		"no edits":     {`{"path":"f","edits":[]}`, "edits"},
		"no change":    {`{"path":"f","edits":[{"old_string":"a","new_string":"b"},{"old_string":"a","new_string":"a"}]}`, "edit 2: old_string and new_string are the same"},
		"no new text":  {`{"path":"f","edits":[{"old_string":"a"}]}`, "new_string"},
		"edits of air": {`{"path":"f","edits":"a"}`, "edits"},
	} {
		t.Run(name, func(t *testing.T) { want(t, r.call(t, "multi_edit", test.args), tool.CodeInvalidArgs, test.mentions) })
	}
}
