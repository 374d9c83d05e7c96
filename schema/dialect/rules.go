package dialect

import "strings"

// rules says what a dialect accepts.
type rules struct {
	dialect Dialect
	title   string  // for sentences
	strict  bool    // "strict": true is sent with it
	plain   Dialect // what to send when strict is impossible

	free       bool                   // everything below the root is accepted
	noBooleans bool                   // no boolean schemas but for additionalProperties
	needItems  bool                   // an array has to say what its items are
	goodName   func(name string) bool // which names the properties of the root may have; nil for any

	// The rest only matters for dialects that are not free.

	keywords    map[string]bool // annotations and restrictions of plain values that may be sent
	format      func(t types, format string) bool
	pattern     func(pattern string) bool
	enums       types // which values an enum may list
	closed      bool  // every object says additionalProperties: false
	allRequired bool  // every property is required; optional ones are nullable instead
	minItems    int64 // the greatest minItems; 0 for any
	openAPI     bool  // no references, nullable, upper-case types
	finish      func(x *exporter, root *node) *node
}

func keywordSet(names string) map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

func rulesOf(d Dialect) rules {
	switch d {
	case AnthropicStrict:
		return rules{
			dialect: d, title: "Anthropic's strict tool use", strict: true, plain: Anthropic, goodName: anthropicName,
			keywords: keywordSet("title description const enum minItems"),
			format:   anthropicFormat, minItems: 1,
			enums: anyType &^ (typeObject | typeArray), closed: true, needItems: true,
			finish: finishAnthropicStrict,
		}
	case OpenAI:
		return rules{dialect: d, title: "OpenAI", free: true, noBooleans: true, needItems: true}
	case OpenAIStrict:
		return rules{
			dialect: d, title: "OpenAI's strict mode", strict: true, plain: OpenAI,
			keywords: keywordSet("title description enum pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf " +
				"minItems maxItems"),
			format: openAIFormat, pattern: simplePattern,
			enums: anyType &^ (typeObject | typeArray), closed: true, allRequired: true, needItems: true,
			finish: finishOpenAIStrict,
		}
	case Gemini:
		return rules{
			dialect: d, title: "Gemini", goodName: geminiName,
			keywords: keywordSet("title description enum minItems maxItems minimum maximum prefixItems additionalProperties " +
				"propertyOrdering"),
			format: func(types, string) bool { return true },
			enums:  typeString | typeNumber,
			finish: finishGemini,
		}
	case GeminiOpenAPI:
		return rules{
			dialect: d, title: "Gemini's OpenAPI form", goodName: geminiName,
			keywords: keywordSet("title description default example enum minItems maxItems minProperties maxProperties " +
				"minimum maximum minLength maxLength pattern propertyOrdering"),
			format: openAPIFormat, pattern: func(string) bool { return true },
			enums: typeString | typeNumber, needItems: true, openAPI: true,
		}
	default:
		return rules{dialect: Anthropic, title: "Anthropic", free: true, goodName: anthropicName}
	}
}

// anthropicName is the rule that Anthropic's API checks: ^[a-zA-Z0-9_.-]{1,64}$.
func anthropicName(name string) bool {
	return name == safeName(name) && name != ""
}

func geminiName(name string) bool { return name != "" && len(name) <= 64 }

func anthropicFormat(t types, format string) bool {
	switch format {
	case "date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid":
		return t&typeString != 0
	default:
		return false
	}
}

func openAIFormat(t types, format string) bool {
	return format != "uri" && anthropicFormat(t, format)
}

func openAPIFormat(t types, format string) bool {
	switch format {
	case "date-time", "enum":
		return t&typeString != 0
	case "int32", "int64":
		return t == typeInteger
	case "float", "double":
		return t&typeFraction != 0
	default:
		return false
	}
}

// simplePattern reports whether a regular expression does without lookaround and back references, which cannot be
// turned into a grammar.
func simplePattern(pattern string) bool {
	for i := 0; i+1 < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			if next := pattern[i+1]; next >= '1' && next <= '9' || next == 'k' {
				return false
			}
			i++
		case '(':
			if pattern[i+1] == '?' && !strings.HasPrefix(pattern[i+1:], "?:") {
				return false
			}
		}
	}
	return true
}
