package notebook

import (
	"fmt"
	"strings"
)

// Part is a piece of a rendered notebook: a text or, if MIME is set, an image.
type Part struct {
	Text string
	MIME string
	Data []byte
}

// RenderOptions says how much of a notebook is shown. The zero value shows all
// cells, the source in full, outputs in short, and names images only.
type RenderOptions struct {
	// From is the first cell shown, and Cells how many are; 0 means all that follow.
	From, Cells int
	// MaxOutput is how many characters of each output are shown; 0 means 2000.
	MaxOutput int
	// Images is how many images are given as images, and MaxImage how large each of
	// them may be in bytes, 0 for 4 MB. The others are only named.
	Images, MaxImage int
}

// Render shows the notebook. Texts that follow each other are one part.
func (n *Notebook) Render(opt RenderOptions) []Part {
	if opt.MaxOutput <= 0 {
		opt.MaxOutput = 2000
	}
	if opt.MaxImage <= 0 {
		opt.MaxImage = 4 << 20
	}
	from := min(max(opt.From, 0), len(n.Cells))
	to := len(n.Cells)
	if opt.Cells > 0 {
		to = min(to, from+opt.Cells)
	}
	r := renderer{RenderOptions: opt}
	r.printf("%s\n", n.headline(from, to))
	for i := from; i < to; i++ {
		r.cell(n, &n.Cells[i])
	}
	r.flush()
	return r.parts
}

// headline says what the notebook is and which of its cells follow.
func (n *Notebook) headline(from, to int) string {
	about := fmt.Sprintf("Notebook with %d cells, format %d.%d", len(n.Cells), n.Major, n.Minor)
	if n.Language != "" {
		about += ", " + n.Language
	}
	switch {
	case to-from == len(n.Cells):
	case to == from:
		about += "; none of them shown"
	default:
		about += fmt.Sprintf("; cells %d to %d shown", from, to-1)
	}
	return about
}

// renderer collects what is shown.
type renderer struct {
	RenderOptions
	parts []Part
	text  strings.Builder
}

func (r *renderer) printf(format string, args ...any) { fmt.Fprintf(&r.text, format, args...) }

func (r *renderer) flush() {
	if r.text.Len() > 0 {
		r.parts = append(r.parts, Part{Text: strings.TrimSuffix(r.text.String(), "\n")})
		r.text.Reset()
	}
}

func (r *renderer) cell(n *Notebook, c *Cell) {
	r.printf("\n<cell index=%d id=%q type=%s", c.Index, c.Name(), c.Type)
	if c.Count > 0 {
		r.printf(" run=%d", c.Count)
	}
	r.printf(">\n%s", c.Source)
	if c.Source != "" && !strings.HasSuffix(c.Source, "\n") {
		r.printf("\n")
	}
	r.printf("</cell>\n")
	if m := c.member("outputs"); m != nil && c.Type == Code {
		var outputs []output
		if err := n.decode(m.value, &outputs); err != nil {
			r.printf("<output>\n[the outputs cannot be shown: they are not written as the format wants it]\n</output>\n")
			return
		}
		for i := range outputs {
			r.output(&outputs[i])
		}
	}
}
