package scan

import (
	"bytes"
	"errors"
	"io"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const (
	// MaxLine is the longest line that is held in memory as a whole. A longer one is searched as exactly, but only a part
	// of it is given. It also is the longest text that is searched at once for matches that span lines.
	MaxLine = 4 << 20

	usual   = 256 << 10 // the size of the buffer for ordinary files
	excerpt = 4 << 10   // how much is given of a line longer than MaxLine
)

// Request says what is wanted of the files.
type Request struct {
	Before, After int // how many lines around a line with a match to give as well
	// Max is after how many lines with a match to stop; 0 for no limit.
	Max int
	// ShortIsEnd promises that a read gives less than it could only at the end, which is so for files of ordinary file
	// systems and saves asking twice.
	ShortIsEnd bool
}

// Summary is what became of a file.
type Summary struct {
	Matches int  // lines with a match
	Binary  bool // the file has a NUL byte; it was searched up to there
	Pieces  bool // the file is so long that matches that span its pieces were not found; only with a multiline pattern
}

// Search searches a file and calls give for each line that is wanted, in order, until it returns false. With a nil give, the
// matches are only counted.
func (s *Searcher) Search(r io.Reader, req Request, give func(Line) bool) (Summary, error) {
	t := text{Searcher: s, output: output{req: req, give: give, number: 1}}
	if s.buf == nil {
		s.buf = make([]byte, usual)
	}
	err := t.search(r)
	if len(s.buf) > usual { // what one giant needed is not kept
		s.buf = nil
	}
	return t.Summary, err
}

// text is one file on its way through a searcher. The buffer holds a part of it: up to fresh it is searched already and kept
// for context.
type text struct {
	*Searcher
	output

	fresh  int
	end    bool // nothing comes after b
	looked bool // for NUL bytes, in all that is in b

	long    bool // b[fresh:] continues a line whose beginning is gone
	settled bool // and of which nothing more is to be known
}

func (t *text) search(r io.Reader) error {
	have := 0
	for first := true; ; first = false {
		if err := t.fill(r, have); err != nil {
			return err
		}
		if first {
			if decoded := decode(r, t.b); decoded != nil {
				r, t.end, t.req.ShortIsEnd = decoded, false, false
				if err := t.fill(r, 0); err != nil {
					return err
				}
			}
			if bytes.HasPrefix(t.b, []byte("\xEF\xBB\xBF")) {
				t.fresh, t.counted, t.shown = 3, 3, 3
			}
		}
		// A file that does not fit is looked through for NUL piece by piece, so that a huge binary is left early. One that
		// fits is looked through only if something matches.
		if t.looked = false; !t.end {
			t.cutAtNUL()
		}
		if have = t.piece(); t.stop || t.end {
			return nil
		}
	}
}

// fill reads until the buffer is full or the file ends.
func (t *text) fill(r io.Reader, have int) error {
	for have < len(t.buf) && !t.end {
		n, err := r.Read(t.buf[have:])
		short := have+n < len(t.buf)
		have += n
		switch {
		case errors.Is(err, io.EOF):
			t.end = true
		case err != nil:
			return err
		case t.req.ShortIsEnd && short:
			t.end = true
		}
	}
	t.b = t.buf[:have]
	return nil
}

// decode makes a reader that gives UTF-8 of what begins with a byte order mark of UTF-16, or nil for other beginnings.
func decode(r io.Reader, head []byte) io.Reader {
	if !bytes.HasPrefix(head, []byte("\xFF\xFE")) && !bytes.HasPrefix(head, []byte("\xFE\xFF")) {
		return nil
	}
	all := io.MultiReader(bytes.NewReader(bytes.Clone(head)), r)
	return transform.NewReader(all, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder())
}

// cutAtNUL ends the text before the first NUL byte, and reports whether there was one.
func (t *text) cutAtNUL() bool {
	t.looked = true
	n := bytes.IndexByte(t.b[t.fresh:], 0)
	if n < 0 {
		return false
	}
	t.b, t.Binary, t.end = t.b[:t.fresh+n], true, true
	return true
}

// piece searches what is in the buffer as far as it is whole, keeps what is still needed at the front of the buffer, and
// says how much that is.
func (t *text) piece() int {
	whole := len(t.b)
	if !t.end {
		whole = t.fresh + bytes.LastIndexByte(t.b[t.fresh:], '\n') + 1
		if tooLittle := whole == t.fresh || t.pattern.spans != nil; tooLittle && !t.long && len(t.buf) < MaxLine {
			t.buf = append(t.buf, make([]byte, 3*len(t.buf))...)
			return len(t.b)
		}
		t.Pieces = t.Pieces || t.pattern.spans != nil
	}
	switch {
	case t.long:
		t.goOn()
	case whole == t.fresh && !t.end:
		t.long, t.settled = true, false
		t.dfa.live[0] = t.dfa.begin()
		t.goOn()
	}
	if whole = max(whole, t.fresh); t.fresh < whole && !t.stop {
		whole = t.lines(whole)
	}
	if t.stop || t.end {
		return 0
	}
	return t.carry(whole)
}

// goOn searches the next part of a line that is too long to be held. The automaton waits between the parts.
func (t *text) goOn() {
	part := t.b[t.fresh:]
	n := bytes.IndexByte(part, '\n')
	if n >= 0 {
		part = part[:n]
	}
	last := n >= 0 || t.end
	if !t.settled {
		at := t.dfa.findOn(part)
		if at < 0 && last && t.dfa.ends(t.dfa.live[0]) {
			at = len(part)
		}
		if at >= 0 {
			t.settled = true
			t.giveLong(part, at)
		}
	}
	t.after = 0 // what follows such a line is far away
	t.fresh += len(part)
	if last {
		t.long = false
		t.fresh = min(t.fresh+1, len(t.b))
	}
	t.shown = t.fresh
}

// lines searches whole lines, and says how far it came: less than it was asked to when there is a NUL byte.
func (t *text) lines(whole int) int {
	t.forget()
	next := t.nextLine
	if t.pattern.spans != nil {
		next = t.nextSpan
	}
	for from := t.fresh; !t.stop; {
		if t.last { // what follows the last match may match as well, but is given as what follows
			t.trail(whole)
			break
		}
		f, ok := next(t.b[:whole], from)
		if ok && !t.looked && t.cutAtNUL() {
			whole = len(t.b)
			t.forget()
			continue
		}
		if !ok {
			t.trail(whole)
			break
		}
		t.hit(f)
		from = f.end + 1
	}
	return whole
}

// carry moves what follows whole to the front of the buffer, with the lines before it that may be wanted as context.
func (t *text) carry(whole int) int {
	keep := whole
	for range t.req.Before {
		n := bytes.LastIndexByte(t.b[:max(0, keep-1)], '\n') + 1
		if keep == 0 || n < t.shown || whole-n > len(t.buf)/2 {
			break
		}
		keep = n
	}
	t.count(whole)
	n := copy(t.buf, t.b[keep:])
	t.fresh, t.counted, t.shown = whole-keep, whole-keep, t.shown-keep
	return n
}
