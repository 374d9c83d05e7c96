package file_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/toolbox/file/pdf"
	"jig/workspace"
)

// pages is a PDF reader that knows what it will read. A page without text was
// scanned.
type pages []string

func (p pages) Open(_ context.Context, _ io.ReaderAt, _ int64) (pdf.Document, error) {
	if p == nil {
		return nil, pdf.ErrBroken
	}
	return p, nil
}

func (p pages) Pages() int   { return len(p) }
func (p pages) Close() error { return nil }

func (p pages) Text(_ context.Context, page int) (string, error) {
	if p[page-1] == "broken" {
		return "", errors.New("it is broken")
	}
	return p[page-1], nil
}

func (p pages) Render(_ context.Context, page, _ int) ([]byte, error) {
	return fmt.Appendf(nil, "picture of %d", page), nil
}

func TestPagesOfAPDFAreShown(t *testing.T) {
	many := make(pages, 45)
	for i := range many {
		many[i] = fmt.Sprintf("text of %d\n", i+1)
	}
	long := pages{strings.Repeat("a", 200_000), strings.Repeat("b", 200_000), "c"}
	for _, c := range []struct {
		name   string
		pages  pages
		args   string
		status engine.Status
		want   []string
		not    string
	}{
		{"all pages", pages{"one\n", "two\n"}, `{"path":"d.pdf"}`, engine.OK, []string{"[d.pdf: PDF, 2 pages]", "--- page 1 ---\none", "--- page 2 ---\ntwo"}, "continue"},
		{"some pages", many, `{"path":"d.pdf","pages":"2,4-5"}`, engine.OK, []string{"--- page 2 ---\ntext of 2", "page 5 ---"}, "page 3 ---"},
		{"the first twenty", many, `{"path":"d.pdf"}`, engine.OK, []string{"page 20 ---", `[to continue: pages="21-40"]`}, "page 21 ---"},
		{"the rest", many, `{"path":"d.pdf","pages":"41-60"}`, engine.OK, []string{"page 45 ---"}, "continue"},
		{"as many as there is room for", long, `{"path":"d.pdf"}`, engine.OK, []string{"aaa", `[to continue: pages="2-3"]`}, "bbb"},
		{"a page that was scanned", pages{"one", " \n"}, `{"path":"d.pdf"}`, engine.OK, []string{"[no text: the page as a picture]", "[image image/png"}, ""},
		{"a page that is not there", many, `{"path":"d.pdf","pages":"46"}`, engine.Failed, []string{"no page 46", "has 45"}, ""},
		{"a damaged file", nil, `{"path":"d.pdf"}`, engine.Failed, []string{"d.pdf", "damaged"}, ""},
		{"a damaged page", pages{"a", "broken"}, `{"path":"d.pdf"}`, engine.Failed, []string{"page 2 of d.pdf"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRoom(t, file.ReadOptions{PDF: c.pages})
			r.put(t, "d.pdf", "%PDF-1.7\n")
			out := r.call(t, "read", c.args)
			got := out.Result.Text()
			if out.Status != c.status || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("%s: %.500s", out.Status, got)
			}
			for _, part := range c.want {
				if !strings.Contains(got, part) {
					t.Errorf("%q is missing in %.500s", part, got)
				}
			}
		})
	}
}

func TestNotebooksAreShownCellByCell(t *testing.T) {
	r := newRoom(t, file.ReadOptions{})
	cell := func(id, source string) string {
		return fmt.Sprintf(`{"cell_type":"code","id":%q,"metadata":{},"execution_count":1,"outputs":[],"source":[%q]}`, id, source)
	}
	book := func(cells ...string) string {
		return `{"cells":[` + strings.Join(cells, ",") + `],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	}
	content := book(cell("a", "x = 1"), cell("b", "y = 2"), cell("c", "z = 3"))
	r.put(t, "n.ipynb", content)
	r.put(t, "broken.ipynb", "{not json\n")
	r.put(t, "large.ipynb", book(cell("a", strings.Repeat("p", 200_000)), cell("b", strings.Repeat("q", 200_000))))
	for _, c := range []struct {
		name, args string
		want       []string
		not        string
	}{
		{"all cells", `{"path":"n.ipynb"}`, []string{"3 cells", "x = 1", "z = 3"}, "continue"},
		{"some cells", `{"path":"n.ipynb","offset":2,"limit":1}`, []string{"y = 2", "[to continue: offset=3]"}, "x = 1"},
		{"as many as there is room for", `{"path":"large.ipynb"}`, []string{"ppp", "[to continue: offset=2]"}, "qqq"},
		{"what is none is text", `{"path":"broken.ipynb"}`, []string{"     1\t{not json", "shown as text"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := r.call(t, "read", c.args)
			got := out.Result.Text()
			if out.Status != engine.OK || c.not != "" && strings.Contains(got, c.not) {
				t.Errorf("%s: %.500s", out.Status, got)
			}
			for _, part := range c.want {
				if !strings.Contains(got, part) {
					t.Errorf("%q is missing in %.500s", part, got)
				}
			}
		})
	}
	if got := r.sess.Seen(r.place(t, "n.ipynb")); got != workspace.SumOf([]byte(content)) {
		t.Errorf("the session saw %q", got)
	}
	if out := r.call(t, "read", `{"path":"n.ipynb","offset":4}`); out.Result.Error == nil || out.Result.Error.Code != tool.CodeInvalidArgs {
		t.Error(out.Result.Text())
	}
}
