package file

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"jig/internal/textfile"
	"jig/workspace"
)

const (
	scanBuffer = 256 << 10
	headSize   = 8 << 10
	// countAhead is how far a file that is too large to be read whole is looked
	// through for the number of its lines, after the last one that is shown.
	countAhead = 8 << 20
)

// scanned is what was found out about a text file.
type scanned struct {
	*picker
	sum workspace.Sum
	enc textfile.Encoding
	eol textfile.EOL
	bad int64 // bytes that are not in the encoding
	// total is the number of lines; if not exact, there are more.
	total int64
	exact bool
}

// scan reads the wanted lines of an open file. Files that can be told apart by
// their content are read through, so that the sum is that of the very bytes that
// are shown; of larger ones as little as possible is read. Of a binary file only
// the encoding is said.
func (r *reader) scan(ctx context.Context, f *os.File, path string, want span) (*scanned, error) {
	head, err := headOf(f)
	if err != nil {
		return nil, err
	}
	enc, bom := textfile.Marked(head)
	var beginning textfile.Survey
	_, _ = beginning.Write(head[bom:]) // a survey never fails
	if !wide(enc) && beginning.Encoding() == textfile.Binary {
		return &scanned{enc: textfile.Binary}, nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s := &scanned{enc: enc}
	if info.Size() > workspace.SumLimit {
		return s, s.scanHuge(ctx, f, info.Size(), want, mark{1, int64(bom)}, path, &r.marks)
	}
	return s, s.scanWhole(ctx, f, info.Size(), want, int64(bom))
}

// scanWhole reads a file to its end.
func (s *scanned) scanWhole(ctx context.Context, f *os.File, size int64, want span, bom int64) error {
	hash := sha256.New()
	source := io.TeeReader(io.NewSectionReader(f, 0, workspace.SumLimit+1), hash)
	if _, err := io.CopyN(io.Discard, source, bom); err != nil {
		return err
	}
	s.picker = newPicker(want, 1)
	if err := s.pass(ctx, unwidened(source, s.enc), size, 1, nil); err != nil {
		return err
	}
	var err error
	s.sum, err = workspace.ParseSum(hex.EncodeToString(hash.Sum(nil)))
	return err
}

// scanHuge reads a file from the nearest known line on until enough is known.
func (s *scanned) scanHuge(ctx context.Context, f *os.File, size int64, want span, from mark, path string, known *marks) error {
	var err error
	if s.sum, err = workspace.SumFile(f); err != nil {
		return err
	}
	found := func(mark) {}
	if !wide(s.enc) { // there, places in the text are not places in the file
		if near := known.before(path, s.sum, want.First); near.line > 1 {
			from = near
		}
		found = func(at mark) { known.add(path, s.sum, mark{at.line, from.at + at.at}) }
	}
	s.picker = newPicker(want, from.line)
	return s.pass(ctx, unwidened(io.NewSectionReader(f, from.at, size-from.at), s.enc), size, from.line, found)
}

// pass reads a text that begins with a line of that number: to its end or, if
// somebody wants to know where lines begin, until enough is known.
func (s *scanned) pass(ctx context.Context, source io.Reader, size, first int64, found func(mark)) error {
	var survey textfile.Survey
	buf := make([]byte, min(scanBuffer, max(size+1, headSize)))
	marked, enough := int64(0), int64(-1)
	for {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		n, err := source.Read(buf)
		before := survey.Ended
		_, _ = survey.Write(buf[:n]) // a survey never fails
		s.feed(buf[:n], survey.Ended-before)
		if err != nil {
			if errors.Is(err, io.EOF) {
				s.finish()
				s.conclude(&survey, first, true)
				return nil
			}
			return err
		}
		if found == nil {
			continue
		}
		if i := bytes.LastIndexByte(buf[:n], '\n'); i >= 0 && survey.Bytes-marked >= markEvery {
			marked = survey.Bytes
			found(mark{first + survey.Ended, survey.Bytes - int64(n-i) + 1})
		}
		if s.done && enough < 0 {
			enough = survey.Bytes + countAhead
		}
		if enough >= 0 && survey.Bytes >= enough {
			s.conclude(&survey, first, false)
			return nil
		}
	}
}

// conclude takes over what a survey has found.
func (s *scanned) conclude(survey *textfile.Survey, first int64, exact bool) {
	s.total, s.exact, s.eol = first-1+survey.Lines, exact, survey.EOL()
	switch found := survey.Encoding(); {
	case found == textfile.Binary:
		s.enc = found
	case s.enc == "":
		s.enc = found
	}
	if s.enc != textfile.Windows1252 {
		s.bad = survey.Foreign()
	}
}

func wide(enc textfile.Encoding) bool { return enc == textfile.UTF16LE || enc == textfile.UTF16BE }

// unwidened gives the text in UTF-8.
func unwidened(source io.Reader, enc textfile.Encoding) io.Reader {
	switch enc {
	case textfile.UTF16LE:
		return transform.NewReader(source, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder())
	case textfile.UTF16BE:
		return transform.NewReader(source, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder())
	}
	return source
}

// headOf is the beginning of a file; where it stands does not change.
func headOf(f *os.File) ([]byte, error) {
	head := make([]byte, headSize)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}
