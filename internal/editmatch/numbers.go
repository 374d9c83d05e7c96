package editmatch

import (
	"strconv"
	"strings"
)

// withoutNumbers is a text without the line numbers that reading shows, if all
// of its lines have one and they count up.
func withoutNumbers(text string) (string, bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	last := -1
	for i, l := range lines {
		n, rest, ok := cutNumber(l)
		if !ok || last >= 0 && n != last+1 {
			return "", false
		}
		last, lines[i] = n, rest
	}
	bare := strings.Join(lines, "")
	return bare, strings.Trim(bare, blanks+"\n") != ""
}

// dropNumbers is a text without line numbers, where there are any.
func dropNumbers(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		if _, rest, ok := cutNumber(l); ok {
			lines[i] = rest
		}
	}
	return strings.Join(lines, "")
}

func cutNumber(line string) (n int, rest string, ok bool) {
	trimmed := strings.TrimLeft(line, " ")
	digits := len(trimmed) - len(strings.TrimLeft(trimmed, "0123456789"))
	if digits == 0 || digits > 9 {
		return 0, "", false
	}
	n, err := strconv.Atoi(trimmed[:digits])
	if err != nil {
		return 0, "", false
	}
	for _, mark := range []string{"\t", "→"} {
		if rest, ok := strings.CutPrefix(trimmed[digits:], mark); ok {
			return n, rest, true
		}
	}
	return 0, "", false
}
