package notebook_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"jig/internal/notebook"
)

// Whatever the bytes are: what parses can be edited, the result parses again and
// has the edit in it, and a cell that was put in can be taken out without a trace.
func FuzzEdit(f *testing.F) {
	f.Add([]byte(shelf), "a\nb", 1)
	f.Add([]byte(`{"cells":[],"nbformat":4}`), "", 0)
	f.Add([]byte("{\r\n \"cells\" : [ {\"source\":[\"\\ud800\"] , \"cell_type\":\"code\",\"outputs\":[ ] } ] }"), "ö\x00", 0)
	f.Fuzz(func(t *testing.T, data []byte, text string, at int) {
		nb, err := notebook.Parse(data)
		if err != nil {
			return
		}
		nb.Render(notebook.RenderOptions{Images: 1})
		kind := []string{notebook.Code, notebook.Markdown, notebook.Raw}[len(text)%3]
		if at < 0 {
			at = -(at + 1)
		}
		at %= len(nb.Cells) + 1
		out, id, err := nb.Insert(at, kind, text)
		if err != nil {
			return // the text is not UTF-8
		}
		grown := parse(t, out)
		if c := grown.Cells[at]; c.Source != text || c.Type != kind || c.ID != id || len(grown.Cells) != len(nb.Cells)+1 {
			t.Fatalf("inserted %+v into %s", c, out)
		}
		back, err := grown.Delete(at)
		if err != nil {
			t.Fatal(err)
		}
		if len(nb.Cells) > 0 && !bytes.Equal(back, data) {
			t.Fatalf("%s\nis not\n%s", back, data)
		}
		out, _, err = grown.Replace(len(grown.Cells)-1-at, kind, text)
		if err != nil {
			t.Fatal(err)
		}
		if c := parse(t, out).Cells[len(grown.Cells)-1-at]; c.Source != text || c.Type != kind {
			t.Fatalf("replaced %+v in %s", c, out)
		}
		if !json.Valid(bytes.TrimPrefix(out, []byte("\xef\xbb\xbf"))) {
			t.Fatalf("not JSON: %s", out)
		}
	})
}
