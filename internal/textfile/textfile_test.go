package textfile_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jig/internal/textfile"
)

func TestHabitsOfAFileAreFound(t *testing.T) {
	for _, c := range []struct {
		name, data, content string
		enc                 textfile.Encoding
		eol                 textfile.EOL
		final               bool
	}{
		{"an empty file is UTF-8 without line ends", "", "", textfile.UTF8, textfile.NoEOL, false},
		{"plain lines", "a\nb\n", "a\nb\n", textfile.UTF8, textfile.LF, true},
		{"a missing final newline is seen", "a\nb", "a\nb", textfile.UTF8, textfile.LF, false},
		{"lines of Windows get the normal form", "a\r\nb\r\n", "a\nb\n", textfile.UTF8, textfile.CRLF, true},
		{"a carriage return before one of Windows stays", "a\r\r\nb\r\n", "a\r\nb\n", textfile.UTF8, textfile.CRLF, true},
		{"mixed line ends are left alone", "a\r\nb\n", "a\r\nb\n", textfile.UTF8, textfile.Mixed, true},
		{"a lone carriage return ends no line", "a\rb", "a\rb", textfile.UTF8, textfile.NoEOL, false},
		{"the mark is not content", "\xef\xbb\xbfé\r\n", "é\n", textfile.UTF8BOM, textfile.CRLF, true},
		{"UTF-16 little end first", "\xff\xfea\x00\r\x00\n\x00", "a\n", textfile.UTF16LE, textfile.CRLF, true},
		{"UTF-16 big end first, with a pair", "\xfe\xff\xd8\x3d\xde\x00\x00\n", "😀\n", textfile.UTF16BE, textfile.LF, true},
		{"bytes of Latin-1", "caf\xe9 cr\xe8me\n", "café crème\n", textfile.Windows1252, textfile.LF, true},
		{"the quotes of Windows", "\x93hi\x94\x81", "“hi”\u0081", textfile.Windows1252, textfile.NoEOL, false},
		{"one bad byte among good ones does not spoil them", "äöü\xffß\n", "äöü\xffß\n", textfile.UTF8, textfile.LF, true},
		{"a NUL makes it binary", "a\x00b\n", "a\x00b\n", textfile.Binary, textfile.NoEOL, false},
		{"half a pair is no text", "\xff\xfe\x00\xd8", "\xff\xfe\x00\xd8", textfile.Binary, textfile.NoEOL, false},
		{"half a unit is no text", "\xff\xfea", "\xff\xfea", textfile.Binary, textfile.NoEOL, false},
		{"UTF-32 is not taken for UTF-16", "\xff\xfe\x00\x00a\x00\x00\x00", "\xff\xfe\x00\x00a\x00\x00\x00", textfile.Binary, textfile.NoEOL, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := textfile.Decode([]byte(c.data))
			want := textfile.Text{Content: c.content, Encoding: c.enc, EOL: c.eol, FinalNewline: c.final}
			if got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			if got.IsText() != (c.enc != textfile.Binary) {
				t.Error("IsText is wrong")
			}
		})
	}
}

func TestNewContentTakesTheHabitsOfTheFile(t *testing.T) {
	for _, c := range []struct{ name, old, fresh, want string }{
		{"lines get the ends of Windows", "a\r\n", "x\ny\n", "x\r\ny\r\n"},
		{"both forms may be given", "a\r\n", "x\r\ny\n", "x\r\ny\r\n"},
		{"lines lose the ends of Windows", "a\n", "x\r\ny\r\n", "x\ny\n"},
		{"a file without line ends has no habit", "a", "x\r\n", "x\r\n"},
		{"the mark stays", "\xef\xbb\xbfa\n", "ü\n", "\xef\xbb\xbfü\n"},
		{"UTF-16 stays", "\xff\xfea\x00", "ü😀", "\xff\xfe\xfc\x00\x3d\xd8\x00\xde"},
		{"Latin-1 stays", "caf\xe9\n", "crème\n", "cr\xe8me\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := textfile.Decode([]byte(c.old)).With(c.fresh).Encode()
			if err != nil || string(got) != c.want {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
}

func TestWhatAnEncodingCannotHoldIsRefused(t *testing.T) {
	for _, c := range []struct{ old, fresh string }{
		{"caf\xe9\n", "日本\n"},
		{"caf\xe9\n", "bad \xff\n"},
		{"\xff\xfea\x00", "bad \xff"},
	} {
		if _, err := textfile.Decode([]byte(c.old)).With(c.fresh).Encode(); !errors.Is(err, textfile.ErrCannotWrite) {
			t.Errorf("%q in place of %q: %v", c.fresh, c.old, err)
		}
	}
}

// anyFile generates bytes that look like files often enough.
func anyFile() *rapid.Generator[[]byte] {
	pieces := []string{
		"\n", "\r\n", "\r", "a", "hello", "\t", "ä", "😀", "\xff", "\xfe", "\xe9", "\xc3", "\xf0\x9f", "\x00",
		"a\x00", "\n\x00", "\r\x00\n\x00", "\x3d\xd8\x00\xde", "\x3d\xd8", "\x81", "\xef\xbb\xbf", "\ufffd",
	}
	return rapid.Custom(func(t *rapid.T) []byte {
		mark := rapid.SampledFrom([]string{"", "", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"}).Draw(t, "mark")
		if rapid.Bool().Draw(t, "any") {
			return append([]byte(mark), rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")...)
		}
		return []byte(mark + strings.Join(rapid.SliceOf(rapid.SampledFrom(pieces)).Draw(t, "pieces"), ""))
	})
}

func TestEveryFileComesBackByteForByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile().Draw(t, "file")
		text := textfile.Decode(data)
		back, err := text.Encode()
		if err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%q became %q (%v) by way of %+v", data, back, err, text)
		}
		if text.EOL == textfile.Mixed || text.EOL == textfile.NoEOL {
			return
		}
		if again, err := text.With(text.Content).Encode(); text.EOL == textfile.LF && (err != nil || !bytes.Equal(again, data)) {
			t.Fatalf("%q became %q (%v)", data, again, err)
		}
	})
}

func TestASurveyDoesNotDependOnThePieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile().Draw(t, "file")
		var whole, parts textfile.Survey
		if _, err := whole.Write(data); err != nil {
			t.Fatal(err)
		}
		for rest := data; len(rest) > 0; {
			n := rapid.IntRange(1, min(len(rest), 5)).Draw(t, "n")
			if _, err := parts.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if whole.Encoding() != parts.Encoding() || whole.EOL() != parts.EOL() || whole.Lines != parts.Lines ||
			whole.Foreign() != parts.Foreign() || whole.Wide != parts.Wide || whole.FinalNewline() != parts.FinalNewline() {
			t.Fatalf("%q: %+v in one piece, %+v in several", data, whole, parts)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\r\nb\n"))
	f.Add([]byte("\xff\xfea\x00\x3d\xd8\x00\xde"))
	f.Add([]byte("caf\xe9"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if back, err := textfile.Decode(data).Encode(); err != nil || !bytes.Equal(back, data) {
			t.Fatalf("%q became %q: %v", data, back, err)
		}
	})
}
