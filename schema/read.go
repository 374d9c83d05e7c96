package schema

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/onepass"
)

// defaultDepth is how deep arrays and objects may nest unless the caller says
// otherwise; deepest is what nobody may exceed, because everything behind the
// reader recurses.
//
// maxValues bounds a value by the number of values in it. The judge remembers
// every fault of every branch, so that a few megabytes of wrong items would
// take gigabytes; no model writes a quarter of a million values.
const (
	defaultDepth = 512
	deepest      = 8192
	maxValues    = onepass.MaxValues
)

// limits are what the reader refuses beyond malformed text.
type limits struct {
	depth  int  // nesting allowed
	nul    bool // NUL characters allowed
	values int  // values allowed, 0 for maxValues
}

// limitsOf are the reader's limits under opt.
func limitsOf(opt Options) limits {
	depth := opt.MaxDepth
	if depth <= 0 {
		depth = defaultDepth
	}
	return limits{depth: min(depth, deepest), nul: opt.AllowNUL}
}

// read reads exactly one JSON value. Reading stops at malformed text, but goes
// on past duplicate keys and the like, so that all of them are reported.
func read(raw []byte, lim limits) (*node, *Invalid) {
	r := reader{
		raw: raw,
		dec: jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true)),
		lim: lim,
	}
	n, err := r.value(0)
	if err == nil {
		err = r.end()
	}
	if err != nil && !errors.Is(err, errStop) {
		r.problems = append(r.problems, syntaxProblem(raw, err))
	}
	if len(r.problems) > 0 {
		return nil, invalid(r.problems)
	}
	return n, nil
}

// errStop ends reading after a problem that is already noted.
var errStop = errors.New("stop reading")

type reader struct {
	raw      []byte
	dec      *jsontext.Decoder
	lim      limits
	path     []string
	values   int // read so far
	problems []Problem
}

// stop notes a problem that ends reading.
func (r *reader) stop(keyword, format string, args ...any) error {
	r.problems = append(r.problems, Problem{pointer(r.path), keyword, fmt.Sprintf(format, args...)})
	return errStop
}

// note notes a problem; reading goes on unless there are too many.
func (r *reader) note(keyword, format string, args ...any) error {
	if err := r.stop(keyword, format, args...); len(r.problems) >= maxProblems {
		return err
	}
	return nil
}

func (r *reader) value(depth int) (*node, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	if r.values++; r.values > cmp.Or(r.lim.values, maxValues) {
		r.problems = append(r.problems, tooManyValues())
		return nil, errStop
	}
	n := &node{kind: token.Kind()}
	switch n.kind {
	case jsontext.KindBeginObject, jsontext.KindBeginArray:
		if depth >= r.lim.depth {
			// The pointer to that place is as long as the nesting; the first step says enough.
			r.path = r.path[:min(1, len(r.path))]
			return nil, r.stop("depth", "is nested too deep: at most %d levels of arrays and objects are allowed; send a flatter value", r.lim.depth)
		}
		if n.kind == jsontext.KindBeginObject {
			return n, r.object(n, depth+1)
		}
		return n, r.array(n, depth+1)
	case jsontext.KindString:
		n.text = token.String()
		if !r.lim.nul && strings.IndexByte(n.text, 0) >= 0 {
			return n, r.note("nul", `contains a NUL character (\u0000), which is not allowed; leave it out`)
		}
	case jsontext.KindNumber:
		n.text = token.String()
		if fault := numberFault(n.text); fault != "" {
			return n, r.note("number", "%s", fault)
		}
	}
	return n, nil
}

func (r *reader) object(n *node, depth int) error {
	var seen map[string]struct{} // only for objects too large to look through
	for r.dec.PeekKind() != jsontext.KindEndObject {
		token, err := r.dec.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		var twice bool
		if len(n.names) < 16 {
			twice = n.member(name) != nil
		} else {
			if seen == nil {
				seen = make(map[string]struct{}, 64)
				for _, earlier := range n.names {
					seen[earlier] = struct{}{}
				}
			}
			_, twice = seen[name]
			seen[name] = struct{}{}
		}
		r.path = append(r.path, name)
		if twice {
			err = r.note("duplicate", "is sent twice: the key %s may appear only once in an object", quoted(name))
		}
		if err == nil && !r.lim.nul && strings.IndexByte(name, 0) >= 0 {
			err = r.note("nul", `has a NUL character (\u0000) in its key, which is not allowed; leave it out`)
		}
		if err != nil {
			return err
		}
		kid, err := r.value(depth)
		if err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
		n.add(name, kid)
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *reader) array(n *node, depth int) error {
	for r.dec.PeekKind() != jsontext.KindEndArray {
		r.path = append(r.path, strconv.Itoa(len(n.kids)))
		kid, err := r.value(depth)
		if err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
		n.kids = append(n.kids, kid)
	}
	_, err := r.dec.ReadToken()
	return err
}

// end makes sure that nothing follows the value.
func (r *reader) end() error {
	at := int(r.dec.InputOffset())
	rest := bytes.TrimLeft(r.raw[at:], " \t\r\n")
	if len(rest) == 0 {
		return nil
	}
	at = len(r.raw) - len(rest)
	r.path = nil
	return r.note("syntax", "has more text after the JSON value, beginning with %s at %s; send exactly one JSON value",
		excerpt(rest), place(r.raw, at))
}

// tooManyValues is the problem of a value beyond maxValues.
func tooManyValues() Problem {
	return Problem{Keyword: "size", Message: fmt.Sprintf("has more than %d values; send fewer at once", maxValues)}
}

// isBlank reports whether there is nothing but JSON whitespace.
func isBlank(raw []byte) bool { return len(bytes.TrimLeft(raw, " \t\r\n")) == 0 }

// syntaxProblem words an error of the JSON decoder.
func syntaxProblem(raw []byte, err error) Problem {
	if isBlank(raw) {
		return Problem{Keyword: "syntax", Message: "is empty; send a JSON value, for example {}"}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return Problem{Keyword: "syntax", Message: fmt.Sprintf(
			"is not complete JSON: the text ends at %s before the value does; send the whole value and close every string, array and object",
			place(raw, len(raw)))}
	}
	var syn *jsontext.SyntacticError
	if !errors.As(err, &syn) {
		return Problem{Keyword: "syntax", Message: "is not valid JSON: " + err.Error()}
	}
	at := min(int(syn.ByteOffset), len(raw))
	what := syn.Err.Error()
	hint := syntaxHint(raw, at, what)
	if strings.Contains(what, "surrogate") { // the library shows what follows, too
		what = `half of a \u escape pair`
	}
	msg := fmt.Sprintf("is not valid JSON: %s at %s", what, place(raw, at))
	if hint != "" {
		msg += "; " + hint
	}
	return Problem{Path: string(syn.JSONPointer), Keyword: "syntax", Message: msg}
}
