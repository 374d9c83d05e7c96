package notebook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// No notebook that people work with comes near these; a file that does would cost
// many times its size in memory.
const (
	maxCells   = 100_000
	maxMembers = 1_000
	maxLines   = 1_000_000
)

// span is a range of bytes of the file.
type span struct{ from, to int }

// member is a key of an object with its value.
type member struct {
	name       string
	key, value span
}

// object is where a JSON object stands, with its braces, and what it holds.
type object struct {
	span
	members []member
}

// member gives the member of that name, or nil.
func (o *object) member(name string) *member {
	for i := range o.members {
		if o.members[i].name == name {
			return &o.members[i]
		}
	}
	return nil
}

// Parse finds the cells of a notebook. The bytes must not be changed afterwards.
func Parse(data []byte) (*Notebook, error) {
	switch {
	case len(data) > MaxSize:
		return nil, fmt.Errorf("the notebook has %d bytes, and only %d are read: clear its outputs first", len(data), MaxSize)
	case len(bytes.TrimSpace(data)) == 0:
		return nil, errors.New("the file is empty: a new notebook is {\"cells\":[],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":5}")
	case !utf8.Valid(data):
		return nil, errors.New("the notebook is not UTF-8 text, so it is not JSON either")
	}
	n := &Notebook{data: data, ascii: escapesOnly(data)}
	s := newScanner(data)
	err := s.object("the notebook", &n.top, func(m *member) error {
		if m.name == "cells" {
			return s.cells(n, m)
		}
		return s.skip(m)
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, fmt.Errorf("the notebook cannot be parsed: %w", err)
	}
	if err := n.describe(); err != nil {
		return nil, err
	}
	return n, nil
}

// describe reads the parts that are about the notebook as a whole.
func (n *Notebook) describe() error {
	for name, into := range map[string]*int{"nbformat": &n.Major, "nbformat_minor": &n.Minor} {
		if m := n.top.member(name); m != nil {
			if err := n.decode(m.value, into); err != nil {
				return fmt.Errorf("the notebook cannot be parsed: %s is not a whole number", name)
			}
		}
	}
	switch {
	case n.top.member("nbformat") != nil && n.Major < 4, n.top.member("worksheets") != nil:
		return fmt.Errorf("the notebook has format %d, which is too old: convert it with \"jupyter nbconvert --to notebook --inplace\"", n.Major)
	case n.array.to == 0:
		return errors.New("the file is JSON but no notebook: it has no list of cells")
	}
	var about struct {
		Info struct {
			Name string `json:"name"`
		} `json:"language_info"`
		Kernel struct {
			Language string `json:"language"`
		} `json:"kernelspec"`
	}
	if m := n.top.member("metadata"); m != nil && n.decode(m.value, &about) == nil {
		// What does not fit this shape is not a mistake: then no language is known.
		if n.Language = about.Info.Name; n.Language == "" {
			n.Language = about.Kernel.Language
		}
	}
	return nil
}

// decode reads a value.
func (n *Notebook) decode(at span, into any) error { return unquote(n.data[at.from:at.to], into) }

// unquote reads a value. What stays in the file may hold duplicate keys or halves
// of surrogate pairs, which other programs write.
func unquote(value []byte, into any) error {
	return json.Unmarshal(value, into, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// scanner walks through the JSON and knows where it is.
type scanner struct {
	data  []byte
	dec   *jsontext.Decoder
	shift int // what stands before the JSON: a byte order mark
}

func newScanner(data []byte) *scanner {
	rest := bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	return &scanner{
		data: data, shift: len(data) - len(rest),
		dec: jsontext.NewDecoder(bytes.NewBuffer(rest), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
	}
}

func (s *scanner) at() int { return s.shift + int(s.dec.InputOffset()) }

// value reads a whole value and says where it stood.
func (s *scanner) value() (span, error) {
	v, err := s.dec.ReadValue()
	if err != nil {
		return span{}, plain(err)
	}
	return span{s.at() - len(v), s.at()}, nil
}

// skip reads the value of a member that needs no closer look.
func (s *scanner) skip(m *member) (err error) {
	m.value, err = s.value()
	return err
}

// object reads an object. Take has to read the value of each member. Two members
// of one name are refused: programs differ in which of them counts.
func (s *scanner) object(what string, into *object, take func(*member) error) error {
	if k := s.dec.PeekKind(); k != '{' && k > 0 {
		return fmt.Errorf("%s is a %s and not an object", what, k)
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return plain(err)
	}
	into.from = s.at() - 1
	for s.dec.PeekKind() != '}' {
		key, err := s.value()
		if err != nil {
			return err
		}
		m := member{key: key}
		if m.name, err = text(s.data[key.from:key.to]); err != nil {
			return err
		}
		switch {
		case into.member(m.name) != nil:
			return fmt.Errorf("%s has the key %s twice: remove one of them", what, clip(m.name))
		case len(into.members) == maxMembers:
			return fmt.Errorf("%s has more than %d keys", what, maxMembers)
		}
		if err := take(&m); err != nil {
			return err
		}
		into.members = append(into.members, m)
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return plain(err)
	}
	into.to = s.at()
	return nil
}

// cells reads the list of cells.
func (s *scanner) cells(n *Notebook, m *member) error {
	if k := s.dec.PeekKind(); k != '[' && k > 0 {
		return fmt.Errorf("cells is a %s and not a list", k)
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return plain(err)
	}
	m.value.from = s.at() - 1
	for s.dec.PeekKind() != ']' {
		c := Cell{Index: len(n.Cells)}
		if err := s.object(fmt.Sprintf("cell %d", c.Index), &c.object, s.skip); err != nil {
			return err
		}
		if err := n.read(&c); err != nil {
			return fmt.Errorf("cell %d: %w", c.Index, err)
		}
		if n.Cells = append(n.Cells, c); len(n.Cells) > maxCells {
			return fmt.Errorf("it has more than %d cells", maxCells)
		}
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return plain(err)
	}
	m.value.to = s.at()
	n.array = m.value
	return nil
}

// end makes sure that nothing follows.
func (s *scanner) end() error {
	if _, err := s.dec.ReadToken(); errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("something follows the end of the JSON at byte %d", s.at())
}

// plain is an error of the decoder in words for somebody who has only the file.
func plain(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the JSON ends in the middle")
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return fmt.Errorf("it is not valid JSON at byte %d: %w", syntax.ByteOffset, syntax.Err)
	}
	return err
}
