package text

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// pyValue turns literals of Python into JSON. It is given what a pyScan has found, so
// that it need not find out again where strings end.
type pyValue struct {
	in    []byte
	pos   int
	strs  []pySpan
	depth int
	args  *tagArgs // to collect arguments in
	words *words
	spare []byte // for the text of one
}

// pyDepth is how deep brackets may be nested.
const pyDepth = 500

var (
	errPyDepth   = errors.New("the arguments are nested too deep")
	errPyLiteral = errors.New("an argument is not a literal")
	errPySyntax  = errors.New("the arguments cannot be read")
)

// arguments reads "(a=1, b='x')" to an object.
func (v *pyValue) arguments() ([]byte, error) {
	v.pos++ // the bracket
	args := v.args
	args.reset()
	for {
		switch v.peek() {
		case ')':
			return args.object(), nil
		case '*':
			if err := v.unpack(args); err != nil {
				return nil, err
			}
		default:
			key := v.word()
			if key == "" || v.peek() != '=' {
				return nil, errors.New("an argument has no name")
			}
			v.pos++
			from := len(args.room)
			room, err := v.value(args.room)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			args.room = room
			args.set(key, room[from:len(room):len(room)])
		}
		if v.peek() == ',' {
			v.pos++
		} else if v.peek() != ')' {
			return nil, errPySyntax
		}
	}
}

// unpack reads "**{'a': 1}".
func (v *pyValue) unpack(args *tagArgs) error {
	v.pos++
	if v.peek() != '*' {
		return errPyLiteral
	}
	v.pos++
	if v.peek() != '{' {
		return errPyLiteral
	}
	_, err := v.braces(nil, args)
	return err
}

// value appends the next literal to out.
func (v *pyValue) value(out []byte) ([]byte, error) {
	if v.depth++; v.depth > pyDepth {
		return nil, errPyDepth
	}
	defer func() { v.depth-- }()
	switch c := v.peek(); {
	case c == '[':
		out, _, err := v.items(out, ']')
		return out, err
	case c == '(':
		begin := len(out)
		out, alone, err := v.items(out, ')')
		if err == nil && alone { // brackets around one value are no list
			out = append(out[:begin], out[begin+1:len(out)-1]...)
		}
		return out, err
	case c == '{':
		return v.braces(out, nil)
	case c == '\'' || c == '"':
		return v.text(out, "")
	case c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9':
		return v.number(out)
	}
	switch word := v.word(); word {
	case "True", "true":
		return append(out, "true"...), nil
	case "False", "false":
		return append(out, "false"...), nil
	case "None", "null", "nil":
		return append(out, "null"...), nil
	default:
		if len(word) <= 2 && v.pos < len(v.in) && (v.in[v.pos] == '\'' || v.in[v.pos] == '"') {
			return v.text(out, strings.ToLower(word))
		}
		return nil, errPyLiteral
	}
}

// items reads a list or a tuple. alone says that it was one value without a comma.
func (v *pyValue) items(out []byte, end byte) (_ []byte, alone bool, err error) {
	v.pos++
	out = append(out, '[')
	for n := 0; ; n++ {
		if v.peek() == end {
			v.pos++
			return append(out, ']'), false, nil
		}
		if n > 0 {
			out = append(out, ',')
		}
		if out, err = v.value(out); err != nil {
			return nil, false, err
		}
		switch v.peek() {
		case ',':
			v.pos++
		case end:
			v.pos++
			return append(out, ']'), n == 0, nil
		default:
			return nil, false, errPySyntax
		}
	}
}

// braces reads a dictionary, or a set, which becomes a list. With into, it is added to
// that instead.
func (v *pyValue) braces(out []byte, into *tagArgs) ([]byte, error) {
	v.pos++
	begin := len(out)
	out = append(out, '{')
	set := false
	for n := 0; ; n++ {
		if v.peek() == '}' {
			v.pos++
			break
		}
		if n > 0 && into == nil {
			out = append(out, ',')
		}
		from := len(out)
		var err error
		if out, err = v.value(out); err != nil {
			return nil, err
		}
		if v.peek() == ':' && !set {
			v.pos++
			if out, err = pyKey(out, from); err != nil {
				return nil, err
			}
			key := len(out)
			out = append(out, ':')
			if out, err = v.value(out); err != nil {
				return nil, err
			}
			if into != nil {
				name, err := jsontext.AppendUnquote(nil, out[from:key])
				if err != nil {
					return nil, err
				}
				into.set(string(name), bytes.Clone(out[key+1:]))
				out = out[:from]
			}
		} else if n == 0 && into == nil {
			set = true
			out[begin] = '['
		} else if !set {
			return nil, errPySyntax
		}
		if v.peek() == ',' {
			v.pos++
		} else if v.peek() != '}' {
			return nil, errPySyntax
		}
	}
	if set {
		return append(out, ']'), nil
	}
	return append(out, '}'), nil
}

// pyKey makes the value that out ends with the key of an object.
func pyKey(out []byte, from int) ([]byte, error) {
	switch out[from] {
	case '"':
		return out, nil
	case '[', '{':
		return nil, errPyLiteral
	}
	return appendBare(out[:from:from], string(out[from:])), nil
}

// number reads a number of Python: 07 is 7, 1_000 is 1000, 0x1f is 31.
func (v *pyValue) number(out []byte) ([]byte, error) {
	neg := false
	for ; v.pos < len(v.in) && (v.in[v.pos] == '-' || v.in[v.pos] == '+'); v.pos++ {
		neg = neg != (v.in[v.pos] == '-')
	}
	begin := jsonSpace(v.in, v.pos)
	for v.pos = begin; v.pos < len(v.in); v.pos++ {
		c := v.in[v.pos]
		part := pyWord(c) && c != '-' || c == '.' || (c == '+' || c == '-') && (v.in[v.pos-1]|0x20) == 'e'
		if !part {
			break
		}
	}
	s := strings.ReplaceAll(string(v.in[begin:v.pos]), "_", "")
	if neg {
		out = append(out, '-')
	}
	return pyNumber(out, s)
}

func pyNumber(out []byte, s string) ([]byte, error) {
	if digits := strings.TrimLeft(s, "0"); strings.Trim(s, "0123456789") == "" && s != "" {
		if digits == "" {
			digits = "0"
		}
		return append(out, digits...), nil
	}
	if n, err := strconv.ParseUint(s, 0, 64); err == nil {
		return strconv.AppendUint(out, n, 10), nil
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || strings.ContainsAny(s, "xXpPnN") {
		return nil, errPyLiteral
	}
	if jsontext.Value(s).IsValid() {
		return append(out, s...), nil
	}
	return strconv.AppendFloat(out, f, 'g', -1, 64), nil
}

// peek gives the next character that is no white space.
func (v *pyValue) peek() byte {
	v.pos = jsonSpace(v.in, v.pos)
	if v.pos < len(v.in) {
		return v.in[v.pos]
	}
	return 0
}

// word takes the name that comes.
func (v *pyValue) word() string {
	v.pos = jsonSpace(v.in, v.pos)
	from := v.pos
	for v.pos < len(v.in) && pyWord(v.in[v.pos]) {
		v.pos++
	}
	return v.words.of(v.in[from:v.pos])
}
