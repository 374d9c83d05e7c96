package text

import (
	"bytes"
	"encoding/json"
	"slices"

	"jig/internal/repair"
)

// tagArgs are the arguments of a call as they come, one by one. The last of a name wins.
type tagArgs struct {
	names  []string
	values []json.RawMessage
	index  map[string]int // of the names, when there are many
	twice  bool           // one has come again
	room   []byte         // for values
	// whole, if set, is all of them, written as one JSON object.
	whole json.RawMessage
}

// tagFew is up to how many names are found fastest by looking at them.
const tagFew = 8

// at is the place of an argument; -1 if there is none of the name.
func (a *tagArgs) at(name string) int {
	if a.index == nil {
		return slices.Index(a.names, name)
	}
	if i, ok := a.index[name]; ok {
		return i
	}
	return -1
}

// reset makes ready for the arguments of another call. The object of the last has been written.
func (a *tagArgs) reset() {
	*a = tagArgs{names: kept(a.names, mostNames), values: kept(a.values, mostNames), room: kept(a.room, mostHeld)}
}

// mostNames is for how many arguments memory is kept.
const mostNames = 256

// write adds a text as JSON to the room for values, and gives it.
func (a *tagArgs) write(text []byte) json.RawMessage {
	from := len(a.room)
	a.room = appendBare(a.room, text)
	return a.room[from:len(a.room):len(a.room)]
}

// typed gives the JSON value of an argument as [params.typed] does.
func (a *tagArgs) typed(p *params, name string, text []byte, guess bool) json.RawMessage {
	declared := p.kinds(name)
	if bareText(declared, guess) {
		return a.write(text)
	}
	return typedAs(declared, string(text), guess)
}

func (a *tagArgs) has(name string) bool { return a.at(name) >= 0 }

func (a *tagArgs) set(name string, value json.RawMessage) {
	if i := a.at(name); i >= 0 {
		a.values[i] = value
		a.twice = true
		return
	}
	a.names = append(a.names, name)
	a.values = append(a.values, value)
	switch n := len(a.names); {
	case a.index != nil:
		a.index[name] = n - 1
	case n > tagFew:
		a.index = map[string]int{}
		for i, name := range a.names {
			a.index[name] = i
		}
	}
}

// object is all of them as JSON.
func (a *tagArgs) object() json.RawMessage {
	if a.whole != nil {
		return a.whole
	}
	size := len("{}")
	for i, name := range a.names {
		size += len(name) + len(a.values[i]) + len(`"":,`)
	}
	b := append(make([]byte, 0, size), '{')
	for i, name := range a.names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendName(b, name), ':')
		b = append(b, a.values[i]...)
	}
	return append(b, '}')
}

// appendName adds a name as JSON to b, for which most have room: they are plain.
func appendName(b []byte, name string) []byte {
	for i := range len(name) {
		if bareEscape[name[i]] != 0 {
			return appendBare(b, name)
		}
	}
	return append(append(append(b, '"'), name...), '"')
}

// unwrap takes the arguments out of a single one that holds them all, such as
// "arguments", unless the tool really has a parameter of that name.
func (a *tagArgs) unwrap(declared map[string]any, wrappers []string) {
	if len(a.names) != 1 || declared == nil {
		return
	}
	for _, w := range wrappers {
		if _, own := declared[w]; own || w != a.names[0] {
			continue
		}
		fields, raw := tagObject([]byte(jsonText(a.values[0])))
		for name := range fields {
			if _, ok := declared[name]; !ok {
				return
			}
		}
		a.whole = raw
	}
}

// tagFields are the parameters that a tool declares; nil if that is not known.
func tagFields(p *params) map[string]any {
	if p == nil {
		return nil
	}
	return p.declared().properties
}

// tagObject reads text as a JSON object, mending what has an obvious meaning.
func tagObject(text []byte) (map[string]json.RawMessage, json.RawMessage) {
	fixed, _ := repair.Arguments(bytes.TrimSpace(text))
	var fields map[string]json.RawMessage
	if json.Unmarshal(fixed, &fields) != nil || fields == nil {
		return nil, nil
	}
	return fields, bytes.Clone(fixed)
}

// tagTrim is the white space around values that is not theirs.
type tagTrim uint8

const (
	trimNone  tagTrim = iota
	trimPair          // one line break on either side, if both are there
	trimLines         // one line break on either side
	trimAll           // all of it
)

func (t tagTrim) trim(s []byte) []byte {
	switch t {
	case trimNone:
		return s
	case trimAll:
		return bytes.TrimSpace(s)
	case trimPair:
		if len(s) < 2 || s[0] != '\n' && string(s[:2]) != "\r\n" || s[len(s)-1] != '\n' {
			return s
		}
	}
	if n := len(s); n > 1 && string(s[:2]) == "\r\n" {
		s = s[2:]
	} else if n > 0 && s[0] == '\n' {
		s = s[1:]
	}
	for _, c := range []byte("\n\r") {
		if n := len(s); n > 0 && s[n-1] == c {
			s = s[:n-1]
		}
	}
	return s
}
