package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"jig/internal/clip"
)

// maxShown is how many characters of a value are shown in a message.
const maxShown = 60

// count writes "1 item" or "3 items".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if stem, ok := strings.CutSuffix(thing, "y"); ok {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// cutMiddle shortens s to about n bytes and keeps both ends.
func cutMiddle(s string, n int) string {
	if len(s) <= n {
		return s
	}
	head, tail := n/2, len(s)-n/2
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + "…" + s[tail:]
}

// quoted writes s as a JSON string, shortened where it is long.
func quoted(s string) string {
	short := clip.Runes(s, maxShown)
	text := visible(string(appendString(nil, short)))
	if short != s {
		text += fmt.Sprintf(" (%s)", count(utf8.RuneCountInString(s), "character"))
	}
	return text
}

// shown writes any value in JSON, shortened where it is long.
func shown(v any) string {
	switch v := v.(type) {
	case string:
		return quoted(v)
	case json.Number:
		return clip.Runes(v.String(), maxShown)
	}
	var text strings.Builder
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "a value"
	}
	return visible(clip.Runes(strings.TrimSpace(text.String()), maxShown))
}

// described names a value with its kind: the string "a", an array of 3 items.
func described(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "the boolean " + strconv.FormatBool(v)
	case string:
		return "the string " + quoted(v)
	case json.Number:
		return "the number " + clip.Runes(v.String(), maxShown)
	case []any:
		if len(v) == 0 {
			return "an empty array"
		}
		return "an array of " + count(len(v), "item")
	case map[string]any:
		if len(v) == 0 {
			return "an empty object"
		}
		return "an object with " + count(len(v), "property")
	default:
		return "a value of another kind"
	}
}

// article puts "a" or "an" before a JSON type; null has none.
func article(typ string) string {
	switch typ {
	case "null":
		return typ
	case "integer", "array", "object":
		return "an " + typ
	default:
		return "a " + typ
	}
}

// alternatives joins words with commas and a last conjunction.
func alternatives(words []string, conjunction string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	default:
		return strings.Join(words[:len(words)-1], ", ") + " " + conjunction + " " + words[len(words)-1]
	}
}

// listed joins words with commas, and says how many were left off past most.
func listed(words []string, most int) string {
	if len(words) <= most {
		return strings.Join(words, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(words[:most], ", "), len(words)-most)
}

// decimal writes an exact number the way people do.
func decimal(r *big.Rat) string {
	if text := r.Num().String(); r.IsInt() && len(text) <= 25 {
		return text
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
