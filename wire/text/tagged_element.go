package text

import (
	"bytes"
	"strings"
	"unicode"
)

// An element holds a call or a parameter. Its beginning says the name.
type element struct {
	open, close string
	style       tagStyle
	end         string // of styleText: what ends the name
}

// tagStyle is where an element has its name.
type tagStyle uint8

const (
	styleEquals tagStyle = iota // <function=read>
	styleAttr                   // <invoke name="read">
	styleWord                   // read, at the beginning of the block
	stylePair                   // <arg_key>path</arg_key><arg_value>
	styleTag                    // <path>
	styleText                   // <name>read</name>
)

func elementEquals(tag string) element {
	return element{open: "<" + tag + "=", close: "</" + tag + ">", style: styleEquals}
}

func elementAttr(tag string) element {
	return element{open: "<" + tag, close: "</" + tag + ">", style: styleAttr}
}

// A tag is the beginning of an element.
type tag struct {
	name string
	// attrs is what else it says, as it is written.
	attrs string
	// empty says that the element has no content: <submit/>.
	empty bool
	end   int // where the content begins
}

// begin reads the beginning of an element at i, where its open stands already.
func (e *element) begin(in []byte, i int, scan *tagScan, known *words) (tag, match) {
	from := i + len(e.open)
	switch e.style {
	case styleWord:
		return tagWord(in, from, scan)
	case stylePair:
		return tagPair(in, from, scan)
	case styleText:
		return tagText(in, from, e.end, scan)
	}
	end, m := scan.end(in, from, e.style == styleAttr)
	if m != yes {
		return tag{}, m
	}
	t := tag{end: end + 1}
	inner := known.of(bytes.TrimSpace(in[from:end]))
	switch e.style {
	case styleAttr:
		t.attrs, t.empty = strings.CutSuffix(inner, "/")
		t.name, t.attrs = tagAttr(t.attrs)
	default:
		t.name = inner
	}
	return t, tagMatch(t.name != "")
}

// tagAttr takes the name out of the attributes of a tag. The sign that some tokenizers
// have for a space, or no space at all, may stand before it.
func tagAttr(attrs string) (name, rest string) {
	attrs = strings.TrimLeft(attrs, " \t\u0120")
	attrs, ok := strings.CutPrefix(attrs, "name")
	if !ok {
		return "", ""
	}
	attrs, ok = strings.CutPrefix(strings.TrimLeft(attrs, " "), "=")
	if attrs = strings.TrimSpace(attrs); !ok || attrs == "" {
		return "", ""
	}
	if q := attrs[0]; q == '"' || q == '\'' {
		name, rest, _ = strings.Cut(attrs[1:], string(q))
	} else {
		name, rest, _ = strings.Cut(attrs, " ")
	}
	return strings.TrimSpace(name), rest
}

// tagWord reads a name that is not in a tag. What follows says whether it was one.
func tagWord(in []byte, from int, scan *tagScan) (tag, match) {
	for scan.at = max(scan.at, from); scan.at < len(in); scan.at++ {
		switch c := in[scan.at]; {
		case c <= ' ' || c == '<' || c == '{' || c == '\\':
			// A word of its own between spaces is one of a sentence.
			sentence := c == ' ' && from > 0 && in[from-1] == ' '
			return tag{name: string(in[from:scan.at]), end: scan.at}, tagMatch(scan.at > from && !sentence)
		case scan.at-from > tagLimit || c < 0x80 && c != '_' && c != '-' && c != '.' && c != ':' && c != '/' &&
			!unicode.IsLetter(rune(c)) && !unicode.IsDigit(rune(c)):
			return tag{}, no
		}
	}
	return tag{}, unsure
}

// tagText reads a name that is the content of an element.
func tagText(in []byte, from int, end string, scan *tagScan) (tag, match) {
	if m := scan.bracket(in, from); m != yes {
		return tag{}, m
	}
	m := tagAt(in, scan.at, end)
	if m != yes {
		return tag{}, m
	}
	name := strings.TrimSpace(string(in[from:scan.at]))
	return tag{name: name, end: scan.at + len(end)}, tagMatch(name != "")
}

// The tags of a pair of key and value.
const (
	pairKeyOpen    = "<arg_key>"
	pairKeyClose   = "</arg_key>"
	pairValueOpen  = "<arg_value>"
	pairValueClose = "</arg_value>"
)

// tagPair reads a key up to the beginning of its value.
func tagPair(in []byte, from int, scan *tagScan) (tag, match) {
	if scan.key.to == 0 {
		if m := scan.bracket(in, from); m != yes {
			return tag{}, m
		}
		m := tagAt(in, scan.at, pairKeyClose)
		if m == no {
			m = tagAt(in, scan.at, pairValueOpen) // the end of the key was forgotten
		}
		if m != yes {
			return tag{}, m
		}
		scan.key = jsonSpan{from, scan.at}
		if in[scan.at+1] == '/' {
			scan.at += len(pairKeyClose)
		}
	}
	if scan.at = tagSpace(in, scan.at, true); scan.at == len(in) {
		return tag{}, unsure
	}
	m := tagAt(in, scan.at, pairValueOpen)
	if m == no && tagAt(in, scan.at, `\n`) == unsure {
		m = unsure
	}
	if m != yes {
		return tag{}, m
	}
	name := strings.TrimSpace(string(scan.key.of(in)))
	return tag{name: name, end: scan.at + len(pairValueOpen)}, tagMatch(name != "")
}
