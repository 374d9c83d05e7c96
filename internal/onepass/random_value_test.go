package onepass_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// value makes up a document that satisfies the schema more often than not.
func (g *maker) value(schema any, depth int) any {
	obj, _ := schema.(map[string]any)
	if ref, ok := obj["$ref"].(string); ok {
		return g.value(g.target(ref), depth)
	}
	if alternatives, ok := obj["anyOf"].([]any); ok {
		return g.value(alternatives[g.upTo(1)], depth)
	}
	if list, ok := obj["enum"].([]any); ok && g.chance(90) {
		return rapid.SampledFrom(list).Draw(g.T, "listed")
	}
	kind := g.one("string", "integer", "number", "boolean", "null", "array", "object")
	if g.chance(95) {
		switch t := obj["type"].(type) {
		case string:
			kind = t
		case []any:
			kind = rapid.SampledFrom(t).Draw(g.T, "kind").(string)
		}
	}
	switch kind {
	case "string":
		return g.one("", "a", "b", "ab", "é", "😀", "a.b", "abcdef", "line\n", `"\/`, strings.Repeat("long ", 9))
	case "integer":
		return g.integer(obj)
	case "number":
		if g.chance(50) {
			return g.integer(obj)
		}
		return json.Number(g.one("0.5", "2.5", "-0.1", "3.25", "99.999", "0.3", "0.1234567", "-2.75"))
	case "boolean":
		return g.chance(50)
	case "array":
		list := []any{}
		for range g.count(obj, "minItems", "maxItems", depth) {
			list = append(list, g.value(obj["items"], depth-1))
		}
		return list
	case "object":
		return g.object(obj, depth)
	}
	return nil
}

func (g *maker) integer(obj map[string]any) any {
	for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if n, ok := obj[key].(json.Number); ok && g.chance(40) {
			if i, err := n.Int64(); err == nil {
				return json.Number(fmt.Sprint(i + int64(g.upTo(2)) - 1))
			}
		}
	}
	return json.Number(g.one("0", "1", "2", "4", "6", "12", "-1", "-3", "60", "300", "999999999999999999"))
}

func (g *maker) count(obj map[string]any, least, most string, depth int) int {
	if depth <= 0 {
		return 0
	}
	n := g.upTo(3)
	if v, ok := obj[least].(json.Number); ok && g.chance(90) {
		i, _ := v.Int64()
		n = max(n, int(i))
	}
	if v, ok := obj[most].(json.Number); ok && g.chance(90) {
		i, _ := v.Int64()
		n = min(n, int(i))
	}
	return n
}

func (g *maker) object(obj map[string]any, depth int) any {
	out := map[string]any{}
	if depth <= 0 {
		return out
	}
	props, _ := obj["properties"].(map[string]any)
	required, _ := obj["required"].([]any)
	for _, name := range sortedKeys(props) {
		percent := 60
		if slices.Contains(required, any(name)) {
			percent = 97
		}
		if g.chance(percent) {
			out[name] = g.value(props[name], depth-1)
		}
	}
	for _, name := range required {
		if _, ok := out[name.(string)]; !ok && g.chance(90) {
			out[name.(string)] = g.value(obj["additionalProperties"], depth-1)
		}
	}
	if obj["additionalProperties"] != false || g.chance(5) {
		for range g.count(obj, "minProperties", "maxProperties", depth) - len(out) {
			if name := g.key(); props[name] == nil {
				out[name] = g.value(obj["additionalProperties"], depth-1)
			}
		}
	}
	return out
}

// text writes v with white space, escapes and an order of keys of its own.
func (g *maker) text(v any) string {
	space := func() string { return g.one("", "", "", "", " ", "\n\t") }
	switch v := v.(type) {
	case string:
		quoted, err := json.Marshal(v)
		if err != nil {
			g.Fatal(err)
		}
		s := string(quoted)
		if g.chance(20) {
			s = strings.ReplaceAll(s, "a", `\u0061`)
		}
		return space() + s + space()
	case []any:
		var items []string
		for _, item := range v {
			items = append(items, g.text(item))
		}
		return space() + "[" + space() + strings.Join(items, ",") + "]"
	case map[string]any:
		keys := sortedKeys(v)
		if g.chance(50) {
			keys = rapid.Permutation(keys).Draw(g.T, "order")
		}
		var members []string
		for _, key := range keys {
			members = append(members, g.text(key)+":"+g.text(v[key]))
		}
		return "{" + space() + strings.Join(members, ",") + "}" + space()
	case json.Number:
		return v.String() + space()
	}
	return space() + fmt.Sprint(map[any]string{nil: "null", true: "true", false: "false"}[v])
}

// damage changes a few bytes of a document.
func (g *maker) damage(raw []byte) []byte {
	out := slices.Clone(raw)
	for range 1 + g.upTo(2) {
		at := g.upTo(len(out))
		piece := []byte(g.one("", "0", "1", ".0", "e1", `"`, `\`, ",", ":", "{", "}", "[", "]", "null", " ", "\x00", "\xff", `"a":1,`, `\u0000`, "-"))
		end := min(len(out), at+g.upTo(2))
		out = slices.Concat(out[:at], piece, out[end:])
	}
	return out
}
