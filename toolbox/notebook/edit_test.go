package notebook_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/notebook"
	"jig/workspace"
)

const file = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Title"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 4,
   "id": "calc",
   "metadata": {"mine": 1.0},
   "outputs": [{"output_type": "stream", "name": "stdout", "text": "2\n"}],
   "source": [
    "print(1 + 1)"
   ]
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
`

// desk is a session with one notebook, a.ipynb.
type desk struct {
	sess *workspace.Session
	path string
	eng  *engine.Engine
}

func newDesk(t *testing.T, content string) desk {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.ipynb")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	space, err := workspace.New(dir)
	if err != nil {
		t.Fatal(err)
	}
	sess := workspace.NewSession(space, workspace.SessionOptions{})
	eng := engine.New(tool.NewSet(notebook.Edit(sess)), engine.AllowAll(), engine.Options{})
	t.Cleanup(func() {
		if err := eng.Close(); err != nil {
			t.Error(err)
		}
		if err := space.Close(); err != nil {
			t.Error(err)
		}
	})
	return desk{sess, filepath.Join(space.Roots()[0], "a.ipynb"), eng}
}

func (d desk) call(t *testing.T, name, args string) engine.Outcome {
	t.Helper()
	return d.eng.Call(t.Context(), tool.Call{Name: name, Args: []byte(args)})
}

func (d desk) content(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestACellIsEdited(t *testing.T) {
	const cleared = "Replaced the source of code cell 1 (id calc) in a.ipynb. Its outputs and its execution count were cleared"
	tests := map[string]struct {
		tool, args, answer string
		old, fresh         string // pairs of what is replaced in the file, separated by |
	}{
		"replaced by its id": {
			"notebook_edit", `{"notebook_path":"a.ipynb","cell_id":"calc","new_source":"print(3)"}`, cleared,
			`"execution_count": 4|[{"output_type": "stream", "name": "stdout", "text": "2\n"}]|"print(1 + 1)"`, `"execution_count": null|[]|"print(3)"`,
		},
		"replaced by its index, in other words": {
			"NotebookEdit", `{"file_path":"a.ipynb","cell_number":0,"content":"# Other\n\nText"}`, "Replaced the source of markdown cell 0 (id intro) in a.ipynb.",
			`    "# Title"`, "    \"# Other\\n\",\n    \"\\n\",\n    \"Text\"",
		},
		"replaced by both its names": {
			"edit_notebook", `{"notebookPath":"a.ipynb","cellId":"intro","cellIndex":0,"newSource":"x","editMode":"replace"}`, "cell 0 (id intro)",
			`"# Title"`, `"x"`,
		},
		"made code": {
			"notebook_edit", `{"notebook_path":"a.ipynb","cell_id":"intro","cell_type":"code","new_source":"x"}`, "It was a markdown cell before.",
			`"cell_type": "markdown",|"# Title"`, "\"cell_type\": \"code\",\n   \"execution_count\": null,\n   \"outputs\": [],|\"x\"",
		},
		"deleted": {
			"notebook_edit", `{"notebook_path":"a.ipynb","cell_id":"intro","edit_mode":"delete","new_source":""}`, "Deleted markdown cell 0 (id intro) from a.ipynb.",
			"  {\n   \"cell_type\": \"markdown\",\n   \"id\": \"intro\",\n   \"metadata\": {},\n   \"source\": [\n    \"# Title\"\n   ]\n  },\n", "",
		},
		"replaced in the nested form": {
			"NotebookEdit", `{"file_path":"a.ipynb","edit":{"action":"replace","cell_index":0,"cell_type":"markdown","content":"x"}}`, "Replaced",
			`"# Title"`, `"x"`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, file)
			out := d.call(t, test.tool, test.args)
			if out.Status != engine.OK || !strings.Contains(out.Result.Text(), test.answer) {
				t.Fatalf("%s: %s", out.Status, out.Result.Text())
			}
			want := file
			fresh := strings.Split(test.fresh, "|")
			for i, old := range strings.Split(test.old, "|") {
				if !strings.Contains(want, old) {
					t.Fatalf("the test replaces %q, which is not there", old)
				}
				want = strings.Replace(want, old, fresh[i], 1)
			}
			if got := d.content(t); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if in := out.Intent; len(in.Writes) != 1 || in.Writes[0] != d.path || len(in.Reads) != 1 || in.Reads[0] != d.path || in.Summary == "" {
				t.Errorf("the intent is %+v", in)
			}
		})
	}
}

func TestACellIsInserted(t *testing.T) {
	tests := map[string]struct {
		args string
		at   int
		kind string
	}{
		"at the beginning":                  {`{"notebook_path":"a.ipynb","edit_mode":"insert","new_source":"new"}`, 0, "code"},
		"after a cell":                      {`{"notebook_path":"a.ipynb","edit_mode":"insert","cell_id":"intro","cell_type":"markdown","new_source":"new"}`, 1, "markdown"},
		"after the last":                    {`{"notebook_path":"a.ipynb","edit_mode":"insert","cell_index":1,"new_source":"new","cell_type":"raw"}`, 2, "raw"},
		"at an index in the nested form":    {`{"file_path":"a.ipynb","edit":{"action":"insert","cell_index":1,"content":"new"}}`, 1, "code"},
		"at index 0 in the nested form":     {`{"file_path":"a.ipynb","edit":{"action":"insert","cell_index":0,"content":"new"}}`, 0, "code"},
		"behind the last in nested form":    {`{"file_path":"a.ipynb","edit":{"action":"insert","cell_index":2,"content":"new"}}`, 2, "code"},
		"without a place in the nested one": {`{"file_path":"a.ipynb","edit":{"action":"insert","content":"new"}}`, 0, "code"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, file)
			out := d.call(t, "notebook_edit", test.args)
			if out.Status != engine.OK {
				t.Fatalf("%s: %s", out.Status, out.Result.Text())
			}
			var nb struct {
				Cells []struct {
					ID     string   `json:"id"`
					Type   string   `json:"cell_type"`
					Source []string `json:"source"`
				} `json:"cells"`
			}
			if err := json.Unmarshal([]byte(d.content(t)), &nb); err != nil {
				t.Fatal(err)
			}
			c := nb.Cells[test.at]
			if len(nb.Cells) != 3 || c.Type != test.kind || strings.Join(c.Source, "") != "new" {
				t.Errorf("cell %d is %+v of %d", test.at, c, len(nb.Cells))
			}
			if c.ID == "" || !strings.Contains(out.Result.Text(), c.ID) {
				t.Errorf("%q does not tell the id %q", out.Result.Text(), c.ID)
			}
		})
	}
}

func TestWhatCannotBeDoneIsSaidAndNothingChanges(t *testing.T) {
	tests := map[string]struct {
		args, want string
		content    string
	}{
		"no cell is named":           {`{"notebook_path":"a.ipynb","new_source":"x"}`, "give cell_id or cell_index", file},
		"no source is given":         {`{"notebook_path":"a.ipynb","cell_index":0}`, "new_source is missing", file},
		"a cell that is not there":   {`{"notebook_path":"a.ipynb","cell_id":"zzz","new_source":"x"}`, "no cell with the id \"zzz\"; the notebook has cells 0 to 1, with the ids intro, calc", file},
		"an index past the end":      {`{"notebook_path":"a.ipynb","cell_index":2,"new_source":"x"}`, "has 2 cells", file},
		"two names for two cells":    {`{"notebook_path":"a.ipynb","cell_index":0,"cell_id":"calc","new_source":"x"}`, "give only one of them", file},
		"a file that is not there":   {`{"notebook_path":"b.ipynb","cell_index":0,"new_source":"x"}`, "no notebook b.ipynb", file},
		"a folder":                   {`{"notebook_path":".","cell_index":0,"new_source":"x"}`, "folder", file},
		"a file that is no notebook": {`{"notebook_path":"a.ipynb","cell_index":0,"new_source":"x"}`, "no list of cells", "{}"},
		"a file outside":             {`{"notebook_path":"../../a.ipynb","cell_index":0,"new_source":"x"}`, "a.ipynb", file},
		"a type that is not known":   {`{"notebook_path":"a.ipynb","cell_index":0,"new_source":"x","cell_type":"heading"}`, "cell_type", file},
		"an edit that is no object":  {`{"notebook_path":"a.ipynb","edit":"x"}`, "not an object", file},
		"an index that is given twice": {
			`{"notebook_path":"a.ipynb","cell_index":0,"edit":{"cell_index":1}}`, "given twice", file,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, test.content)
			out := d.call(t, "notebook_edit", test.args)
			if out.Status == engine.OK || !strings.Contains(out.Result.Text(), test.want) {
				t.Errorf("%s: %q, want %q", out.Status, out.Result.Text(), test.want)
			}
			if d.content(t) != test.content {
				t.Error("the file changed")
			}
		})
	}
}

func TestANotebookThatChangedSinceItWasReadIsNotEdited(t *testing.T) {
	d := newDesk(t, file)
	place, err := d.sess.Space().Resolve("a.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	d.sess.Saw(place, workspace.SumOf([]byte("something else")))
	out := d.call(t, "notebook_edit", `{"notebook_path":"a.ipynb","cell_index":0,"new_source":"x"}`)
	if out.Result.Error == nil || out.Result.Error.Code != tool.CodeStaleFile || d.content(t) != file {
		t.Errorf("%s: %s", out.Status, out.Result.Text())
	}
}

func TestThePreviewIsADiffOfTheCell(t *testing.T) {
	d := newDesk(t, file)
	args := `{"notebook_path":"a.ipynb","cell_id":"calc","new_source":"print(2)","cell_type":"raw","edit_mode":"replace"}`
	planner, _ := tool.As[tool.Planner](notebook.Edit(d.sess))
	intent, err := planner.Plan(t.Context(), &tool.Call{Name: "notebook_edit", Args: []byte(args)})
	if err != nil {
		t.Fatal(err)
	}
	diff, err := intent.Preview(context.WithoutCancel(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	const want = "cell type code → raw\n--- a.ipynb cell calc\n+++ a.ipynb cell calc\n@@ -1 +1 @@\n-print(1 + 1)\n+print(2)\n"
	if diff != want {
		t.Errorf("got\n%s\nwant\n%s", diff, want)
	}
	if intent.Summary != "replace cell calc of a.ipynb" {
		t.Error(intent.Summary)
	}
	if d.content(t) != file {
		t.Error("looking changed the file")
	}
}
