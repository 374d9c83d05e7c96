package onepass

import (
	"reflect"
	"strings"
)

// maxHops is how many references and alternatives may follow each other
// without reaching a schema; a cycle of them has no end.
const maxHops = 32

// resolved is a subschema with the references and the "or null" around it
// taken away.
type resolved struct {
	obj      map[string]any // nil for a boolean schema
	always   bool           // the boolean
	nullable bool           // null is accepted whatever obj says
	behind   bool           // a default stands behind a reference or an alternative
	cost     int            // schemas that the judge evaluates on the way, obj included
}

// address identifies the schema. The maps stay reachable while a compiler
// works, so that no address is used twice.
func (s resolved) address() uintptr {
	switch {
	case s.obj != nil:
		return reflect.ValueOf(s.obj).Pointer()
	case s.always:
		return schemaTrue
	}
	return schemaFalse
}

// resolve follows $ref, and anyOf of a schema and null, as long as nothing
// but annotations stands beside them.
func (c *compiler) resolve(schema any) (s resolved, ok bool) {
	for hop := range maxHops {
		s.cost++
		if b, ok := schema.(bool); ok {
			s.always = b
			return s, true
		}
		obj, ok := schema.(map[string]any)
		if !ok {
			return s, false
		}
		if _, present := obj["default"]; present && hop > 0 {
			s.behind = true
		}
		ref, isRef := obj["$ref"]
		anyOf, isAnyOf := obj["anyOf"]
		switch {
		case isRef:
			if !c.besideAnnotations(obj, "$ref") {
				return s, false
			}
			if schema, ok = c.target(ref); !ok {
				return s, false
			}
		case isAnyOf:
			if !c.besideAnnotations(obj, "anyOf") {
				return s, false
			}
			if schema, ok = orNull(anyOf); !ok {
				return s, false
			}
			s.nullable = true
			s.cost++ // the schema of null
		case len(obj) == 0:
			s.always = true
			return s, true
		default:
			s.obj = obj
			return s, true
		}
	}
	return s, false
}

// orNull takes [X, {"type":"null"}], in either order, apart.
func orNull(v any) (x any, ok bool) {
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		return nil, false
	}
	if isNullSchema(list[1]) {
		return list[0], true
	}
	return list[1], isNullSchema(list[0])
}

func isNullSchema(v any) bool {
	obj, ok := v.(map[string]any)
	return ok && len(obj) == 1 && obj["type"] == "null"
}

// target finds what a reference points to: the document itself or one of its
// definitions, by a name that needs no unescaping.
func (c *compiler) target(ref any) (any, bool) {
	path, ok := ref.(string)
	if !ok {
		return nil, false
	}
	if path == "#" {
		return c.doc, true
	}
	root, ok := c.doc.(map[string]any)
	if !ok {
		return nil, false
	}
	for _, room := range []string{"$defs", "definitions"} {
		name, ok := strings.CutPrefix(path, "#/"+room+"/")
		if !ok || !isPlainName(name) {
			continue
		}
		defs, ok := root[room].(map[string]any)
		if !ok {
			return nil, false
		}
		schema, ok := defs[name]
		return schema, ok
	}
	return nil, false
}

func isPlainName(name string) bool {
	for _, c := range name {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return name != ""
}

// besideAnnotations reports whether key is the only keyword of obj that
// asserts anything.
func (c *compiler) besideAnnotations(obj map[string]any, key string) bool {
	for k, v := range obj {
		if k != key && !c.isAnnotation(obj, k, v) {
			return false
		}
	}
	return true
}

// inSubset reports whether all keywords of obj are known, so that none that
// matters is passed over.
func (c *compiler) inSubset(obj map[string]any) bool {
	for k, v := range obj {
		switch k {
		case "type", "enum", "const",
			"properties", "required", "additionalProperties", "minProperties", "maxProperties",
			"items", "minItems", "maxItems",
			"minLength", "maxLength", "pattern",
			"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		default:
			if !c.isAnnotation(obj, k, v) {
				return false
			}
		}
	}
	return true
}

// isAnnotation reports whether the keyword k is one that the judge never
// asserts in this draft, and has a value that the meta-schema allows.
func (c *compiler) isAnnotation(obj map[string]any, k string, v any) (ok bool) {
	switch k {
	case "default":
		return true
	case "title", "description", "$comment", "contentEncoding", "contentMediaType":
		_, ok = v.(string)
	case "format":
		// Draft 7 asserts it.
		_, ok = v.(string)
		ok = ok && !c.draft7
	case "deprecated", "readOnly", "writeOnly":
		_, ok = v.(bool)
	case "examples":
		_, ok = v.([]any)
	case "$defs", "definitions":
		_, ok = v.(map[string]any)
	case "$schema":
		// Read by readDraft; anywhere but at the root it is unusual.
		root, isObject := c.doc.(map[string]any)
		ok = isObject && reflect.ValueOf(root).Pointer() == reflect.ValueOf(obj).Pointer()
	default:
		ok = strings.HasPrefix(k, "x-")
	}
	return ok
}
