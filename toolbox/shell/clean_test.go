package shell

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTextForAModelIsPlain(t *testing.T) {
	for name, test := range map[string]struct{ raw, want string }{
		"plain text":                            {"a b\tc\n", "a b\tc\n"},
		"letters of the world":                  {"é 日本 🙂", "é 日本 🙂"},
		"colours":                               {"\x1b[1;31mred\x1b[0m", "red"},
		"a private sequence":                    {"\x1b[?25lx\x1b[?25h", "x"},
		"a title":                               {"\x1b]0;title\ax", "x"},
		"a link":                                {"\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\", "text"},
		"a string of eight bits":                {"\u009b31mred", "red"},
		"a character set":                       {"\x1b(Bx", "x"},
		"an unfinished sequence":                {"x\x1b[3", "x"},
		"a string that never ends hides a line": {"\x1b]0;hidden\nshown", "\nshown"},
		"two escapes":                           {"\x1b\x1b[1mx", "x"},
		"an escape inside of a string":          {"\x1b]0;t\x1b[1mx", "x"},
		"struck over":                           {"N\bNA\bA", "NA"},
		"nothing to strike over":                {"\bx\n\by", "x\ny"},
		"ends of lines":                         {"a\r\nb\rc", "a\nb\nc"},
		"tags and marks":                        {"a\U000e0041\u200b\u202e\ufeffb", "ab"},
		"a separator of lines":                  {"a\u2028b", "a\nb"},
		"no text at all":                        {"\xff\xfe\x80x\xc3", "\ufffdx\ufffd"},
		"bells and zeros":                       {"a\a\x00b\x7f", "ab"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, _ := cleaned([]byte(test.raw)); got != test.want {
				t.Errorf("%q gave %q, want %q", test.raw, got, test.want)
			}
			var c cleaner
			var piecemeal []byte
			for i := range len(test.raw) {
				piecemeal = c.feed(piecemeal, []byte{test.raw[i]})
			}
			if got := string(c.flush(piecemeal)); got != test.want {
				t.Errorf("%q byte by byte gave %q, want %q", test.raw, got, test.want)
			}
		})
	}
}

func FuzzCleanedTextIsPlainHoweverItComes(f *testing.F) {
	f.Add([]byte("\x1b[1mé\xff\u200b\r\n"), 3)
	f.Add([]byte("\x1b]0;x\x1b\\y\xe2\x82"), 1)
	f.Fuzz(func(t *testing.T, raw []byte, size int) {
		whole, hidden := cleaned(raw)
		if !utf8.ValidString(whole) || strings.ContainsAny(whole, "\x00\x1b\r\b") {
			t.Errorf("%q is not plain", whole)
		}
		size = max(1, min(size, 64))
		var c cleaner
		var pieces []byte
		for rest := raw; len(rest) > 0; {
			n := min(size, len(rest))
			pieces = c.feed(pieces, rest[:n])
			rest = rest[n:]
		}
		if got := string(c.flush(pieces)); got != whole || c.hidden != hidden {
			t.Errorf("in pieces of %d: %q, whole: %q", size, got, whole)
		}
	})
}

func TestACaptureKeepsBothEnds(t *testing.T) {
	for _, size := range []int{1, 3, 7, 10, 25, 1000} {
		c := capture{first: 10, last: 20}
		var all []byte
		for i := range 200 {
			all = append(all, byte('a'+i%26))
		}
		for rest := all; len(rest) > 0; {
			n := min(size, len(rest))
			c.add(rest[:n])
			rest = rest[n:]
		}
		if string(c.head) != string(all[:10]) || string(c.end()) != string(all[180:]) || c.total != 200 || !c.full(0) {
			t.Errorf("in pieces of %d: %q %q", size, c.head, c.end())
		}
		if kept, missed := c.since(190); string(kept) != string(all[190:]) || missed != 0 {
			t.Errorf("since 190: %q %d", kept, missed)
		}
		if kept, missed := c.since(50); string(kept) != string(all[180:]) || missed != 130 {
			t.Errorf("since 50: %q %d", kept, missed)
		}
	}
}
