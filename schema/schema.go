package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
)

// Schema is a compiled JSON Schema. It never changes and is safe for concurrent
// use.
type Schema struct {
	doc    *node  // the document as published
	strict *node  // the document as judged: doc, plus what a Go type can hold
	text   []byte // doc in compact JSON
	set    settings

	origin    reflect.Type // the Go type it was made of, or nil
	unchecked bool         // it has formats that decoding into origin does not check

	judge func() (*judge, error) // compiles once, on first use
	plan  func() *fastPlan       // likewise
}

// newSchema makes a schema of a document and the stricter one that is judged.
func newSchema(doc, strict *node, set settings) *Schema {
	s := &Schema{doc: doc, strict: strict, text: doc.append(nil), set: set}
	s.judge = sync.OnceValues(func() (*judge, error) { return newJudge(strict, set) })
	s.plan = sync.OnceValue(func() *fastPlan { return newPlan(s, nil) })
	return s
}

// JSON returns the document in compact form. Members stay in the order in which
// they were written; those of a Go type follow its fields.
func (s *Schema) JSON() json.RawMessage { return bytes.Clone(s.text) }

// MarshalJSON is JSON, so that a Schema can stand in a larger document.
func (s *Schema) MarshalJSON() ([]byte, error) { return bytes.Clone(s.text), nil }

// Options say how arguments are to be taken.
type Options struct {
	// Coerce allows to mend what a model meant but wrote in the wrong type, when
	// the arguments as sent are invalid: "5" becomes 5 and "true" becomes true,
	// a string that holds an object or array becomes it, and an explicit null
	// for an optional property is dropped. A value whose schema allows a string
	// is never touched.
	Coerce bool
	// MaxDepth is how deep arrays and objects may nest; 0 means 512.
	MaxDepth int
	// AllowNUL admits NUL characters in strings and keys. They are refused
	// otherwise, because they end names and commands early in many systems.
	AllowNUL bool
}

// Validate checks a JSON value as it is: no defaults, no coercion, NUL
// characters allowed. The error is nil or an [Invalid]; anything else means that
// the schema itself cannot be used.
func (s *Schema) Validate(instance []byte) error {
	if s.plan().accepts(instance) {
		return nil
	}
	n, fault := read(instance, limits{depth: defaultDepth, nul: true})
	if fault != nil {
		return fault
	}
	j, err := s.judge()
	if err != nil {
		return err
	}
	return j.verdict(n)
}

// Check judges the arguments of a call and returns the final ones: args itself
// when nothing had to be changed, else with defaults filled in and coercions
// applied. An [Invalid] error lists everything that is wrong with them.
func (s *Schema) Check(args []byte, opt Options) (json.RawMessage, error) {
	if out, ok := s.plan().decode(args, opt, reflect.Value{}); ok {
		return out, nil
	}
	return s.check(args, opt)
}

// check is Check by the slow road, which is the truth.
func (s *Schema) check(args []byte, opt Options) (json.RawMessage, error) {
	j, err := s.judge()
	if err != nil {
		return nil, err
	}
	lim := limitsOf(opt)
	if isBlank(args) {
		if !opt.Coerce || len(s.Required()) > 0 {
			return nil, s.nothingSent()
		}
		args = []byte("{}")
	}
	n, fault := read(args, lim)
	if fault != nil {
		return nil, fault
	}
	final, changed, err := j.settle(n, lim)
	if err != nil && opt.Coerce && !isTooLarge(err) {
		if mended, ok := j.coerce(n, lim); ok {
			final, _, err = j.settle(mended, lim)
			changed = true
		}
	}
	if err != nil {
		return nil, err
	}
	if !changed {
		return args, nil
	}
	return final.append(nil), nil
}

// nothingSent is the problem of a call without arguments, with what to send.
func (s *Schema) nothingSent() *Invalid {
	what := "send {} if there is nothing to say"
	if required := s.Required(); len(required) > 0 {
		names := make([]string, len(required))
		for i, name := range required {
			names[i] = quoted(name)
		}
		what = fmt.Sprintf("send a JSON object with the required properties: %s", listed(names, 10))
	}
	return &Invalid{Problems: []Problem{{Keyword: "syntax", Message: "is empty, but JSON is needed; " + what}}}
}
