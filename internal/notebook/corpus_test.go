package notebook_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jig/internal/corpora"
	"jig/internal/notebook"
)

// each runs a test on every notebook of the corpus.
func each(t *testing.T, test func(t *testing.T, data []byte)) {
	t.Helper()
	dir := corpora.Path(t, "notebooks")
	files, err := filepath.Glob(filepath.Join(dir, "*.ipynb"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no notebooks in the corpus: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, data)
		})
	}
}

// wantSpliced fails unless all that two files differ in lies between the given
// number of equal bytes at the beginning and at the end.
func wantSpliced(t *testing.T, before, after []byte, head, tail int) {
	t.Helper()
	if !bytes.HasPrefix(after, before[:head]) {
		t.Fatal("bytes in front of the edited cell changed")
	}
	if !bytes.HasSuffix(after, before[len(before)-tail:]) || len(after) < head+tail {
		t.Fatal("bytes behind the edited cell changed")
	}
}

// cell is what a second, independent reader finds in a cell.
type cell struct {
	Type    string            `json:"cell_type"`
	ID      string            `json:"id"`
	Source  json.RawMessage   `json:"source"`
	Outputs []json.RawMessage `json:"outputs"`
	Count   *int              `json:"execution_count"`
}

// read reads the cell that stands in a range of a file.
func read(t *testing.T, file []byte, from, to int) (c cell) {
	t.Helper()
	if !json.Valid(file) {
		t.Fatal("the file is not valid JSON any more")
	}
	if err := json.Unmarshal(file[from:to], &c); err != nil {
		t.Fatalf("%v in %s", err, file[from:to])
	}
	return c
}

func source(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var text string
	var list []string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "")
}

// positions finds the cells by a decoder that shares nothing with the package.
func positions(t *testing.T, data []byte) (spans [][2]int) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	for depth := 0; ; {
		tok, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 1 && tok == "cells" {
			break
		}
	}
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		var cell json.RawMessage
		if err := dec.Decode(&cell); err != nil {
			t.Fatal(err)
		}
		end := int(dec.InputOffset())
		spans = append(spans, [2]int{end - len(cell), end})
	}
	return spans
}

const fresh = "import os\nprint(\"zwölf\\tBoxkämpfer 🥊\")\n\n# end"

func TestReplacingACellLeavesAllOtherBytes(t *testing.T) {
	each(t, func(t *testing.T, data []byte) {
		nb := parse(t, data)
		spans := positions(t, data)
		if len(spans) != len(nb.Cells) {
			t.Fatalf("found %d cells, want %d", len(nb.Cells), len(spans))
		}
		for i, at := range spans {
			was := read(t, data, at[0], at[1])
			out, _, err := nb.Replace(i, "", fresh)
			if err != nil {
				t.Fatal(err)
			}
			tail := len(data) - at[1]
			wantSpliced(t, data, out, at[0], tail)
			c := read(t, out, at[0], len(out)-tail)
			if source(t, c.Source) != fresh || c.Type != was.Type || c.ID != was.ID || len(c.Outputs) > 0 || c.Count != nil {
				t.Fatalf("cell %d is %+v", i, c)
			}
			if c.Source[0] != was.Source[0] {
				t.Errorf("cell %d changed between list and string", i)
			}
			// A cell without outputs that gets its own source is the very same.
			if len(was.Outputs) == 0 && was.Count == nil {
				back, _, err := nb.Replace(i, "", source(t, was.Source))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(back, data) {
					t.Errorf("cell %d is not the same with its own source", i)
				}
			}
		}
	})
}

func TestInsertingACellLeavesAllOtherBytes(t *testing.T) {
	each(t, func(t *testing.T, data []byte) {
		nb := parse(t, data)
		spans := positions(t, data)
		for i := range len(spans) + 1 {
			kind := []string{notebook.Code, notebook.Markdown, notebook.Raw}[i%3]
			out, id, err := nb.Insert(i, kind, fresh)
			if err != nil {
				t.Fatal(err)
			}
			at := spans[0][0]
			if i > 0 {
				at = spans[i-1][1]
			}
			tail := len(data) - at
			wantSpliced(t, data, out, at, tail)
			from, to := at, len(out)-tail // the cell with a comma before or after it
			if i > 0 {
				from += bytes.IndexByte(out[from:], '{')
			} else {
				to = from + bytes.LastIndexByte(out[from:to], '}') + 1
			}
			if c := read(t, out, from, to); source(t, c.Source) != fresh || c.Type != kind || c.ID != id {
				t.Fatalf("cell %d is %+v", i, c)
			}
			if (id != "") != (nb.Minor >= 5) {
				t.Errorf("the id is %q in format %d.%d", id, nb.Major, nb.Minor)
			}
			// The new cell stands there like the others: taken out again, nothing is left.
			back, err := parse(t, out).Delete(i)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(back, data) {
				t.Fatalf("inserting and deleting cell %d did not give the file back", i)
			}
		}
	})
}

func TestDeletingACellLeavesAllOtherBytes(t *testing.T) {
	each(t, func(t *testing.T, data []byte) {
		nb := parse(t, data)
		spans := positions(t, data)
		for i, at := range spans {
			out, err := nb.Delete(i)
			if err != nil {
				t.Fatal(err)
			}
			head, tail := at[0], len(data)-at[1]
			if i > 0 {
				head = spans[i-1][1] // the comma goes with the cell
			} else {
				tail = len(data) - spans[1][0]
			}
			wantSpliced(t, data, out, head, tail)
			if len(out) != head+tail || !json.Valid(out) {
				t.Fatalf("%d bytes left, want %d, or no JSON", len(out), head+tail)
			}
		}
	})
}

// New cells of a notebook by Jupyter must be written as Jupyter would, so that its
// next save changes nothing.
func TestNewCellsAreIndentedLikeTheirNeighbours(t *testing.T) {
	each(t, func(t *testing.T, data []byte) {
		var plain any
		if err := json.Unmarshal(data, &plain); err != nil {
			t.Fatal(err)
		}
		for _, unit := range []string{" ", "  ", "    "} {
			if string(dump(t, plain, unit)) != string(data) {
				continue
			}
			nb := parse(t, data)
			for _, i := range []int{0, len(nb.Cells) / 2, len(nb.Cells)} {
				out, _, err := nb.Insert(i, notebook.Code, fresh)
				if err != nil {
					t.Fatal(err)
				}
				var again any
				if err := json.Unmarshal(out, &again); err != nil {
					t.Fatal(err)
				}
				if i == 0 || nb.Cells[i-1].Source != "" {
					if want := dump(t, again, unit); !bytes.Equal(out, want) {
						t.Fatalf("cell %d is not written as its neighbours are", i)
					}
				}
			}
		}
	})
}

func dump(t *testing.T, v any, unit string) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", unit)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryNotebookOfTheCorpusIsRendered(t *testing.T) {
	each(t, func(t *testing.T, data []byte) {
		nb := parse(t, data)
		var text strings.Builder
		for _, p := range nb.Render(notebook.RenderOptions{Images: 2}) {
			text.WriteString(p.Text)
		}
		for i := range nb.Cells {
			if !strings.Contains(text.String(), nb.Cells[i].Source) || !strings.Contains(text.String(), nb.Cells[i].Name()) {
				t.Errorf("cell %d is not shown", i)
			}
		}
	})
}
