package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"
)

const (
	// maxFile bounds a settings file; a larger one is a mistake or an attack.
	maxFile = 1 << 20
	// maxDepth bounds nesting, because parsing recurses.
	maxDepth = 64
)

// A document is a parsed file that knows its lines.
type document struct {
	file  string
	text  []byte
	root  hujson.Value
	lines []int // offset of the start of each line
}

// parse reads JSON with comments and trailing commas. It refuses what parsers
// disagree about: keys that come twice, bytes that are not UTF-8, NUL.
func parse(file string, text []byte) (*document, error) {
	if len(text) > maxFile {
		return nil, Problem{File: file, Text: fmt.Sprintf("the file has %d bytes; settings may have %d", len(text), maxFile)}
	}
	d := &document{file: file, text: text, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			d.lines = append(d.lines, i+1)
		}
	}
	switch {
	case !utf8.Valid(text):
		return nil, d.problem(invalidAt(text), "", "this is not UTF-8; save the file as UTF-8")
	case bytes.IndexByte(text, 0) >= 0:
		return nil, d.problem(bytes.IndexByte(text, 0), "", "there is a NUL byte; remove it")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if shift := len(d.text) - len(text); shift > 0 {
		// Spaces keep the offsets of what follows.
		text = append(bytes.Repeat([]byte{' '}, shift), text...)
		d.text = text
	}
	if at, deep := tooDeep(text); deep {
		return nil, d.problem(at, "", fmt.Sprintf("values are nested more than %d deep", maxDepth))
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, Problem{File: file, Text: "the file is empty; write {} or remove it"}
	}
	if text[len(text)-1] != '\n' { // a comment in the last line needs its end
		text = append(bytes.Clone(text), '\n')
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, d.syntax(err)
	}
	d.root = root
	if dup := d.duplicate(&d.root); dup != nil {
		return nil, *dup
	}
	return d, nil
}

// syntax tells a parser's error with the place that it names.
func (d *document) syntax(err error) Problem {
	text := strings.TrimPrefix(err.Error(), "hujson: ")
	p := Problem{File: d.file, Text: text + "; this is not valid JSON"}
	var line, column int
	if n, scanErr := fmt.Sscanf(text, "line %d, column %d:", &line, &column); scanErr == nil && n == 2 {
		_, rest, _ := strings.Cut(text, ": ")
		p.Line, p.Column, p.Text = line, column, "not valid JSON: "+shorten(rest)
	}
	return p
}

// tooDeep finds nesting beyond the bound without recursion.
func tooDeep(text []byte) (offset int, deep bool) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '/':
			// Brackets inside a comment do not nest. A lone slash is left to the parser.
			end := ""
			if bytes.HasPrefix(text[i:], []byte("//")) {
				end = "\n"
			} else if bytes.HasPrefix(text[i:], []byte("/*")) {
				end = "*/"
			}
			if end != "" {
				n := bytes.Index(text[i+2:], []byte(end))
				if n < 0 {
					return 0, false
				}
				i += 2 + n + len(end) - 1
			}
		case '{', '[':
			if depth++; depth > maxDepth {
				return i, true
			}
		case '}', ']':
			depth--
		}
	}
	return 0, false
}

// duplicate finds an object with the same key twice: which of the two counts is
// what readers of JSON disagree about. The path is put together on the way back
// from a finding, so that a long file without one costs no text.
func (d *document) duplicate(v *hujson.Value) *Problem {
	switch x := v.Value.(type) {
	case *hujson.Object:
		seen := make(map[string]int, len(x.Members))
		for i := range x.Members {
			m := &x.Members[i]
			key := literal(&m.Name)
			if first, ok := seen[key]; ok {
				p := d.problem(m.Name.StartOffset, join("", key), fmt.Sprintf("this key stands here for the second time, first in line %d; keep one", d.line(first)))
				return &p
			}
			seen[key] = m.Name.StartOffset
			if p := d.duplicate(&m.Value); p != nil {
				p.Path = under(join("", key), p.Path)
				return p
			}
		}
	case *hujson.Array:
		for i := range x.Elements {
			if p := d.duplicate(&x.Elements[i]); p != nil {
				p.Path = under(fmt.Sprintf("[%d]", i), p.Path)
				return p
			}
		}
	}
	return nil
}

// under puts the path of a value in front of a path inside of it.
func under(outer, inner string) string {
	if strings.HasPrefix(inner, "[") {
		return outer + inner
	}
	return outer + "." + inner
}

// literal is the text of a string.
func literal(v *hujson.Value) string {
	if lit, ok := v.Value.(hujson.Literal); ok {
		return lit.String()
	}
	return ""
}

// raw is a value as plain JSON, without comments and trailing commas.
func raw(v *hujson.Value) json.RawMessage {
	c := v.Clone()
	c.BeforeExtra, c.AfterExtra = nil, nil
	c.Minimize()
	return json.RawMessage(c.Pack())
}

func join(path, key string) string {
	if strings.ContainsAny(key, ". []\"") || key == "" || Visible(key) != key {
		key = `"` + Visible(strings.ReplaceAll(shorten(key), `"`, `\"`)) + `"`
	}
	if path == "" {
		return shorten(key)
	}
	return path + "." + shorten(key)
}

func (d *document) line(offset int) int {
	low, high := 0, len(d.lines)
	for high-low > 1 {
		if mid := (low + high) / 2; d.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	return low + 1
}

func (d *document) problem(offset int, path, text string) Problem {
	line := d.line(offset)
	return Problem{File: d.file, Line: line, Column: offset - d.lines[line-1] + 1, Path: path, Text: text}
}

func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return 0
}
