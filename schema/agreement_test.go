package schema_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"jig/schema"
)

// values makes JSON texts that mostly follow a schema document, so that both
// verdicts come up often.
type values struct {
	t     *rapid.T
	rnd   *rand.Rand // even, where rapid's own numbers prefer small ones
	root  map[string]any
	known map[string]*schema.Schema // of scalars, by their document
}

func (g values) chance(percent int) bool { return g.rnd.IntN(100) < percent }

func pick[T any](g values, list []T) T { return list[g.rnd.IntN(len(list))] }

func (g values) value(doc any, depth int) string {
	s, _ := doc.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		defs, _ := g.root["$defs"].(map[string]any)
		return g.value(defs[strings.TrimPrefix(ref, "#/$defs/")], depth)
	}
	if list, ok := s["anyOf"].([]any); ok {
		return g.value(pick(g, list), depth)
	}
	if g.chance(1) {
		return g.scalar(pick(g, []string{"null", "boolean", "integer", "number", "string"}))
	}
	if list, ok := s["enum"].([]any); ok && !g.chance(3) {
		return g.text(pick(g, list))
	}
	typ, _ := s["type"].(string)
	if list, ok := s["type"].([]any); ok {
		typ, _ = pick(g, list).(string)
	}
	switch {
	case typ == "object":
		return g.object(s, depth+1)
	case typ == "array":
		var items []string
		for range g.rnd.IntN(max(1, 4-depth/2)) {
			items = append(items, g.value(s["items"], depth+1))
		}
		return "[" + strings.Join(items, ",") + "]"
	case typ == "" && g.chance(50):
		return `{"a":[1,"x",null]}`
	case g.chance(3):
		return g.scalar(typ)
	}
	return g.fitting(s, typ)
}

func (g values) object(s map[string]any, depth int) string {
	props, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	var members []string
	for _, name := range slices.Sorted(maps.Keys(props)) {
		absent := 30 + 10*depth
		if slices.Contains(required, any(name)) {
			absent = 1
		}
		if !g.chance(absent) {
			members = append(members, fmt.Sprintf("%q:%s", name, g.value(props[name], depth)))
		}
	}
	more := s["additionalProperties"]
	keys := []string{"a", "0", "1.1.1.1", "key"}
	if patterns, ok := s["patternProperties"].(map[string]any); ok {
		for _, sub := range patterns {
			more, keys = sub, []string{"0", "12", "9", "99", "127", "-1", "-0", "x"}
		}
	}
	if more, ok := more.(map[string]any); ok {
		for range g.rnd.IntN(3) {
			members = append(members, fmt.Sprintf("%q:%s", pick(g, keys), g.value(more, depth)))
		}
	}
	if g.chance(2) {
		members = append(members, `"surplus":1`)
	}
	return "{" + strings.Join(members, ",") + "}"
}

// fitting makes a scalar that satisfies s, if it finds one soon.
func (g values) fitting(s map[string]any, typ string) string {
	doc := g.text(s)
	judge := g.known[doc]
	if judge == nil {
		var err error
		if judge, err = schema.Parse([]byte(doc)); err != nil {
			g.t.Fatal(err)
		}
		g.known[doc] = judge
	}
	switch { // what the judge of the published document does not check
	case s["format"] == "date-time":
		return g.text(pick(g, []string{"2024-05-31T14:30:00Z", "2024-05-31T14:30:00.5+02:00", "0001-01-01T00:00:00Z"}))
	case s["format"] == "ipv4":
		return `"1.1.1.1"`
	case s["contentEncoding"] == "base64" && s["pattern"] == nil:
		return g.text(pick(g, []string{"", "aGk=", "aGlq", "AA=="}))
	}
	for range 40 {
		if text := g.scalar(typ); judge.Validate([]byte(text)) == nil {
			return text
		}
	}
	return g.scalar(typ)
}

func (g values) scalar(typ string) string {
	switch typ {
	case "null":
		return "null"
	case "boolean":
		return pick(g, []string{"true", "false"})
	case "integer", "number":
		return pick(g, []string{
			"0", "1", "2", "5", "-1", "-0", "7", "100", "127", "128", "-128", "-129", "255", "256", "65535", "2147483648", "4294967295",
			"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
			"1.0", "1e2", "25e-1", "1.5", "-1.5E+1", "0.1", "3.4e38", "3.5e38", "1e308", "1e309", "1e-320", "1e-400", "123456789012345678901234567890",
		})
	default:
		return g.text(pick(g, []string{
			"", "a", "fast", "slow", "x", "abc", "5", "-12", "0", "true", "é", "日本", "\n", "\u2028", "30s", "1h2m", "1.5h", "9999999h", "99999h99999h99999h99999h99999h99999h", "5 s",
			"aGk=", "aGlq", "aGlqaw==", "AA==", "a", "%%%", "2024-05-31T14:30:00Z", "2024-05-31T14:30:00.5+02:00", "2024-05-31t14:30:00z", "2024-05-31T23:59:60Z", "2024-13-01T00:00:00Z",
			"1.1.1.1", "::1", "9223372036854775807", "12.5", "1e5", "a@b.example",
		}))
	}
}

func (g values) text(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		g.t.Fatal(err)
	}
	return string(text)
}

// agrees checks that what the schema of T accepts decodes into T, to the same
// value by both roads and by another library.
func agrees[T any](t *testing.T) {
	d := decoder[T](t, nil)
	var root map[string]any
	if err := json.Unmarshal(d.Schema().JSON(), &root); err != nil {
		t.Fatal(err)
	}
	published, err := schema.Parse(d.Schema().JSON())
	if err != nil {
		t.Fatal(err)
	}
	accepted, refused, known := 0, 0, map[string]*schema.Schema{}
	rapid.Check(t, func(rt *rapid.T) {
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		in := []byte(values{rt, rnd, root, known}.value(root, 0))
		opt := schema.Options{Coerce: rapid.Bool().Draw(rt, "coerce")}
		final, checkErr := d.Schema().Check(in, opt)
		var fast, slow T
		fastFinal, fastErr := d.Decode(in, opt, &fast)
		slowFinal, slowErr := d.WithoutPlan().Decode(in, opt, &slow)
		if (checkErr == nil) != (fastErr == nil) || (checkErr == nil) != (slowErr == nil) {
			rt.Fatalf("%s: check says %v, the fast road %v, the slow road %v", in, checkErr, fastErr, slowErr)
		}
		if checkErr != nil {
			refused++
			if checkErr.Error() != fastErr.Error() || checkErr.Error() != slowErr.Error() {
				rt.Fatalf("%s: check says %v, the fast road %v, the slow road %v", in, checkErr, fastErr, slowErr)
			}
			return
		}
		accepted++
		if !reflect.DeepEqual(fast, slow) {
			rt.Fatalf("%s: the fast road gives %+v, the slow road %+v", in, fast, slow)
		}
		if !equalJSON(rt, final, fastFinal) || !equalJSON(rt, final, slowFinal) {
			rt.Fatalf("%s: final arguments are %s, %s and %s", in, final, fastFinal, slowFinal)
		}
		if err := published.Validate(final); err != nil {
			rt.Fatalf("%s: the published schema refuses the final arguments %s: %v", in, final, err)
		}
		again, err := d.Schema().Check(final, opt)
		if err != nil || string(again) != string(final) {
			rt.Fatalf("%s: checked again, %s became %s (%v)", in, final, again, err)
		}
		var std T
		if err := json.Unmarshal(final, &std); err == nil && !reflect.DeepEqual(std, slow) {
			rt.Fatalf("%s: decoded %+v, encoding/json gives %+v", in, slow, std)
		}
	})
	if accepted == 0 || refused == 0 {
		t.Errorf("accepted %d and refused %d values: the test sees only one side", accepted, refused)
	}
	t.Logf("accepted %d, refused %d", accepted, refused)
}

func equalJSON(t *rapid.T, a, b []byte) bool {
	var x, y any
	if err := errors.Join(json.Unmarshal(a, &x), json.Unmarshal(b, &y)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(x, y)
}

type byKey struct {
	Names  map[string]*tree           `json:"names,omitempty"`
	ByInt  map[int16][]bool           `json:"byInt,omitempty"`
	ByU    map[uint8]string           `json:"byU,omitempty"`
	Quoted int32                      `json:"quoted,string,omitempty"`
	Float  float64                    `json:"float,string,omitempty"`
	Nested map[string]map[string]Deep `json:"nested,omitempty"`
}

type formsOnly struct {
	When  time.Time       `json:"when,omitzero"`
	Wait  time.Duration   `json:"wait,omitempty"`
	Data  []byte          `json:"data,omitempty"`
	Hash  [2]byte         `json:"hash,omitempty"`
	Raw   json.RawMessage `json:"raw,omitempty"`
	Pair  [2]uint8        `json:"pair,omitempty"`
	Any   any             `json:"any,omitempty"`
	Mail  string          `json:"mail,omitempty" format:"ipv4"`
	Times []time.Time     `json:"times,omitempty" maxItems:"2"`
}

func TestWhatTheSchemaOfATypeAcceptsDecodesIntoIt(t *testing.T) {
	t.Run("plain arguments", agrees[plainArgs])
	t.Run("all numbers", agrees[numbers])
	t.Run("all tags", agrees[tagged])
	t.Run("embedded structs", agrees[embedding])
	t.Run("a tree", agrees[tree])
	t.Run("a tree with pages", agrees[page[tree]])
	t.Run("nested defaults", agrees[readArgs])
	t.Run("keys", agrees[byKey])
	t.Run("forms", agrees[formsOnly])
	t.Run("a list", agrees[[]*int8])
	t.Run("a map", agrees[map[string][]float32])
}
