package dialect

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// maxDepth is how deep a document or an export may be nested. No tool needs more, and the limit keeps recursion safe.
const maxDepth = 256

// maxBytes is how large a document may be. It keeps even the work that grows with the product of size and depth small.
const maxBytes = 4 << 20

var errTooDeep = fmt.Errorf("the schema is nested deeper than %d levels: flatten it or use $defs", maxDepth)

// parse reads one JSON document, strictly: no duplicate names, no invalid UTF-8, nothing after it.
func parse(doc []byte) (*node, error) {
	if len(doc) > maxBytes {
		return nil, fmt.Errorf("the schema has more than %d bytes: split the tool", maxBytes)
	}
	d := jsontext.NewDecoder(bytes.NewReader(doc))
	root, err := parseValue(d, &path{}, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the schema: pass one JSON document")
	}
	return root, nil
}

func parseValue(d *jsontext.Decoder, at *path, depth int) (*node, error) {
	tok, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 't', 'f':
		return newBool(at, tok.Bool()), nil
	case '0':
		return &node{kind: number, str: tok.String(), at: at}, nil
	case '"':
		return newText(at, tok.String()), nil
	case '[', '{':
		if depth == maxDepth {
			return nil, errTooDeep
		}
		if tok.Kind() == '[' {
			return parseArray(d, at, depth+1)
		}
		return parseObject(d, at, depth+1)
	default:
		return &node{kind: null, at: at}, nil
	}
}

func parseArray(d *jsontext.Decoder, at *path, depth int) (*node, error) {
	out := newArray(at)
	for d.PeekKind() != ']' {
		v, err := parseValue(d, at.child(strconv.Itoa(len(out.list))), depth)
		if err != nil {
			return nil, err
		}
		out.list = append(out.list, v)
	}
	_, err := d.ReadToken()
	return out, err
}

func parseObject(d *jsontext.Decoder, at *path, depth int) (*node, error) {
	out := newObject(at)
	for d.PeekKind() != '}' {
		tok, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		name := tok.String()
		v, err := parseValue(d, at.child(name), depth)
		if err != nil {
			return nil, err
		}
		out.members = append(out.members, member{name, v})
	}
	_, err := d.ReadToken()
	return out, err
}
