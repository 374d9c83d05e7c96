package sse

// Object follows one JSON object that comes in pieces, and tells where it ends. The zero
// value is ready to use. It looks at braces, brackets and strings only: whether what stands
// between them is JSON is for a parser to say, once it is whole.
type Object struct {
	depth  int
	state  state
	broken bool
	// byLine breaks off at a line break inside a string, which no JSON has: where every
	// object has its line, one that is damaged must not swallow those after it.
	byLine bool
}

type state uint8

const (
	before  state = iota // the first brace has not come
	outside              // inside the object, outside of strings
	quoted               // inside a string
	escaped              // after a backslash in a string
	whole                // its last brace has come
)

// WholeObject is an object whose last brace has come.
func WholeObject() Object { return Object{state: whole} }

// Write takes the next piece and gives how many of its bytes belong to the object or to
// the white space before it: all of them as long as the object is open. It gives 0 once
// the object is whole or something else than an object has begun.
func (o *Object) Write(p []byte) int {
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch o.state {
		case before:
			switch c {
			case ' ', '\t', '\r', '\n':
			case '{':
				o.state, o.depth = outside, 1
			default:
				o.broken = true
				return i
			}
		case outside:
			for !structural[c] {
				if i++; i == len(p) {
					return i
				}
				c = p[i]
			}
			switch c {
			case '"':
				o.state = quoted
			case '{', '[':
				o.depth++
			default:
				if o.depth--; o.depth == 0 {
					o.state = whole
					return i + 1
				}
			}
		case quoted:
			for !special[c] {
				if i++; i == len(p) {
					return i
				}
				c = p[i]
			}
			switch c {
			case '"':
				o.state = outside
			case '\\':
				o.state = escaped
			default:
				if o.byLine {
					o.broken = true
					return i
				}
			}
		case escaped:
			o.state = quoted
		case whole:
			return i
		}
	}
	return len(p)
}

// structural are the bytes that count outside of strings, and special those inside of them.
//
//nolint:gochecknoglobals // constant tables
var (
	structural = [256]bool{'"': true, '{': true, '[': true, '}': true, ']': true}
	special    = [256]bool{'"': true, '\\': true, '\n': true}
)

// Whole says that the object's last brace has come.
func (o *Object) Whole() bool { return o.state == whole }

// Begun says that its first brace has come.
func (o *Object) Begun() bool { return o.state != before }
