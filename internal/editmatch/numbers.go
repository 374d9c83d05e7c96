package editmatch

import (
	"strconv"
	"strings"
)

// numbering is how the lines of a text were numbered.
type numbering struct {
	first, lines int
	// width is that of the numbers with the spaces before them, 0 if there are none.
	width int
}

// withoutNumbers is a text without the line numbers that reading shows, if all
// of its lines have one and they count up.
func withoutNumbers(text string) (bare string, as numbering, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for i, l := range lines {
		n, width, rest, ok := cutNumber(l)
		if i == 0 {
			as = numbering{first: n, lines: len(lines)}
			if strings.HasPrefix(l, " ") {
				as.width = width
			}
		}
		if !ok || n != as.first+i {
			return "", as, false
		}
		lines[i] = rest
	}
	bare = strings.Join(lines, "")
	return bare, as, strings.Trim(bare, blanks+"\n") != ""
}

// drop is a text without the line numbers that it has in the same form as the
// text it replaces; lines that are new may have none. A number of another form
// belongs to the line. It reports false where that cannot be told.
func (as numbering) drop(text string) (string, bool) {
	lines := strings.SplitAfter(text, "\n")
	last := as.first - 1
	for i, l := range lines {
		n, width, rest, ok := cutNumber(l)
		if !ok || as.width > 0 && width != as.width {
			continue
		}
		if n < last || n > as.first+max(as.lines, len(lines)) {
			return "", false
		}
		last, lines[i] = n, rest
	}
	return strings.Join(lines, ""), true
}

func cutNumber(line string) (n, width int, rest string, ok bool) {
	trimmed := strings.TrimLeft(line, " ")
	digits := len(trimmed) - len(strings.TrimLeft(trimmed, "0123456789"))
	if digits == 0 || digits > 9 {
		return 0, 0, "", false
	}
	n, err := strconv.Atoi(trimmed[:digits])
	if err != nil {
		return 0, 0, "", false
	}
	for _, mark := range []string{"\t", "→"} {
		if rest, ok := strings.CutPrefix(trimmed[digits:], mark); ok {
			return n, len(line) - len(trimmed) + digits, rest, true
		}
	}
	return 0, 0, "", false
}
