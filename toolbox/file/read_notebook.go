package file

import (
	"context"
	"fmt"
	"io"
	"os"

	"jig/internal/notebook"
	"jig/tool"
	"jig/workspace"
)

// maxNotebookImages is how many pictures among the outputs are shown.
const maxNotebookImages = 8

// notebookDetails tell programs which cells were read.
type notebookDetails struct {
	Path        string        `json:"path"`
	FirstCell   int           `json:"first_cell"`
	Cells       int           `json:"cells"`
	TotalCells  int           `json:"total_cells"`
	ContentHash workspace.Sum `json:"content_hash"`
	Truncated   bool          `json:"truncated"`
}

// notebook shows cells. A file that only has the name of a notebook is shown as
// the text that it is.
func (r *reader) notebook(ctx context.Context, f *os.File, p workspace.Place, in readInput) (*tool.Result, error) {
	data, err := io.ReadAll(io.NewSectionReader(f, 0, notebook.MaxSize+1))
	if err != nil {
		return nil, err
	}
	shown := r.sess.Show(p.Real)
	book, err := notebook.Parse(data)
	if err != nil {
		res, failed := r.text(ctx, f, p, in)
		if failed != nil {
			return nil, failed
		}
		res.Content = append(res.Content, tool.Text(fmt.Sprintf("[%s is shown as text: %v]", shown, err)))
		return res, nil
	}
	sum := workspace.SumOf(data)
	r.sess.Saw(p, sum)
	from := int(min(in.first()-1, int64(len(book.Cells))))
	if in.first() > 1 && from == len(book.Cells) {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "offset %d is past the end: %s has %d cells", in.Offset, shown, len(book.Cells))
	}
	count := len(book.Cells) - from
	if in.Limit > 0 {
		count = int(min(in.Limit, int64(count)))
	}
	res, done := cells(book, from, count)
	if next := from + done; next < len(book.Cells) {
		res.Content = append(res.Content, tool.Text("["+in.on(int64(next)+1)+"]"))
	}
	res.Details = notebookDetails{
		Path: p.Real, FirstCell: from, Cells: done, TotalCells: len(book.Cells), ContentHash: sum, Truncated: done < len(book.Cells),
	}
	return res, nil
}

// cells shows as many of the cells as there is room for, and says how many.
func cells(book *notebook.Notebook, from, count int) (*tool.Result, int) {
	for {
		parts := book.Render(notebook.RenderOptions{From: from, Cells: count, Images: maxNotebookImages})
		size := 0
		for _, part := range parts {
			size += len(part.Text)
		}
		if size > maxText && count > 1 {
			count = max(1, min(count-1, count*maxText/size))
			continue
		}
		res := &tool.Result{}
		for _, part := range parts {
			if part.MIME == "" {
				res.Content = append(res.Content, tool.Text(clipText(part.Text)))
				continue
			}
			if fit, err := fitImage(part.Data); err == nil {
				res.Content = append(res.Content, tool.Image(fit.mime, fit.data))
			} else {
				res.Content = append(res.Content, tool.Text(fmt.Sprintf("[a picture of the kind %s that cannot be shown: %v]", part.MIME, err)))
			}
		}
		return res, count
	}
}
