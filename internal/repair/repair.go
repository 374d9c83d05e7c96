// Package repair mends arguments that are almost JSON.
//
// Models sometimes write a line break into a string, leave a comma before a
// closing brace, fall into Python's literals and quotes, or wrap the whole in a
// code fence. Each of these has one obvious meaning, and only such faults are
// mended here. What was cut off is never completed: nobody knows what is
// missing, and half a file must not be written as if it were whole.
package repair

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The remarks that say what was mended.
const (
	fence   = "a code fence around the arguments was removed"
	control = "raw control characters inside strings were escaped"
	comma   = "commas before a closing bracket were removed"
	python  = "Python literals were replaced by those of JSON"
	quotes  = "single quotes were replaced by double quotes"
	bom     = "a byte order mark was removed"
)

// Arguments returns args as JSON, with a remark for each kind of repair. If
// args are JSON already, or nothing obvious makes them so, they are returned
// as they are.
func Arguments(args []byte) (fixed []byte, remarks []string) {
	if json.Valid(args) {
		return args, nil
	}
	m := mender{in: args}
	m.unwrap()
	if !json.Valid(m.in) {
		m.rewrite()
	} else {
		m.out = m.in
	}
	if len(m.remarks) == 0 || !json.Valid(m.out) {
		return args, nil
	}
	return m.out, m.remarks
}

type mender struct {
	in, out []byte
	remarks []string
}

func (m *mender) remark(text string) {
	for _, r := range m.remarks {
		if r == text {
			return
		}
	}
	m.remarks = append(m.remarks, text)
}

// unwrap removes what stands around the value.
func (m *mender) unwrap() {
	if rest, ok := bytes.CutPrefix(m.in, []byte("\xef\xbb\xbf")); ok {
		m.in = rest
		m.remark(bom)
	}
	s := bytes.TrimSpace(m.in)
	if inner, ok := bytes.CutPrefix(s, []byte("```")); ok {
		if inner, ok = bytes.CutSuffix(inner, []byte("```")); ok {
			inner = bytes.TrimPrefix(inner, []byte("json"))
			m.in = bytes.TrimSpace(inner)
			m.remark(fence)
		}
	}
}

// rewrite goes through the text once and mends what it meets.
func (m *mender) rewrite() {
	m.out = make([]byte, 0, len(m.in)+16)
	for i := 0; i < len(m.in); {
		switch c := m.in[i]; {
		case c == '"' || c == '\'':
			i = m.str(i)
		case c == ',':
			j := i + 1
			for j < len(m.in) && space(m.in[j]) {
				j++
			}
			if j < len(m.in) && (m.in[j] == '}' || m.in[j] == ']') {
				m.remark(comma)
			} else {
				m.out = append(m.out, c)
			}
			i++
		case c >= 'A' && c <= 'Z':
			i = m.word(i)
		default:
			m.out = append(m.out, c)
			i++
		}
	}
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// word replaces a literal of Python.
func (m *mender) word(i int) int {
	for _, w := range [...]struct{ from, to string }{{"True", "true"}, {"False", "false"}, {"None", "null"}} {
		if bytes.HasPrefix(m.in[i:], []byte(w.from)) {
			m.out = append(m.out, w.to...)
			m.remark(python)
			return i + len(w.from)
		}
	}
	m.out = append(m.out, m.in[i])
	return i + 1
}

// str copies a string and returns where it ends.
func (m *mender) str(i int) int {
	quote := m.in[i]
	if quote == '\'' {
		m.remark(quotes)
	}
	m.out = append(m.out, '"')
	for i++; i < len(m.in); i++ {
		switch c := m.in[i]; {
		case c == quote:
			m.out = append(m.out, '"')
			return i + 1
		case c == '"': // inside single quotes
			m.out = append(m.out, '\\', '"')
		case c == '\\' && i+1 < len(m.in) && m.in[i+1] == '\'':
			m.out = append(m.out, '\'')
			m.remark(quotes)
			i++
		case c == '\\' && i+1 < len(m.in):
			m.out = append(m.out, c, m.in[i+1])
			i++
		case c < 0x20:
			m.out = append(m.out, escape(c)...)
			m.remark(control)
		default:
			m.out = append(m.out, c)
		}
	}
	return i
}

func escape(c byte) string {
	switch c {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return fmt.Sprintf(`\u%04x`, c)
}
