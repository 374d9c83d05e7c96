package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// wholeFactor is how much longer than a string the data of a record may be altogether. What is
// longer goes to a file as it is.
const wholeFactor = 4

// takeOut moves the long strings of data to files. Most data is short, and costs nothing.
func (s *Store) takeOut(id string, data json.RawMessage) (json.RawMessage, map[string]string, error) {
	if len(data) <= s.opt.Long {
		return data, nil, nil
	}
	value, err := decode(data)
	if err != nil {
		return nil, nil, err
	}
	files := map[string]string{}
	value, err = walk(value, "", func(pointer, text string) (string, error) {
		if len(text) <= s.opt.Long {
			return text, nil
		}
		name, err := s.keepBytes(id, []byte(text))
		if err != nil {
			return "", err
		}
		files[pointer] = name
		return fmt.Sprintf("[%d bytes in the file %s]", len(text), name), nil
	})
	if err != nil {
		return nil, nil, err
	}
	short, err := appendValue(nil, value)
	if err != nil {
		return nil, nil, err
	}
	if len(short) <= wholeFactor*s.opt.Long {
		if len(files) == 0 {
			return data, nil, nil // as it was written, to the letter
		}
		return short, files, nil
	}
	// Many strings, none of them long: the data itself is the long text.
	name, err := s.keepBytes(id, data)
	if err != nil {
		return nil, nil, err
	}
	note, err := encode(fmt.Sprintf("[%d bytes of JSON in the file %s]", len(data), name))
	return note, map[string]string{jsonFile: name}, err
}

// jsonFile stands for a pointer where all of the data is in a file, as JSON. No pointer
// looks like it: they are empty or begin with a slash.
const jsonFile = "json"

// putBack puts the long strings of a record where they were.
func (s *Store) putBack(id string, r *Record) error {
	if name, ok := r.Files[jsonFile]; ok {
		data, err := s.bytes(id, name)
		if err != nil {
			return err
		}
		r.Data = data
		if !json.Valid(r.Data) {
			return fmt.Errorf("the file %s of it is no JSON", name)
		}
		return nil
	}
	value, err := decode(r.Data)
	if err != nil {
		return err
	}
	left := maps.Clone(r.Files)
	value, err = walk(value, "", func(pointer, text string) (string, error) {
		name, ok := left[pointer]
		if !ok {
			return text, nil
		}
		delete(left, pointer)
		kept, err := s.bytes(id, name)
		return string(kept), err
	})
	if err != nil {
		return err
	}
	if len(left) > 0 {
		return fmt.Errorf("it has no string at %q for a long text to be put", slices.Sorted(maps.Keys(left))[0])
	}
	r.Data, err = appendValue(nil, value)
	return err
}

// member is a part of an object. Objects are kept as lists, so that their order stays.
type member struct {
	name  string
	value any
}

type object []member

// appendValue writes what decode has read.
func appendValue(b []byte, value any) ([]byte, error) {
	var err error
	switch v := value.(type) {
	case object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendValue(b, m.name); err != nil {
				return b, err
			}
			if b, err = appendValue(append(b, ':'), m.value); err != nil {
				return b, err
			}
		}
		return append(b, '}'), nil
	case []any:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = appendValue(b, v[i]); err != nil {
				return b, err
			}
		}
		return append(b, ']'), nil
	}
	leaf, err := encode(value)
	return append(b, leaf...), err
}

// decode reads JSON into objects, []any, strings, json.Number, bool and nil.
func decode(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return decodeNext(d)
}

func decodeNext(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		o := object{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			text, ok := name.(string)
			if !ok {
				return nil, errors.New("a name of a member is no string")
			}
			value, err := decodeNext(d)
			if err != nil {
				return nil, err
			}
			o = append(o, member{text, value})
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		a := []any{}
		for d.More() {
			value, err := decodeNext(d)
			if err != nil {
				return nil, err
			}
			a = append(a, value)
		}
		_, err := d.Token()
		return a, err
	}
	return token, nil
}

// walk replaces the strings of a value. The pointer is that of RFC 6901.
func walk(value any, pointer string, replace func(pointer, text string) (string, error)) (any, error) {
	var err error
	switch v := value.(type) {
	case string:
		return replace(pointer, v)
	case []any:
		for i := range v {
			if v[i], err = walk(v[i], pointer+"/"+strconv.Itoa(i), replace); err != nil {
				return nil, err
			}
		}
	case object:
		for i := range v {
			escaped := strings.NewReplacer("~", "~0", "/", "~1").Replace(v[i].name)
			if v[i].value, err = walk(v[i].value, pointer+"/"+escaped, replace); err != nil {
				return nil, err
			}
		}
	}
	return value, nil
}
