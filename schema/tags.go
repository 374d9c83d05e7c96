package schema

import (
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// field writes the schema of a property from its type and its tags.
func (r *reflector) field(f field) (twin, error) {
	s, err := r.reference(f.typ)
	if err != nil {
		return s, err
	}
	if f.quoted {
		if s, err = r.quotedNumber(base(f.typ)); err != nil {
			return s, err
		}
	}
	tags := tagReader{reflector: r, tag: f.tag, schema: s, typ: s.doc.member("type").word()}
	for _, step := range []func() error{tags.enum, tags.numbers, tags.counts, tags.strings, tags.nullable, tags.words, tags.samples} {
		if err := step(); err != nil {
			return s, err
		}
	}
	return tags.schema, nil
}

// quotedNumber is the schema of a number in a string, which is what the json
// option "string" asks for.
func (r *reflector) quotedNumber(t reflect.Type) (twin, error) {
	s := newTwin().set("type", text("string"))
	switch {
	case hasForm(t):
	case isInteger(t):
		return s.set("pattern", text(integerPattern(t))), nil
	case t.Kind() == reflect.Float32, t.Kind() == reflect.Float64:
		return s.set("pattern", text(floatPattern(t))), nil
	}
	return s, r.fail("the json option \"string\" works on numbers only")
}

// word is the text of a string node, "" for others.
func (n *node) word() string {
	if n == nil || n.kind != jsontext.KindString {
		return ""
	}
	return n.text
}

// tagReader puts the tags of one field into its schema.
type tagReader struct {
	*reflector
	tag    reflect.StructTag
	schema twin
	typ    string // the JSON type, "" when there is no single one
}

// words are the tags that only tell.
func (t *tagReader) words() error {
	description, ok := t.tag.Lookup("doc")
	if !ok {
		description = t.tag.Get("jsonschema")
		if key, _, ok := strings.Cut(description, "="); ok && !strings.Contains(key, " ") {
			return t.fail("jsonschema:%q looks like a list of keywords, but that tag is the description; use tags such as enum and minimum", description)
		}
	}
	t.tell("title", t.tag.Get("title"))
	t.tell("description", description)
	return t.flag("deprecated")
}

// tell adds a text right behind the type, where it is read before the details.
func (t *tagReader) tell(name, value string) {
	if value == "" {
		return
	}
	for _, n := range []*node{t.schema.doc, t.schema.strict} {
		at := 0
		for at < len(n.names) && slices.Contains([]string{"type", "title", "$ref"}, n.names[at]) {
			at++
		}
		n.names = slices.Insert(n.names, at, name)
		n.kids = slices.Insert(n.kids, at, text(value))
	}
}

// flag adds a keyword that is true or absent.
func (t *tagReader) flag(name string) error {
	switch value, ok := t.tag.Lookup(name); {
	case !ok, value == "false":
		return nil
	case value == "true":
		t.schema.set(name, literal("true"))
		return nil
	default:
		return t.fail("%s:%q must be true or false", name, value)
	}
}

// fits reports an error unless the field is of one of the JSON types.
func (t *tagReader) fits(name string, types ...string) error {
	if slices.Contains(types, t.typ) {
		return nil
	}
	is := t.typ
	if is == "" {
		is = "value of any type"
	}
	return t.fail("the tag %s works on %s only, and this is %s", name, alternatives(types, "and"), article(is))
}

// numbers are the bounds of a number.
func (t *tagReader) numbers() error {
	for _, name := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		value, ok := t.tag.Lookup(name)
		if !ok {
			continue
		}
		if err := t.fits(name, "integer", "number"); err != nil {
			return err
		}
		if !isNumber(value) {
			return t.fail("%s:%q is not a number", name, value)
		}
		if name == "multipleOf" && rational(number(value)).Sign() <= 0 {
			return t.fail("%s:%q must be greater than 0", name, value)
		}
		if held := t.schema.strict.member(name); held != nil {
			if c := rational(number(value)).Cmp(rational(held)); name == "minimum" && c < 0 || name == "maximum" && c > 0 {
				return t.fail("%s:%q is beyond what the Go type can hold (%s)", name, value, held.text)
			}
		}
		t.schema.set(name, number(value))
	}
	return t.ordered("minimum", "maximum")
}

// ordered reports an error when a lower bound lies above the upper one.
func (t *tagReader) ordered(low, high string) error {
	a, b := t.schema.strict.member(low), t.schema.strict.member(high)
	if a != nil && b != nil && rational(a).Cmp(rational(b)) > 0 {
		return t.fail("%s %s is greater than %s %s", low, a.text, high, b.text)
	}
	return nil
}

func rational(n *node) *big.Rat {
	r, ok := new(big.Rat).SetString(n.text)
	if !ok {
		return new(big.Rat)
	}
	return r
}

// counts are the lengths of strings and arrays.
func (t *tagReader) counts() error {
	for _, pair := range [][3]string{{"minLength", "maxLength", "string"}, {"minItems", "maxItems", "array"}} {
		for _, name := range pair[:2] {
			value, ok := t.tag.Lookup(name)
			if !ok {
				continue
			}
			if err := t.fits(name, pair[2]); err != nil {
				return err
			}
			n, err := strconv.ParseUint(value, 10, 31)
			if err != nil {
				return t.fail("%s:%q is not a whole number from 0", name, value)
			}
			t.schema.set(name, number(strconv.FormatUint(n, 10)))
		}
		if err := t.ordered(pair[0], pair[1]); err != nil {
			return err
		}
	}
	if _, ok := t.tag.Lookup("uniqueItems"); ok {
		if err := t.fits("uniqueItems", "array"); err != nil {
			return err
		}
	}
	return t.flag("uniqueItems")
}

// strings are the tags about the form of a string.
func (t *tagReader) strings() error {
	if pattern, ok := t.tag.Lookup("pattern"); ok {
		if err := t.fits("pattern", "string"); err != nil {
			return err
		}
		if t.schema.doc.member("pattern") != nil {
			return t.fail("the tag pattern cannot be used here: the type has a pattern of its own")
		}
		if _, err := regexp.Compile(pattern); err != nil {
			return t.fail("pattern:%q is not a regular expression: %v", pattern, err)
		}
		t.schema.set("pattern", text(pattern))
	}
	if format, ok := t.tag.Lookup("format"); ok {
		if own := t.schema.doc.member("format"); own != nil && own.text != format {
			return t.fail("format:%q cannot be used here: the type has the format %s", format, own.text)
		} else if own == nil {
			t.schema.set("format", text(format))
			t.unchecked = true
		}
	}
	return nil
}

// nullable admits null.
func (t *tagReader) nullable() error {
	switch value, ok := t.tag.Lookup("nullable"); {
	case !ok, value == "false":
		return nil
	case value != "true":
		return t.fail("nullable:%q must be true or false", value)
	}
	if len(t.schema.doc.names) == 0 {
		return nil // anything, and so null too
	}
	if t.typ == "" {
		either := func(n *node) *node {
			return &node{kind: jsontext.KindBeginArray, kids: []*node{n, object().with("type", text("null"))}}
		}
		t.schema = newTwin().put("anyOf", twin{either(t.schema.doc), either(t.schema.strict)})
		return nil
	}
	t.schema.set("type", texts(t.typ, "null"))
	if enum := t.schema.doc.member("enum"); enum != nil {
		enum.kids = append(enum.kids, literal("null"))
	}
	return nil
}
