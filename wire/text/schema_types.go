package text

import (
	"encoding/json"
	"strings"
	"sync"
)

// kinds is a set of kinds of JSON value.
type kinds uint8

const (
	isString kinds = 1 << iota
	isInteger
	isNumber
	isBoolean
	isNull
	isArray
	isObject
)

// A schemaDoc is a schema that has been read. All decoders share it, and nobody may change it.
type schemaDoc struct {
	root       map[string]any // nil if it is no schema, which declares nothing
	properties map[string]any
	required   []any
	kinds      map[string]kinds // of the properties, as far as they are easy to find
}

func newSchemaDoc(schema json.RawMessage) *schemaDoc {
	doc := new(schemaDoc)
	if json.Unmarshal(schema, &doc.root) != nil {
		doc.root = nil
	}
	doc.properties, _ = doc.root["properties"].(map[string]any)
	doc.required, _ = doc.root["required"].([]any)
	doc.kinds = make(map[string]kinds, len(doc.properties))
	s := schemaTypes{schemaDoc: doc, steps: schemaSteps}
	for name, p := range doc.properties {
		if k := s.of(p, schemaDepth-1); s.steps >= 0 {
			doc.kinds[name] = k
		}
	}
	return doc
}

// schemaTypes answers which kinds of value a schema allows for its properties.
type schemaTypes struct {
	*schemaDoc
	cache map[string]kinds // of what took more than a few steps to find
	steps int              // how many more schemas are looked at for the present question
}

// schemas are those that have been read. Each answer has a decoder of its own, and the same
// tools are offered with every question of a conversation: reading their schemas again
// takes longer than reading a short answer.
//
//nolint:gochecknoglobals // a cache, whose contents change nothing
var schemas schemaCache

// schemaCache keeps as many schemas as it has room for, and then begins anew.
type schemaCache struct {
	mu   sync.Mutex
	docs map[string]*schemaDoc
	size int
}

const (
	schemaRoom = 1 << 20 // is how many bytes of schemas are kept
	schemaCost = 512     // is what one takes beside its own: else many small ones would be much
)

// of reads a schema.
func (c *schemaCache) of(schema json.RawMessage) *schemaDoc {
	c.mu.Lock()
	doc := c.docs[string(schema)]
	c.mu.Unlock()
	if doc != nil {
		return doc
	}
	doc = newSchemaDoc(schema)
	if len(schema) > schemaRoom/8 {
		return doc
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	size := len(schema) + schemaCost
	if c.size += size; c.docs == nil || c.size > schemaRoom {
		c.docs, c.size = make(map[string]*schemaDoc), size
	}
	c.docs[string(schema)] = doc
	return doc
}

// schemaDepth bounds how far references and alternatives are followed; schemas can go in
// circles. schemaSteps bounds how many are looked at, since circles can branch.
const (
	schemaDepth = 8
	schemaSteps = 4096
	schemaEasy  = 8
)

func (s *schemaTypes) property(name string) kinds {
	k, ok := s.kinds[name]
	if !ok {
		k, ok = s.cache[name]
	}
	if ok {
		return k
	}
	s.steps = schemaSteps
	k = s.find(s.root, name, schemaDepth)
	if schemaSteps-s.steps > schemaEasy {
		if s.cache == nil {
			s.cache = map[string]kinds{}
		}
		s.cache[name] = k
	}
	return k
}

// find looks for a property in a schema of an object and in its alternatives.
func (s *schemaTypes) find(schema map[string]any, name string, depth int) kinds {
	if s.steps--; schema == nil || depth == 0 || s.steps < 0 {
		return 0
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		if p, ok := properties[name]; ok {
			return s.of(p, depth-1)
		}
	}
	if to := s.ref(schema); to != nil {
		return s.find(to, name, depth-1)
	}
	var k kinds
	for _, alternative := range alternatives(schema) {
		if a, ok := alternative.(map[string]any); ok {
			k |= s.find(a, name, depth-1)
		}
	}
	if k == 0 {
		k = s.of(schema["additionalProperties"], depth-1)
	}
	return k
}

// of gives the kinds of value that a schema allows.
func (s *schemaTypes) of(schema any, depth int) kinds {
	m, ok := schema.(map[string]any)
	if s.steps--; !ok || depth == 0 || s.steps < 0 {
		return 0
	}
	var k kinds
	switch t := m["type"].(type) {
	case string:
		k = kindNamed(t)
	case []any:
		for _, one := range t {
			if name, ok := one.(string); ok {
				k |= kindNamed(name)
			}
		}
	}
	if k == 0 {
		for _, alternative := range alternatives(m) {
			k |= s.of(alternative, depth-1)
		}
		if to := s.ref(m); to != nil {
			k |= s.of(to, depth-1)
		}
	}
	if values := kindOfValues(m); k == 0 {
		k = values
	} else if m["enum"] != nil && k&values != 0 {
		k &= values // a list of values says more than a type
	}
	if nullable, _ := m["nullable"].(bool); nullable {
		k |= isNull
	}
	return k
}

// kindOfValues takes the kinds from the values that a schema lists, or from what only
// schemas of one kind have.
func kindOfValues(m map[string]any) (k kinds) {
	values, _ := m["enum"].([]any)
	if value, ok := m["const"]; ok {
		values = append(values[:len(values):len(values)], value) // the list belongs to all decoders
	}
	for _, v := range values {
		switch v.(type) {
		case string:
			k |= isString
		case float64:
			k |= isNumber | isInteger
		case bool:
			k |= isBoolean
		case nil:
			k |= isNull
		case []any:
			k |= isArray
		case map[string]any:
			k |= isObject
		}
	}
	switch {
	case k != 0:
	case m["properties"] != nil:
		k = isObject
	case m["items"] != nil:
		k = isArray
	}
	return k
}

func alternatives(m map[string]any) (all []any) {
	for _, key := range [...]string{"anyOf", "oneOf", "allOf"} {
		if list, ok := m[key].([]any); ok {
			all = append(all, list...)
		}
	}
	return all
}

// ref follows a reference inside the schema.
func (s *schemaTypes) ref(m map[string]any) map[string]any {
	path, _ := m["$ref"].(string)
	path, ok := strings.CutPrefix(path, "#")
	if !ok {
		return nil
	}
	at := s.root
	for _, step := range strings.Split(strings.Trim(path, "/"), "/") {
		if step == "" {
			continue
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if at, ok = at[step].(map[string]any); !ok {
			return nil
		}
	}
	return at
}

// kindNamed knows the names of JSON Schema, and those of Python that people write there.
func kindNamed(name string) kinds {
	name = strings.ToLower(name)
	switch name {
	case "string", "str", "text", "varchar", "char", "enum", "date", "datetime":
		return isString
	case "integer", "int", "int32", "int64", "long", "short", "uint", "unsigned":
		return isInteger
	case "number", "float", "double", "num", "decimal":
		return isNumber
	case "boolean", "bool", "binary":
		return isBoolean
	case "null", "none":
		return isNull
	case "array", "list", "arr", "tuple", "set", "sequence":
		return isArray
	case "object", "dict", "map", "mapping":
		return isObject
	}
	return 0
}
