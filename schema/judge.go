package schema

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// home is the address of the document that is compiled; relative references
// start here and so lead nowhere unless the document names itself with "$id".
const home = "jig:///schema"

// judge decides whether values satisfy a schema. It wraps the one validator
// that passes the whole official suite, and is read-only once made.
type judge struct {
	root     *jsonschema.Schema
	docs     map[string]*node // by address, for what compilation forgets: order
	defaults map[*jsonschema.Schema]*node
	sheets   map[*jsonschema.Schema]*sheet // what judging by each schema takes
}

// newJudge compiles a document.
func newJudge(doc *node, set settings) (j *judge, err error) {
	// The compiler meets documents written by anybody; a panic in it must stay
	// the fault of that document.
	defer func() {
		if p := recover(); p != nil {
			j, err = nil, fmt.Errorf("schema: the document cannot be compiled: %v", p)
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(patternEngine())
	if set.draft == Draft7 {
		c.DefaultDraft(jsonschema.Draft7)
	} else {
		c.DefaultDraft(jsonschema.Draft2020)
	}
	if set.strict {
		assertTypes(c)
	}
	j = &judge{docs: map[string]*node{home: doc}}
	if err := c.AddResource(home, doc.plain()); err != nil {
		return nil, compileError(err, j.docs)
	}
	for _, r := range set.resources {
		if err := c.AddResource(r.uri, r.doc.plain()); err != nil {
			return nil, compileError(err, j.docs)
		}
		j.docs[r.uri] = r.doc
	}
	if j.root, err = c.Compile(home); err != nil {
		return nil, compileError(err, j.docs)
	}
	j.sheets = sheets(append(dynamicTargets(c, j.docs), j.root)...)
	if err := refuseEntangled(j.sheets); err != nil {
		return nil, err
	}
	if err := j.findDefaults(); err != nil {
		return nil, err
	}
	return j, nil
}

// dynamicTargets are the schemas that only a "$dynamicRef" may lead to, which
// the compiled ones do not show.
func dynamicTargets(c *jsonschema.Compiler, docs map[string]*node) []*jsonschema.Schema {
	var found []*jsonschema.Schema
	for _, uri := range slices.Sorted(maps.Keys(docs)) {
		var visit func(n *node, at []string)
		visit = func(n *node, at []string) {
			if n.member("$dynamicAnchor") != nil {
				// What does not compile is data that looks like a schema.
				if s, err := c.Compile(uri + "#" + (&url.URL{Path: pointer(at)}).EscapedPath()); err == nil {
					found = append(found, s)
				}
			}
			for i, kid := range n.kids {
				token := strconv.Itoa(i)
				if n.kind == jsontext.KindBeginObject {
					token = n.names[i]
				}
				visit(kid, append(at, token))
			}
		}
		visit(docs[uri], nil)
	}
	return found
}

// nowhere is the loader of a package that never loads.
type nowhere struct{}

func (nowhere) Load(string) (any, error) {
	return nil, errors.New("it is not part of the document, and nothing is loaded from files or the network")
}

// assertTypes makes "format" and "contentEncoding" count, in exactly the forms
// that decoding takes.
func assertTypes(c *jsonschema.Compiler) {
	c.AssertFormat()
	c.AssertContent()
	c.RegisterFormat(&jsonschema.Format{Name: "date-time", Validate: func(v any) error {
		s, ok := v.(string)
		if !ok {
			return nil
		}
		return new(time.Time).UnmarshalText([]byte(s))
	}})
	c.RegisterContentEncoding(&jsonschema.Decoder{Name: "base64", Decode: func(s string) ([]byte, error) {
		b, err := base64.StdEncoding.DecodeString(s)
		if err == nil && base64.StdEncoding.EncodedLen(len(b)) != len(s) {
			err = errors.New("it contains line breaks")
		}
		return b, err
	}})
	c.RegisterContentMediaType(&jsonschema.MediaType{
		Name:     "application/json",
		Validate: func([]byte) error { return nil },
	})
}

// verdict is nil when the value satisfies the schema, else an *Invalid.
func (j *judge) verdict(n *node) error {
	if fault := j.tooMuchEffort(n); fault != nil {
		return fault
	}
	value := n.plain()
	err := j.root.Validate(value)
	if err == nil {
		return nil
	}
	var fault *jsonschema.ValidationError
	if !errors.As(err, &fault) {
		return fmt.Errorf("schema: cannot judge: %w", err)
	}
	return j.explain(fault, value)
}

// source is the raw document of a compiled schema, or nil.
func (j *judge) source(location string) *node {
	doc, ptr := splitLocation(location)
	return j.docs[doc].at(ptr)
}

// propertyNames are the properties of a schema in the order of its document.
func (j *judge) propertyNames(s *jsonschema.Schema) []string {
	if props := j.source(s.Location).member("properties"); props != nil && len(props.names) == len(s.Properties) {
		return props.names
	}
	return slices.Sorted(maps.Keys(s.Properties))
}
