package schema

import (
	"errors"
	"fmt"
	"net/url"
)

// Draft is a version of JSON Schema.
type Draft int

// The drafts that documents without "$schema" can be said to be in.
const (
	Draft2020 Draft = iota // 2020-12, the default
	Draft7                 // draft-07
)

// Option changes how Parse understands a document.
type Option func(*settings) error

// settings is what the options of Parse add up to.
type settings struct {
	draft     Draft
	resources []resource
	strict    bool // check "format" and "contentEncoding", as for Go types
}

// resource is a document that others may refer to.
type resource struct {
	uri string
	doc *node
}

// WithDraft sets the draft of documents that do not name one with "$schema".
func WithDraft(d Draft) Option {
	return func(s *settings) error {
		if d != Draft7 && d != Draft2020 {
			return fmt.Errorf("schema: unknown draft %d; use Draft7 or Draft2020", d)
		}
		s.draft = d
		return nil
	}
}

// WithResource gives a document that the schema may refer to by uri, which must
// be absolute. This is the only way to resolve references to other documents.
func WithResource(uri string, doc []byte) Option {
	return func(s *settings) error {
		u, err := url.Parse(uri)
		if err != nil {
			return fmt.Errorf("schema: the address of a resource is not a URI: %w", err)
		}
		if !u.IsAbs() {
			return fmt.Errorf("schema: the address %q of a resource is relative; give an absolute URI", uri)
		}
		n, err := readDocument(doc)
		if err != nil {
			return fmt.Errorf("schema: the resource %s is not a schema: %w", uri, err)
		}
		s.resources = append(s.resources, resource{uri, n})
		return nil
	}
}

// Parse compiles a JSON Schema document. Its draft is the one that "$schema"
// names, 2020-12 without one (see [WithDraft]). The error says where the
// document is wrong; references that lead out of it and of the given resources
// are errors too.
func Parse(doc []byte, opts ...Option) (*Schema, error) {
	var set settings
	for _, opt := range opts {
		if err := opt(&set); err != nil {
			return nil, err
		}
	}
	n, err := readDocument(doc)
	if err != nil {
		return nil, fmt.Errorf("schema: the document is not a schema: %w", err)
	}
	s := newSchema(n, n, set)
	if _, err := s.judge(); err != nil {
		return nil, err
	}
	return s, nil
}

// MustParse is Parse for documents written in the program; it panics on error.
func MustParse(doc string) *Schema {
	s, err := Parse([]byte(doc))
	if err != nil {
		panic(err)
	}
	return s
}

// maxSubschemas bounds a document: compiling takes time by the square of it, and
// seconds are reached here.
const maxSubschemas = 15_000

// readDocument reads a schema document: an object or a boolean.
func readDocument(doc []byte) (*node, error) {
	if isBlank(doc) {
		return nil, errors.New("it is empty; {} is the schema that accepts everything")
	}
	n, fault := read(doc, limits{depth: defaultDepth, nul: true})
	if fault != nil {
		return nil, fault
	}
	subschemas := 0
	n.any(func(n *node) bool {
		if n.kind == '{' || n.kind == 't' || n.kind == 'f' {
			subschemas++
		}
		return subschemas > maxSubschemas
	})
	if subschemas > maxSubschemas {
		return nil, fmt.Errorf("it has more than %d subschemas; leave out the definitions that are not used", maxSubschemas)
	}
	switch n.kind {
	case '{', 't', 'f':
		return n, nil
	default:
		return nil, fmt.Errorf("it is %s, and a schema is an object or a boolean", described(n.plain()))
	}
}
