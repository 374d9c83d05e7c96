package notebook_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"jig/internal/notebook"
)

// shown is a rendering as one text, with images named.
func shown(parts []notebook.Part) string {
	var texts []string
	for _, p := range parts {
		if p.MIME != "" {
			p.Text = "(" + p.MIME + " " + string(p.Data) + ")"
		}
		texts = append(texts, p.Text)
	}
	return strings.Join(texts, "\n")
}

const shelf = `{
 "cells": [
  {"cell_type": "markdown", "id": "intro", "source": ["# Title\n", "text"]},
  {"cell_type": "code", "execution_count": 3, "id": "two", "source": "plot()", "outputs": [
   {"output_type": "stream", "name": "stdout", "text": ["10%\r50%\r100%\n", "\u001b[31mred\u001b[0m\n"]},
   {"output_type": "display_data", "data": {"image/png": "cGl4ZWxz\n", "text/plain": ["<Figure>"]}},
   {"output_type": "execute_result", "data": {"text/html": "<b>1</b>", "text/plain": "1"}},
   {"output_type": "error", "ename": "ValueError", "evalue": "bad", "traceback": []},
   {"output_type": "display_data", "data": {"application/x": {"a": 1}}}
  ]},
  {"cell_type": "raw", "source": ""}
 ],
 "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5
}`

func TestANotebookIsShownCellByCell(t *testing.T) {
	nb := parse(t, []byte(shelf))
	const want = `Notebook with 3 cells, format 4.5, python

<cell index=0 id="intro" type=markdown>
# Title
text
</cell>

<cell index=1 id="two" type=code run=3>
plot()
</cell>
<output type=stdout>
100%
red
</output>
<output type=image/png>
(image/png pixels)
</output>
<output type=text/plain>
<Figure>
</output>
<output type=text/plain>
1
</output>
<output type=error>
ValueError: bad
</output>
<output type=application/x>
[application/x, 8 bytes]
</output>

<cell index=2 id="cell-2" type=raw>
</cell>`
	if d := cmp.Diff(want, shown(nb.Render(notebook.RenderOptions{Images: 1}))); d != "" {
		t.Error(d)
	}
}

func TestARenderingIsBounded(t *testing.T) {
	nb := parse(t, []byte(shelf))
	tests := map[string]struct {
		opt        notebook.RenderOptions
		has, hasNo string
	}{
		"images are named without room for them": {notebook.RenderOptions{}, "[image/png, 6 bytes]", "pixels"},
		"images that are too large are named":    {notebook.RenderOptions{Images: 9, MaxImage: 5}, "[image/png, 6 bytes]", "pixels"},
		"outputs are cut in the middle":          {notebook.RenderOptions{MaxOutput: 4}, "100\n[… 4 characters of this output are not shown; they are in the file …]\nd", "red"},
		"only some cells":                        {notebook.RenderOptions{From: 1, Cells: 1}, "cells 1 to 1 shown", "intro"},
		"no cells past the end":                  {notebook.RenderOptions{From: 9}, "none of them shown", "intro"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := shown(nb.Render(test.opt))
			if !strings.Contains(got, test.has) || strings.Contains(got, test.hasNo) {
				t.Errorf("wanted %q and not %q in\n%s", test.has, test.hasNo, got)
			}
		})
	}
}
