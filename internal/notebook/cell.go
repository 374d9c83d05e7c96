package notebook

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// form is how the source of a cell is written: as one string or, mostly, as a list
// of lines.
type form struct {
	list  bool
	items []span
}

// read takes from a cell what its members say.
func (n *Notebook) read(c *Cell) error {
	for _, field := range []struct {
		name string
		into *string
	}{{"id", &c.ID}, {"cell_type", &c.Type}} {
		if m := c.member(field.name); m != nil {
			value, err := n.text(m.value)
			if err != nil {
				return fmt.Errorf("its %s is not a text", field.name)
			}
			*field.into = value
		}
	}
	if c.Type == "" {
		return errors.New("it has no cell_type")
	}
	if m := c.member("execution_count"); m != nil && n.decode(m.value, &c.Count) != nil {
		c.Count = 0 // a count that is no number tells nothing
	}
	m := c.member("source")
	if m == nil {
		c.source.list = true
		return nil
	}
	switch n.data[m.value.from] {
	case '"':
		text, err := n.text(m.value)
		c.Source = text
		return err
	case '[':
		return n.lines(c, m.value)
	}
	return errors.New("its source is neither a text nor a list of lines")
}

// lines reads a source that is a list.
func (n *Notebook) lines(c *Cell, at span) error {
	c.source.list = true
	s := newScanner(n.data[at.from:at.to])
	if _, err := s.dec.ReadToken(); err != nil {
		return plain(err)
	}
	var whole strings.Builder
	for s.dec.PeekKind() == '"' {
		item, err := s.value()
		if err != nil {
			return err
		}
		item = span{item.from + at.from, item.to + at.from}
		text, err := n.text(item)
		if err != nil {
			return err
		}
		whole.WriteString(text)
		if c.source.items = append(c.source.items, item); len(c.source.items) > maxLines {
			return fmt.Errorf("its source has more than %d lines", maxLines)
		}
	}
	if s.dec.PeekKind() != ']' {
		return errors.New("its source is a list that holds something else than texts")
	}
	c.Source = whole.String()
	return nil
}

// text reads a string of the file.
func (n *Notebook) text(at span) (string, error) { return text(n.data[at.from:at.to]) }

// text reads a JSON string. Half of a surrogate pair is read as U+FFFD.
func text(raw []byte) (s string, err error) {
	if b, err := jsontext.AppendUnquote(nil, raw); err == nil {
		return string(b), nil
	}
	err = unquote(raw, &s)
	return s, err
}
