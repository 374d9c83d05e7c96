package file

import (
	"fmt"
	"strings"

	udiff "github.com/aymanbagabas/go-udiff"

	"jig/internal/textfile"
)

const (
	diffContext = 3         // lines shown around a change
	diffDecoded = 16 << 20  // bytes of a file up to which its encoding matters for a diff
	diffSide    = 512 << 10 // bytes that differ up to which they are compared line by line
	diffShown   = 64 << 10  // bytes of a diff that people are shown
)

// difference is what changed in a file.
type difference struct {
	// Text is a unified diff, empty if there is too much to compare.
	Text           string
	Added, Removed int // lines
}

// count is the difference in short: "+5 −3".
func (d difference) count() string { return fmt.Sprintf("+%d −%d", d.Added, d.Removed) }

// short is the diff for people, cut at a line if it is long.
func (d difference) short() string {
	if len(d.Text) <= diffShown {
		return d.Text
	}
	end := strings.LastIndexByte(d.Text[:diffShown], '\n') + 1
	return fmt.Sprintf("%s… %d more lines", d.Text[:end], strings.Count(d.Text[end:], "\n"))
}

// differ compares two contents of a file. What they have in common at both ends
// is passed over first, so that a small change of a large file costs little.
func differ(name string, old, fresh []byte) (difference, error) {
	a, okA := readable(old)
	b, okB := readable(fresh)
	if !okA || !okB {
		return difference{}, nil
	}
	start := commonStart(a, b)
	end := commonEnd(a[start:], b[start:])
	// Whole lines, and some around them.
	first := start
	for range diffContext + 1 {
		first = strings.LastIndexByte(a[:max(first, 0)], '\n')
		if first < 0 {
			break
		}
	}
	first++
	if start == 0 {
		first = 0
	}
	tail := a[len(a)-end:]
	keep := 0
	for range diffContext + 1 {
		i := strings.IndexByte(tail[keep:], '\n')
		if i < 0 {
			keep = len(tail)
			break
		}
		keep += i + 1
	}
	line := strings.Count(a[:first], "\n")
	before, after := a[first:len(a)-end+keep], b[first:len(b)-end+keep]
	if x, y := unixLines(before), unixLines(after); x != y {
		before, after = x, y
	}
	if len(before) > diffSide || len(after) > diffSide {
		return difference{Added: countLines(after), Removed: countLines(before)}, nil
	}
	return compared(name, before, after, line)
}

// compared makes the diff of two texts that begin after some lines of a file.
func compared(name, before, after string, line int) (difference, error) {
	edits := udiff.Lines(before, after)
	u, err := udiff.ToUnifiedDiff(name, name, before, edits, diffContext)
	if err != nil {
		return difference{}, err
	}
	var d difference
	for _, h := range u.Hunks {
		h.FromLine += line
		h.ToLine += line
		for _, l := range h.Lines {
			switch l.Kind {
			case udiff.Insert:
				d.Added++
			case udiff.Delete:
				d.Removed++
			}
		}
	}
	d.Text = u.String()
	return d, nil
}

// readable is the text of a file for people; false for what is none.
func readable(data []byte) (string, bool) {
	if len(data) > diffDecoded {
		return string(data), true
	}
	t := textfile.Decode(data)
	return t.Content, t.IsText()
}

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// countLines counts lines, the last one also if it does not end.
func countLines(s string) int {
	n := strings.Count(s, "\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		n++
	}
	return n
}

func commonStart(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

func commonEnd(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[len(a)-1-i] != b[len(b)-1-i] {
			return i
		}
	}
	return n
}
