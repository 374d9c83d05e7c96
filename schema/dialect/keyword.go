package dialect

// shape is what the value of a keyword has to look like.
type shape uint8

const (
	shapeUnknown   shape = iota // not a JSON Schema keyword
	shapeIgnored                // bookkeeping: says nothing about a value
	shapeSchema                 // a schema
	shapeSchemas                // a list of schemas
	shapeSchemaMap              // schemas by name
	shapeReference              // $ref and its kin
	shapeTypes                  // a type or a list of types
	shapeValues                 // enum
	shapeAny                    // const, default
	shapeNumber                 // minimum
	shapePositive               // multipleOf
	shapeCount                  // minLength
	shapeText                   // pattern
	shapeFlag                   // uniqueItems
	shapeNames                  // required
	shapeNamesMap               // dependentRequired
	shapeList                   // examples
)

// shapeOf tells the shape of a keyword of 2020-12. The keywords that only draft 7 has are translated before.
func shapeOf(keyword string) shape {
	switch keyword {
	case "$schema", "$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs", "definitions":
		return shapeIgnored
	case "$ref", "$dynamicRef", "$recursiveRef":
		return shapeReference
	case "items", "contains", "additionalProperties", "propertyNames", "if", "then", "else", "not",
		"unevaluatedItems", "unevaluatedProperties", "contentSchema":
		return shapeSchema
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return shapeSchemas
	case "properties", "patternProperties", "dependentSchemas":
		return shapeSchemaMap
	case "type":
		return shapeTypes
	case "enum":
		return shapeValues
	case "const", "default":
		return shapeAny
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		return shapeNumber
	case "multipleOf":
		return shapePositive
	case "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties":
		return shapeCount
	case "pattern", "format", "title", "description", "contentEncoding", "contentMediaType":
		return shapeText
	case "uniqueItems", "readOnly", "writeOnly", "deprecated":
		return shapeFlag
	case "required":
		return shapeNames
	case "dependentRequired":
		return shapeNamesMap
	case "examples":
		return shapeList
	default:
		return shapeUnknown
	}
}

// annotates reports whether a keyword says something about a value without restricting it.
func annotates(keyword string) bool {
	switch keyword {
	case "title", "description", "default", "examples", "readOnly", "writeOnly", "deprecated",
		"contentEncoding", "contentMediaType", "contentSchema":
		return true
	default:
		return shapeOf(keyword) == shapeUnknown
	}
}

// constrains reports whether a schema can refuse any value.
func constrains(n *node) bool {
	if n == nil {
		return false
	}
	if n.kind == boolean {
		return !n.bit
	}
	for _, m := range n.members {
		if !annotates(m.name) {
			return true
		}
	}
	return false
}

// types is a set of JSON types. Whole and fractional numbers are two types here, which makes "integer" a part of
// "number" and lets the usual set operations do.
type types uint8

const (
	typeNull types = 1 << iota
	typeBoolean
	typeObject
	typeArray
	typeString
	typeInteger
	typeFraction

	typeNumber = typeInteger | typeFraction
	anyType    = typeNull | typeBoolean | typeObject | typeArray | typeString | typeNumber
)

func typeNamed(name string) types {
	switch name {
	case "null":
		return typeNull
	case "boolean":
		return typeBoolean
	case "object":
		return typeObject
	case "array":
		return typeArray
	case "string":
		return typeString
	case "integer":
		return typeInteger
	case "number":
		return typeNumber
	default:
		return 0
	}
}

// names lists the types of the set in a fixed order; null is last because it reads best there.
func (t types) names() []string {
	var out []string
	for _, one := range t.split() {
		out = append(out, one.name())
	}
	return out
}

// split returns the set as sets of one type each, where number counts as one type.
func (t types) split() []types {
	var out []types
	for _, one := range []types{typeObject, typeArray, typeString, typeNumber, typeBoolean, typeNull} {
		if t&one != 0 {
			out = append(out, t&one)
		}
	}
	return out
}

// name is the name of a set of one type.
func (t types) name() string {
	switch t {
	case typeNull:
		return "null"
	case typeBoolean:
		return "boolean"
	case typeObject:
		return "object"
	case typeArray:
		return "array"
	case typeString:
		return "string"
	case typeInteger:
		return "integer"
	default:
		return "number"
	}
}

// typesOf reads the type keyword of a schema; without one every type is allowed.
func typesOf(n *node) types {
	v := n.get("type")
	if v == nil {
		return anyType
	}
	if v.kind == text {
		return typeNamed(v.str)
	}
	var out types
	for _, name := range v.texts() {
		out |= typeNamed(name)
	}
	return out
}

// typeOfValue is the type of a JSON value.
func typeOfValue(n *node) types {
	switch n.kind {
	case boolean:
		return typeBoolean
	case number:
		if integral(n.str) {
			return typeInteger
		}
		return typeFraction
	case text:
		return typeString
	case array:
		return typeArray
	case object:
		return typeObject
	default:
		return typeNull
	}
}

// newTypes writes a set as the value of the type keyword.
func newTypes(at *path, t types) *node {
	names := t.names()
	if len(names) == 1 {
		return newText(at, names[0])
	}
	return newTexts(at, names)
}

// appliesTo tells which types a keyword restricts; values of other types pass it.
func appliesTo(keyword string) types {
	switch keyword {
	case "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "required",
		"dependentRequired", "dependentSchemas", "minProperties", "maxProperties":
		return typeObject
	case "items", "prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems", "minItems", "maxItems",
		"uniqueItems":
		return typeArray
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
		return typeNumber
	case "pattern", "minLength", "maxLength":
		return typeString
	case "format":
		return typeString | typeNumber
	default:
		return anyType
	}
}
