package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"jig/internal/clip"
)

// sentence words one fault; its subject is the value got.
func sentence(e *jsonschema.ValidationError, got any) string {
	switch k := e.ErrorKind.(type) {
	case *kind.Type:
		return wrongType(k.Want, got)
	case *kind.Enum:
		if len(k.Want) == 1 {
			return fmt.Sprintf("must be %s, but got %s", shown(k.Want[0]), described(k.Got))
		}
		return fmt.Sprintf("must be one of %s, but got %s", choices(k.Want), described(k.Got))
	case *kind.Const:
		return fmt.Sprintf("must be %s, but got %s", shown(k.Want), described(k.Got))
	case *kind.Format:
		var large *largePattern
		if errors.As(k.Err, &large) {
			return "is a pattern that is " + large.what
		}
		if k.Want == "regex" {
			return fmt.Sprintf("must be a regular expression of RE2 (no look-around, no back-references), but got %s", described(k.Got))
		}
		return fmt.Sprintf("must be %s, but got %s", formatName(k.Want), described(k.Got))
	case *kind.Pattern:
		if k.Want == durationPattern {
			return fmt.Sprintf("must be a duration like 1.5s or 2h45m (units h, m, s, ms, us, ns), but got %s", described(k.Got))
		}
		return fmt.Sprintf("must match the pattern %s, but got %s", clip.Runes(k.Want, 200), described(k.Got))
	case *kind.MinLength:
		return fmt.Sprintf("must have at least %s, but got %d: %s", count(k.Want, "character"), k.Got, shown(got))
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %s, but got %d: %s", count(k.Want, "character"), k.Got, shown(got))
	case *kind.Minimum:
		return fmt.Sprintf("must be at least %s, but got %s", decimal(k.Want), decimal(k.Got))
	case *kind.Maximum:
		return fmt.Sprintf("must be at most %s, but got %s", decimal(k.Want), decimal(k.Got))
	case *kind.ExclusiveMinimum:
		return fmt.Sprintf("must be greater than %s, but got %s", decimal(k.Want), decimal(k.Got))
	case *kind.ExclusiveMaximum:
		return fmt.Sprintf("must be less than %s, but got %s", decimal(k.Want), decimal(k.Got))
	case *kind.MultipleOf:
		return fmt.Sprintf("must be a multiple of %s, but got %s", decimal(k.Want), decimal(k.Got))
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %s, but got %d", count(k.Want, "item"), k.Got)
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %s, but got %d", count(k.Want, "item"), k.Got)
	case *kind.AdditionalItems:
		return fmt.Sprintf("has %s too many at its end; leave out what is too much", count(k.Count, "item"))
	case *kind.UniqueItems:
		return fmt.Sprintf("must not repeat an item, but items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains:
		return "must contain at least one item of the kind that the schema asks for under \"contains\", but none fits"
	case *kind.MinContains:
		return fmt.Sprintf("must contain at least %s of the kind that the schema asks for under \"contains\", but got %d", count(k.Want, "item"), len(k.Got))
	case *kind.MaxContains:
		return fmt.Sprintf("must contain at most %s of the kind that the schema names under \"contains\", but got %d", count(k.Want, "item"), len(k.Got))
	case *kind.MinProperties:
		return fmt.Sprintf("must have at least %s, but got %d", countProperties(k.Want), k.Got)
	case *kind.MaxProperties:
		return fmt.Sprintf("must have at most %s, but got %d", countProperties(k.Want), k.Got)
	case *kind.ContentEncoding:
		return fmt.Sprintf("must be encoded in %s, but got %s, which is not", k.Want, described(got))
	case *kind.OneOf:
		if len(k.Subschemas) == 2 {
			return fmt.Sprintf("must match exactly one of the alternatives, but matches numbers %d and %d; say what tells them apart", k.Subschemas[0]+1, k.Subschemas[1]+1)
		}
		return "must match one of the alternatives"
	case *kind.Required:
		return "is missing the required " + properties(k.Missing)
	case *kind.AdditionalProperties:
		names := slices.Sorted(slices.Values(k.Properties))
		return "has the unknown " + properties(names)
	case *kind.FalseSchema:
		return "is not allowed"
	case *kind.RefCycle:
		return "cannot be judged, because the schema refers to itself without end"
	default:
		return "does not satisfy the keyword " + quoted(keyword(e))
	}
}

// properties names one or several properties.
func properties(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = quoted(name)
	}
	if len(words) == 1 {
		return "property " + words[0]
	}
	return "properties " + listed(words, 10)
}

func countProperties(n int) string { return count(n, "property") }

// wrongType says which types are wanted, and how to mend the usual mistakes.
func wrongType(want []string, got any) string {
	words := make([]string, len(want))
	for i, w := range want {
		words[i] = article(w)
	}
	msg := fmt.Sprintf("must be %s, but got %s", alternatives(words, "or"), described(got))
	text, ok := got.(string)
	if !ok {
		return msg
	}
	for _, w := range want {
		switch {
		case w == "boolean" && (text == "true" || text == "false"),
			w == "number" && isNumber(text),
			w == "integer" && isNumber(text) && typeOf(json.Number(text)) == typeInteger:
			return msg + "; send " + text + " without quotes"
		case w == "object" && holds(text, jsontext.KindBeginObject), w == "array" && holds(text, jsontext.KindBeginArray):
			return msg + "; send the " + w + " itself, not a string that holds it"
		}
	}
	return msg
}

// holds reports whether a string contains JSON of that kind.
func holds(text string, k jsontext.Kind) bool {
	n, fault := read([]byte(text), limits{depth: defaultDepth, nul: true})
	return fault == nil && n.kind == k
}

// choices lists the values of an enum.
func choices(want []any) string {
	const most = 20
	var words []string
	for _, w := range want[:min(len(want), most)] {
		words = append(words, shown(w))
	}
	text := strings.Join(words, ", ")
	if more := len(want) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// formatName says what a format looks like.
func formatName(format string) string {
	examples := map[string]string{
		"date-time": "2024-05-31T14:30:00Z",
		"date":      "2024-05-31",
		"time":      "14:30:00Z",
		"duration":  "PT1H30M",
		"email":     "name@example.com",
		"uri":       "https://example.com/page",
		"uuid":      "123e4567-e89b-12d3-a456-426614174000",
		"ipv4":      "192.0.2.1",
		"ipv6":      "2001:db8::1",
	}
	text := "a valid " + format
	if example := examples[format]; example != "" {
		text += " like " + example
	}
	return text
}
