package config

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// insert adds a string to the end of the list at the path of keys, and makes the
// keys that are missing. It splices text, so that all else stays byte for byte.
func (d *document) insert(path []string, value string) []byte {
	at := &d.root
	for i, key := range path {
		object, ok := at.Value.(*hujson.Object)
		if !ok {
			return d.text // the caller sees that nothing was added
		}
		next := member(object, key)
		if next == nil {
			indent := d.indentOf(at) + d.unit()
			return d.splice(at, d.member(path[i:], value, indent))
		}
		at = next
	}
	return d.splice(at, string(hujson.String(value)))
}

func member(object *hujson.Object, key string) *hujson.Value {
	for i := range object.Members {
		if literal(&object.Members[i].Name) == key {
			return &object.Members[i].Value
		}
	}
	return nil
}

// member writes the keys and the list, for a place with this indentation.
func (d *document) member(path []string, value, indent string) string {
	unit := d.unit()
	name := string(hujson.String(path[0])) + ": "
	if len(path) == 1 {
		return name + "[\n" + indent + unit + string(hujson.String(value)) + "\n" + indent + "]"
	}
	return name + "{\n" + indent + unit + d.member(path[1:], value, indent+unit) + "\n" + indent + "}"
}

// splice adds an item to the end of an object or a list.
func (d *document) splice(to *hujson.Value, item string) []byte {
	closing := to.EndOffset - 1
	start, end, some := lastItem(to)
	if !some {
		// Between the brackets are only spaces and comments.
		kept := bytes.TrimRight(d.text[to.StartOffset+1:closing], " \t\r\n")
		indent := d.indentOf(to)
		return d.replace(to.StartOffset+1, closing, string(kept)+"\n"+indent+d.unit()+item+"\n"+indent)
	}
	rest := d.text[end:closing]
	kept := bytes.TrimRight(rest, " \t\r\n")
	tail := string(rest[len(kept):])
	comma, trailing := ",", ""
	if hasTrailingComma(to) {
		comma, trailing = "", ","
	}
	between := " "
	if lead := d.text[d.lines[d.line(start)-1]:start]; len(bytes.TrimSpace(lead)) == 0 {
		between = "\n" + string(lead)
	} else if bytes.Contains(kept, []byte("//")) || strings.Contains(item, "\n") {
		between = "\n" + d.indentOf(to) + d.unit()
	}
	return d.replace(end, closing, comma+string(kept)+between+item+trailing+tail)
}

// lastItem is the extent of the last element, or of the last member with its name.
func lastItem(v *hujson.Value) (start, end int, ok bool) {
	switch x := v.Value.(type) {
	case *hujson.Object:
		if n := len(x.Members); n > 0 {
			return x.Members[n-1].Name.StartOffset, x.Members[n-1].Value.EndOffset, true
		}
	case *hujson.Array:
		if n := len(x.Elements); n > 0 {
			return x.Elements[n-1].StartOffset, x.Elements[n-1].EndOffset, true
		}
	}
	return 0, 0, false
}

// hasTrailingComma reports whether a comma follows the last item: only then does
// the parser leave something after it.
func hasTrailingComma(v *hujson.Value) bool {
	switch x := v.Value.(type) {
	case *hujson.Object:
		return x.Members[len(x.Members)-1].Value.AfterExtra != nil
	case *hujson.Array:
		return x.Elements[len(x.Elements)-1].AfterExtra != nil
	}
	return false
}

// indentOf is the indentation of the line in which a value starts.
func (d *document) indentOf(v *hujson.Value) string {
	line := d.text[d.lines[d.line(v.StartOffset)-1]:v.StartOffset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// unit is one step of indentation: that of the first indented line.
func (d *document) unit() string {
	for _, start := range d.lines {
		line := d.text[start:]
		if n := len(line) - len(bytes.TrimLeft(line, " \t")); n > 0 && n < len(line) && line[n] == '"' {
			return string(line[:n])
		}
	}
	return "  "
}

func (d *document) replace(from, to int, text string) []byte {
	out := make([]byte, 0, len(d.text)+len(text))
	out = append(out, d.text[:from]...)
	out = append(out, text...)
	return append(out, d.text[to:]...)
}
