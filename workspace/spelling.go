package workspace

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// invalid says why nobody should use a path, empty if it may be used.
func invalid(path string) string {
	switch {
	case path == "":
		return "it is empty; give the path of a file or folder"
	case len(path) > maxPath:
		return fmt.Sprintf("it has %d bytes; the most is %d", len(path), maxPath)
	}
	for i := range len(path) {
		c := path[i]
		switch {
		case c == 0:
			return "it contains a NUL byte, where other programs stop reading"
		case c < ' ' || c == 0x7f:
			return fmt.Sprintf("it contains the control character %U", c)
		case c == 0xc2 && i+1 < len(path) && path[i+1] < 0xa0:
			return "it contains a control character"
		}
	}
	return ""
}

// tidy reports whether a path is already clean, by looking at each byte once.
func tidy(path string) bool {
	start := 0
	for i := 0; i <= len(path); i++ {
		if i < len(path) && path[i] != '/' {
			continue
		}
		switch name := path[start:i]; name {
		case "":
			if i > 0 || len(path) == 0 {
				return false
			}
		case ".", "..":
			return false
		}
		start = i + 1
	}
	return true
}

// odd says what makes a path suspicious: how it is written lets another program,
// or a file system of another kind, read it as something else.
func odd(path string) string {
	if ordinary(path) {
		return ""
	}
	switch {
	case strings.HasPrefix(path, `\\?\`), strings.HasPrefix(path, `\\.\`), strings.HasPrefix(path, `\??\`):
		return "it begins like a Windows device path"
	case strings.HasPrefix(path, `\\`):
		return "it begins like a Windows network path"
	case strings.Contains(path, `\`):
		return "it contains a backslash, which separates folders on some systems"
	case path == "~" || strings.HasPrefix(path, "~"):
		return "it begins with ~, which is not expanded here; write the whole path"
	case strings.Contains(path, ":"):
		return "it contains a colon, which names a stream or a drive on some systems"
	case encoded(path):
		return "it contains percent-encoded dots or slashes"
	case trailing(path):
		return "a name in it ends with a dot or a blank, which some systems drop"
	}
	if !ascii(path) {
		if why := unusual(path); why != "" {
			return why
		}
	}
	for name := range strings.SplitSeq(path, "/") {
		if strings.Contains(name, "~") && shortName(strings.ToLower(name)) {
			return "it looks like the short form (8.3) of a protected name"
		}
	}
	return ""
}

// ordinary reports, by looking at each byte once, that nothing can be odd.
func ordinary(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case c == '\\' || c == ':' || c == '%' || c == '~' || c >= utf8.RuneSelf:
			return false
		case (c == '.' || c == ' ') && (i+1 == len(path) || path[i+1] == '/'):
			return false // perhaps only "." or ".."; the slower look tells
		}
	}
	return true
}

// trailing reports whether a name in the path ends with a dot or a blank.
func trailing(path string) bool {
	for i := range len(path) {
		if c := path[i]; c != '.' && c != ' ' || i+1 < len(path) && path[i+1] != '/' {
			continue
		}
		start := strings.LastIndexByte(path[:i], '/') + 1
		if name := path[start : i+1]; name != "." && name != ".." {
			return true
		}
	}
	return false
}

// encoded looks for %2e, %2f, %5c, %00 and the same encoded once more.
func encoded(path string) bool {
	lower := strings.ToLower(path)
	for _, code := range []string{"%2e", "%2f", "%5c", "%00", "%25", "%c0%", "%u"} {
		if strings.Contains(lower, code) {
			return true
		}
	}
	return false
}

// unusual looks for characters that are invisible or that become others when a
// system normalises names.
func unusual(path string) string {
	if !utf8.ValidString(path) {
		return "it is not valid UTF-8"
	}
	for _, r := range path {
		if unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || unicode.IsSpace(r) && r != ' ' {
			return fmt.Sprintf("it contains the invisible character %U", r)
		}
	}
	if norm.NFKC.String(path) != norm.NFC.String(path) {
		return "it contains characters that some systems replace by plain ones"
	}
	return ""
}

// fold reads a name the way the most forgiving file system would: without case,
// without dots and blanks at the end, without a stream behind a colon, without
// invisible characters.
func fold(name string) string {
	if i := strings.IndexByte(name, ':'); i > 0 {
		name = name[:i]
	}
	if !ascii(name) {
		name = norm.NFKC.String(strings.Map(visible, name))
	}
	return strings.ToLower(strings.TrimRight(name, ". "))
}

func visible(r rune) rune {
	if unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
