package file

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"jig/tool"
	"jig/workspace"
)

const (
	maxPages   = 20
	maxPDFFile = 200 << 20
)

// pdfDetails tell programs which pages were read.
type pdfDetails struct {
	Path       string `json:"path"`
	Pages      []int  `json:"pages"`
	TotalPages int    `json:"total_pages"`
	Truncated  bool   `json:"truncated"`
}

// pdf shows pages: their text or, where there is none, their picture.
func (r *reader) pdf(ctx context.Context, f *os.File, p workspace.Place, asked string) (_ *tool.Result, err error) {
	shown := r.sess.Show(p.Real)
	if r.opt.PDF == nil {
		return nil, tool.Errorf(tool.CodeFailed, "%s is a PDF, and PDFs cannot be read here; try pdftotext through the shell", shown)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxPDFFile {
		return nil, tool.Errorf(tool.CodeInvalidArgs, "%s is a PDF of %d bytes, and %d MB are the most; extract the pages you need into a file of their own", shown, info.Size(), maxPDFFile>>20)
	}
	doc, err := r.opt.PDF.Open(ctx, f, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, err)
	}
	defer func() { err = errors.Join(err, doc.Close()) }()
	total := doc.Pages()
	pages, err := choosePages(asked, total, shown)
	if err != nil {
		return nil, err
	}
	res := &tool.Result{}
	text := fmt.Sprintf("[%s: PDF, %d pages]\n", shown, total)
	size, read := 0, 0
	for _, page := range pages {
		tool.FromContext(ctx).Progress(fmt.Sprintf("page %d of %d", page, total))
		words, err := doc.Text(ctx, page)
		if err != nil {
			return nil, fmt.Errorf("page %d of %s: %w", page, shown, err)
		}
		if size += len(words); size > maxText && read > 0 {
			break
		}
		read++
		text += fmt.Sprintf("\n--- page %d ---\n", page)
		if strings.TrimSpace(words) != "" {
			text += clipText(words)
			continue
		}
		picture, err := doc.Render(ctx, page, maxEdge)
		if err != nil {
			return nil, fmt.Errorf("page %d of %s: %w", page, shown, err)
		}
		res.Content = append(res.Content, tool.Text(text+"[no text: the page as a picture]"), tool.Image(mimePNG, picture))
		text = ""
	}
	done := pages[:read]
	if next := nextPage(done, pages, total, asked); next > 0 {
		text += fmt.Sprintf("\n[to continue: pages=\"%d-%d\"]", next, min(total, next+maxPages-1))
	}
	if text = strings.Trim(text, "\n"); text != "" {
		res.Content = append(res.Content, tool.Text(text))
	}
	res.Details = pdfDetails{Path: p.Real, Pages: done, TotalPages: total, Truncated: read < len(pages) || len(done) < total}
	return res, nil
}

// nextPage is the first page that was asked for and not shown, 0 without one.
func nextPage(done, pages []int, total int, asked string) int {
	switch {
	case len(done) < len(pages):
		return pages[len(done)]
	case asked == "" && len(pages) < total:
		return len(pages) + 1
	}
	return 0
}

// clipText cuts a page that is longer than any answer.
func clipText(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "") + fmt.Sprintf("\n[the page has %d bytes of text; the rest is not shown]", len(text))
}

// choosePages are the pages to show: those asked for, or the first ones.
func choosePages(asked string, total int, shown string) ([]int, error) {
	if asked == "" {
		asked = "1-" + strconv.Itoa(min(total, maxPages))
		if total == 0 {
			return nil, nil
		}
	}
	pages, err := parsePages(asked)
	if err != nil {
		return nil, err
	}
	for i, page := range pages {
		if page > total {
			if i == 0 {
				return nil, tool.Errorf(tool.CodeInvalidArgs, "there is no page %d: %s has %d", page, shown, total)
			}
			return pages[:i], nil
		}
	}
	return pages, nil
}

// parsePages reads a choice of pages such as "1,4-6".
func parsePages(text string) ([]int, error) {
	wrong := func() ([]int, error) {
		return nil, tool.Errorf(tool.CodeInvalidArgs, `pages must be like "3", "1-5" or "1,4-6", counted from 1, and not %q`, text)
	}
	var pages []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(strings.TrimSpace(part), "-")
		first, err := strconv.Atoi(strings.TrimSpace(from))
		last := first
		if err == nil && ranged {
			last, err = strconv.Atoi(strings.TrimSpace(to))
		}
		if err != nil || first < 1 || last < first {
			return wrong()
		}
		if last-first >= maxPages || len(pages)+last-first >= maxPages {
			return nil, tool.Errorf(tool.CodeInvalidArgs, "%q is more than %d pages; ask for fewer at a time", text, maxPages)
		}
		for page := first; page <= last; page++ {
			pages = append(pages, page)
		}
	}
	return pages, nil
}
