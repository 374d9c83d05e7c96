package notebook_test

import (
	"errors"
	"strings"
	"testing"

	"jig/internal/notebook"
)

func parse(t *testing.T, data []byte) *notebook.Notebook {
	t.Helper()
	nb, err := notebook.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return nb
}

func TestAnEditKeepsTheStyleOfTheFile(t *testing.T) {
	replace := func(nb *notebook.Notebook) ([]byte, error) {
		out, _, err := nb.Replace(0, "", "a\nö")
		return out, err
	}
	as := func(kind string) func(nb *notebook.Notebook) ([]byte, error) {
		return func(nb *notebook.Notebook) ([]byte, error) {
			out, _, err := nb.Replace(0, kind, "x")
			return out, err
		}
	}
	insert := func(i int) func(nb *notebook.Notebook) ([]byte, error) {
		return func(nb *notebook.Notebook) ([]byte, error) {
			out, _, err := nb.Insert(i, notebook.Markdown, "a\nb")
			return out, err
		}
	}
	remove := func(nb *notebook.Notebook) ([]byte, error) { return nb.Delete(0) }
	tests := map[string]struct {
		edit         func(nb *notebook.Notebook) ([]byte, error)
		before, want string
	}{
		"minified stays minified": {
			replace, `{"cells":[{"cell_type":"raw","source":["x"]}],"nbformat":4}`,
			`{"cells":[{"cell_type":"raw","source":["a\n","ö"]}],"nbformat":4}`,
		},
		"a string stays a string": {
			replace, `{"cells": [{"source": "x", "cell_type": "raw"}]}`,
			`{"cells": [{"source": "a\nö", "cell_type": "raw"}]}`,
		},
		"CRLF stays CRLF": {
			replace, "{\r\n \"cells\": [\r\n  {\r\n   \"cell_type\": \"raw\",\r\n   \"source\": [\r\n    \"x\"\r\n   ]\r\n  }\r\n ]\r\n}\r\n",
			"{\r\n \"cells\": [\r\n  {\r\n   \"cell_type\": \"raw\",\r\n   \"source\": [\r\n    \"a\\n\",\r\n    \"ö\"\r\n   ]\r\n  }\r\n ]\r\n}\r\n",
		},
		"an empty list of lines is filled": {
			replace, "{\n\t\"cells\": [\n\t\t{\n\t\t\t\"cell_type\": \"raw\",\n\t\t\t\"source\": []\n\t\t}\n\t]\n}",
			"{\n\t\"cells\": [\n\t\t{\n\t\t\t\"cell_type\": \"raw\",\n\t\t\t\"source\": [\n\t\t\t\t\"a\\n\",\n\t\t\t\t\"ö\"\n\t\t\t]\n\t\t}\n\t]\n}",
		},
		"what is not ASCII is escaped where it was": {
			replace, `{"cells":[{"cell_type":"raw","source":"\u00e9"}]}`,
			`{"cells":[{"cell_type":"raw","source":"a\n\u00f6"}]}`,
		},
		"an escaped backslash before a u is no escape": {
			replace, `{"cells":[{"cell_type":"raw","source":"C:\\users"}]}`,
			`{"cells":[{"cell_type":"raw","source":"a\nö"}]}`,
		},
		"a line that stays keeps its bytes": {
			replace, `{"cells":[{"cell_type":"raw","source":["\u0061\n", "\/"]}]}`,
			`{"cells":[{"cell_type":"raw","source":["\u0061\n", "ö"]}]}`,
		},
		"a byte order mark stays": {
			replace, "\xef\xbb\xbf" + `{"cells":[{"cell_type":"raw","source":"x"}]}`,
			"\xef\xbb\xbf" + `{"cells":[{"cell_type":"raw","source":"a\nö"}]}`,
		},
		"a missing source is added": {
			replace, `{"cells":[{"cell_type":"raw"}]}`,
			`{"cells":[{"cell_type":"raw","source":["a\n","ö"]}]}`,
		},
		"outputs are cleared and fields nobody knows are kept": {
			replace, `{"x": 1e400, "cells":[{"cell_type":"code","mine":{"a":1,"a":2},"outputs":[{}],"source":"x","execution_count":7}]}`,
			`{"x": 1e400, "cells":[{"cell_type":"code","mine":{"a":1,"a":2},"outputs":[],"source":"a\nö","execution_count":null}]}`,
		},
		"code that becomes markdown loses its outputs": {
			as("markdown"), `{"cells":[{"outputs":[{}],"execution_count":7,"cell_type":"code","source":"x"}]}`,
			`{"cells":[{"cell_type":"markdown","source":"x"}]}`,
		},
		"outputs at the end go with their comma": {
			as("raw"), `{"cells":[{"cell_type":"code", "source":"x", "outputs":[{}], "execution_count":7}]}`,
			`{"cells":[{"cell_type":"raw", "source":"x"}]}`,
		},
		"markdown that becomes code gets outputs": {
			as("code"), `{"cells":[{"cell_type": "markdown", "attachments": {}, "source": ["y"]}]}`,
			`{"cells":[{"cell_type": "code", "execution_count": null, "outputs": [], "source": ["x"]}]}`,
		},
		"the first cell of an empty notebook": {
			insert(0), "{\n \"cells\": [],\n \"nbformat\": 4\n}\n",
			"{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\",\n   \"metadata\": {},\n   \"source\": [\n    \"a\\n\",\n    \"b\"\n   ]\n  }\n ],\n \"nbformat\": 4\n}\n",
		},
		"the first cell of an empty minified notebook": {
			insert(0), `{"cells":[],"nbformat":4}`,
			`{"cells":[{"cell_type":"markdown","metadata":{},"source":["a\n","b"]}],"nbformat":4}`,
		},
		"a cell behind the only one": {
			insert(1), "{\"cells\": [\n{\"cell_type\": \"raw\", \"source\": \"\"}\n]}",
			"{\"cells\": [\n{\"cell_type\": \"raw\", \"source\": \"\"},\n{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": \"a\\nb\"}\n]}",
		},
		"the last cell is deleted": {
			remove, "{\"cells\": [\n  {\"cell_type\": \"raw\"}\n ], \"z\": 1}", `{"cells": [], "z": 1}`,
		},
		"the first of two cells is deleted": {
			remove, `{"cells": [{"cell_type": "raw"} , {"cell_type": "code"}]}`, `{"cells": [{"cell_type": "code"}]}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			out, err := test.edit(parse(t, []byte(test.before)))
			if err != nil {
				t.Fatal(err)
			}
			if string(out) != test.want {
				t.Errorf("got\n%s\nwant\n%s", out, test.want)
			}
			parse(t, out)
		})
	}
}

func TestWhatIsNoNotebookIsRefused(t *testing.T) {
	tests := map[string]struct{ data, want string }{
		"nothing":                      {" \n", "empty"},
		"a list":                       {"[]", "the notebook is a [ and not an object"},
		"a text":                       {"hello", "not valid JSON"},
		"half a file":                  {`{"cells":[{"cell_type":"raw"`, "ends in the middle"},
		"two files":                    {`{"cells":[]}{}`, "follows the end"},
		"no cells":                     {`{"nbformat":4}`, "no list of cells"},
		"cells that are an object":     {`{"cells":{}}`, "not a list"},
		"a cell that is a number":      {`{"cells":[7]}`, "cell 0"},
		"a cell without a type":        {`{"cells":[{}]}`, "cell 0: it has no cell_type"},
		"a source that is a number":    {`{"cells":[{"cell_type":"raw","source":7}]}`, "neither a text nor a list"},
		"lines that are numbers":       {`{"cells":[{"cell_type":"raw","source":["a",7]}]}`, "something else than texts"},
		"two lists of cells":           {`{"cells":[],"cells":[]}`, `the key "cells" twice`},
		"two sources":                  {`{"cells":[{"cell_type":"raw","source":"a","sourc\u0065":"b"}]}`, `the key "source" twice`},
		"an old format":                {`{"nbformat":3,"worksheets":[{"cells":[]}]}`, "too old"},
		"a format that is no number":   {`{"nbformat":"4","cells":[]}`, "nbformat is not a whole number"},
		"bytes that are not UTF-8":     {"{\"cells\":[],\"x\":\"\xff\"}", "not UTF-8"},
		"very deep nesting":            {`{"cells":` + strings.Repeat("[", 1_000_000), "not an object"},
		"very deep nesting in a value": {`{"x":` + strings.Repeat("[", 1_000_000), "depth"},
		"very many keys":               {`{` + keys(2000) + `"cells":[]}`, "more than 1000 keys"},
		"very many cells":              {`{"cells":[` + strings.Repeat(`{"cell_type":"raw"},`, 100_001) + `{}]}`, "more than 100000 cells"},
		"a hundred megabytes":          {strings.Repeat(" ", 100<<20), "clear its outputs"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := notebook.Parse([]byte(test.data))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want something about %q", err, test.want)
			}
		})
	}
}

func keys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + strings.Repeat("k", i+1) + `":0,`)
	}
	return b.String()
}

func TestACellIsFoundByItsNames(t *testing.T) {
	const file = `{"cells":[{"id":"abc","cell_type":"raw"},{"cell_type":"raw"},{"id":"x","cell_type":"raw"},{"id":"x","cell_type":"raw"},{"id":"cell-0","cell_type":"raw"}]}`
	nb := parse(t, []byte(file))
	tests := map[string]struct {
		name  string
		index int
		err   string
	}{
		"by its id":                     {"abc", 0, ""},
		"by the name of its index":      {"cell-1", 1, ""},
		"by its index":                  {"2", 2, ""},
		"an id comes before an index":   {"cell-0", 4, ""},
		"two cells of the same id":      {"x", 0, "cells 2 and 3 both"},
		"an id that nobody has":         {"zzz", 0, `no cell with the id "zzz"; the notebook has cells 0 to 4, with the ids abc, cell-1`},
		"an index that is past the end": {"cell-5", 0, "no cell at index 5"},
		"no name":                       {"", 0, "no cell with the id"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			i, err := nb.Find(test.name)
			switch {
			case test.err == "" && (err != nil || i != test.index):
				t.Errorf("got %d, %v, want %d", i, err, test.index)
			case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
				t.Errorf("got %v, want %q", err, test.err)
			}
		})
	}
}

func TestWhatCannotBeEditedIsSaid(t *testing.T) {
	nb := parse(t, []byte(`{"cells":[{"cell_type":"raw"}]}`))
	if _, _, err := nb.Replace(1, "", "x"); !errors.Is(err, notebook.ErrNoCell) {
		t.Error(err)
	}
	if _, err := nb.Delete(-1); !errors.Is(err, notebook.ErrNoCell) {
		t.Error(err)
	}
	if _, _, err := nb.Insert(2, notebook.Code, "x"); !errors.Is(err, notebook.ErrNoCell) {
		t.Error(err)
	}
	if _, _, err := nb.Insert(0, "heading", "x"); err == nil || !strings.Contains(err.Error(), "code, markdown or raw") {
		t.Error(err)
	}
	if _, _, err := nb.Replace(0, "", "\xff"); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Error(err)
	}
}
