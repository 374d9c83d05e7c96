package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tailscale/hujson"
)

// A reader collects what is wrong with one document, all of it, so that a person
// repairs a file once.
type reader struct {
	*document
	level    Level
	problems Problems
	warnings []string
	lines    map[string]int // where each value stands, by its path
}

// A node is a value of the document and its path. Its methods report a value of
// the wrong type and then give the zero value.
type node struct {
	*reader
	value *hujson.Value
	path  string
	key   int // where the key of the value starts, in an object
}

func (n node) report(format string, args ...any) {
	n.reportAt(n.value.StartOffset, fmt.Sprintf(format, args...))
}

// reportKey is for a mistake in the key rather than in its value.
func (n node) reportKey(text string) { n.reportAt(n.key, text) }

func (n node) reportAt(offset int, text string) {
	if len(n.problems) < maxProblems {
		n.problems = append(n.problems, n.problem(offset, n.path, text))
	}
}

func (n node) warn(format string, args ...any) {
	n.warnings = append(n.warnings, n.problem(n.value.StartOffset, n.path, fmt.Sprintf(format, args...)).Error())
}

func (n node) wrong(want string) {
	n.report("expected %s, found %s", want, n.kind())
}

func (n node) kind() string {
	switch n.value.Value.Kind() {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	}
	return "something else"
}

// lineNumber is the line where the value starts.
func (n node) lineNumber() int { return n.line(n.value.StartOffset) }

func (n node) source() Source {
	return Source{File: n.file, Level: n.level, Line: n.lineNumber()}
}

// place remembers where a value stands.
func (r *reader) place(path string, offset int) {
	if r.lines == nil {
		r.lines = map[string]int{}
	}
	r.lines[path] = r.line(offset)
}

// fields hands each member to the function of its key. Of keys that are known
// and have no effect the value of ignored says why.
func (n node) fields(known map[string]func(node), ignored map[string]string) {
	n.members(func(key string, value node) {
		if read, ok := known[key]; ok {
			read(value)
		} else if why, ok := ignored[key]; ok {
			if why != "" {
				value.warn("this has no effect in jig: %s", why)
			}
		} else {
			value.reportKey(unknownKey(key, slices.Sorted(maps.Keys(known)), slices.Sorted(maps.Keys(ignored))))
		}
	})
}

// members hands over the members of an object in the order of the file.
func (n node) members(yield func(key string, value node)) {
	object, ok := n.value.Value.(*hujson.Object)
	if !ok {
		n.wrong("an object")
		return
	}
	for i := range object.Members {
		m := &object.Members[i]
		key := literal(&m.Name)
		member := node{reader: n.reader, value: &m.Value, path: join(n.path, key), key: m.Name.StartOffset}
		n.place(member.path, m.Name.StartOffset)
		yield(key, member)
	}
}

// each hands over the elements of a list.
func (n node) each(yield func(node)) {
	list, ok := n.value.Value.(*hujson.Array)
	if !ok {
		n.wrong("a list")
		return
	}
	for i := range list.Elements {
		element := node{reader: n.reader, value: &list.Elements[i], path: fmt.Sprintf("%s[%d]", n.path, i)}
		n.place(element.path, element.value.StartOffset)
		yield(element)
	}
}

func (n node) isString() bool { return n.value.Value.Kind() == '"' }

// text is a string that may be empty.
func (n node) text() string {
	if !n.isString() {
		n.wrong("a string")
		return ""
	}
	s := literal(n.value)
	if strings.ContainsRune(s, 0) {
		n.report("there is a NUL in the text; remove it")
		return ""
	}
	return s
}

// word is a string that says something.
func (n node) word() string {
	s := n.text()
	if n.isString() && strings.TrimSpace(s) == "" {
		n.report("the text is empty; write a value or remove the entry")
	}
	return s
}

func (n node) words() []string {
	list := []string{}
	n.each(func(e node) { list = append(list, e.word()) })
	return list
}

func (n node) boolean() bool {
	if k := n.value.Value.Kind(); k != 't' && k != 'f' {
		n.wrong("true or false")
		return false
	}
	return n.value.Value.Kind() == 't'
}

// duration is "90s" or a number of seconds.
func (n node) duration() time.Duration {
	var d time.Duration
	lit, _ := n.value.Value.(hujson.Literal)
	switch n.value.Value.Kind() {
	case '"':
		parsed, err := time.ParseDuration(lit.String())
		if err != nil {
			n.report(`expected a duration such as "90s" or "2m", found %q`, shorten(lit.String()))
			return 0
		}
		d = parsed
	case '0':
		seconds := lit.Float()
		if seconds > (1000 * time.Hour).Seconds() {
			n.report("more than a thousand hours; write seconds, or a duration such as %q", "2m")
			return 0
		}
		d = time.Duration(seconds * float64(time.Second))
	default:
		n.wrong(`a duration such as "90s", or a number of seconds`)
		return 0
	}
	if d <= 0 {
		n.report("a duration must be more than zero")
		return 0
	}
	return d
}

// rawObject is an object that another package reads.
func (n node) rawObject() json.RawMessage {
	if n.value.Value.Kind() != '{' {
		n.wrong("an object")
		return nil
	}
	return raw(n.value)
}

// choice is one word of a vocabulary: the key is a spelling, the value what it means.
func choice[T ~string](n node, what string, spellings map[string]T) T {
	s := n.word()
	if s == "" {
		return ""
	}
	v, ok := spellings[s]
	if !ok {
		n.report("%s", unknown(what, s, slices.Sorted(maps.Keys(spellings))))
	}
	return v
}
