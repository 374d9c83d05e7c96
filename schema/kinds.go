package schema

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// durationPattern admits durations that time.ParseDuration takes and that
// cannot overflow: six parts of at most 9 digits of seconds or 5 of hours.
const durationPattern = `^(0|-?([0-9]{1,9}(\.[0-9]+)?(ns|us|ms|s)|[0-9]{1,5}(\.[0-9]+)?[mh]){1,6})$`

// schemer is a type that knows its own schema.
type schemer interface{ JSONSchema() json.RawMessage }

func unmarshalers() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[jsonv2.UnmarshalerFrom](),
		reflect.TypeFor[jsonv2.Unmarshaler](),
		reflect.TypeFor[encoding.TextUnmarshaler](),
	}
}

// hasMethod reports whether t, or a pointer to it, implements one of them.
func hasMethod(t reflect.Type, interfaces ...reflect.Type) bool {
	return slices.ContainsFunc(interfaces, func(i reflect.Type) bool {
		return t.Implements(i) || reflect.PointerTo(t).Implements(i)
	})
}

// hasForm reports whether a type's schema does not come from its structure.
func hasForm(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[json.Number]():
		return true
	}
	return t.Kind() != reflect.Interface && hasMethod(t, append(unmarshalers(), reflect.TypeFor[schemer]())...)
}

// body writes the schema of t itself.
func (r *reflector) body(t reflect.Type) (twin, error) {
	s := newTwin()
	if hasForm(t) {
		return r.ownForm(s, t)
	}
	switch t.Kind() {
	case reflect.Bool:
		return s.set("type", text("boolean")), nil
	case reflect.String:
		return s.set("type", text("string")), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return integerSchema(s, t), nil
	case reflect.Float64: // the reader has refused what it cannot hold
		return s.set("type", text("number")), nil
	case reflect.Float32:
		most := new(big.Float).SetFloat64(math.MaxFloat32).Text('f', 0)
		return s.set("type", text("number")).hide("minimum", number("-"+most)).hide("maximum", number(most)), nil
	case reflect.Slice, reflect.Array:
		return r.list(s, t)
	case reflect.Map:
		return r.dictionary(s, t)
	case reflect.Struct:
		return r.structure(s, t)
	case reflect.Interface:
		if t.NumMethod() == 0 {
			return s, nil
		}
		return s, r.fail("the interface %s has no JSON form; use any, or a type with a JSONSchema method", t)
	default:
		return s, r.fail("%s has no JSON form; tag the field json:\"-\" or use another type", t)
	}
}

// ownForm writes the schema of a type that decodes in a way of its own.
func (r *reflector) ownForm(s twin, t reflect.Type) (twin, error) {
	switch {
	case hasMethod(t, reflect.TypeFor[schemer]()):
		return r.hooked(t)
	case t == reflect.TypeFor[time.Time]():
		return s.set("type", text("string")).set("format", text("date-time")), nil
	case t == reflect.TypeFor[time.Duration]():
		return s.set("type", text("string")).set("pattern", text(durationPattern)), nil
	case t == reflect.TypeFor[json.Number]():
		return s.set("type", text("number")), nil
	case hasMethod(t, reflect.TypeFor[jsonv2.UnmarshalerFrom](), reflect.TypeFor[jsonv2.Unmarshaler]()):
		return s, nil
	default:
		return s.set("type", text("string")), nil
	}
}

// integerSchema bounds the small kinds; the limits of 64 bits are for the judge.
func integerSchema(s twin, t reflect.Type) twin {
	s.set("type", text("integer"))
	bits := t.Bits()
	limit := s.set
	if bits == 64 {
		limit = s.hide
	}
	if reflect.Zero(t).CanUint() {
		s.set("minimum", number("0"))
		limit("maximum", number(strconv.FormatUint(math.MaxUint64>>(64-bits), 10)))
		return s
	}
	limit("minimum", number(strconv.FormatInt(math.MinInt64>>(64-bits), 10)))
	limit("maximum", number(strconv.FormatInt(math.MaxInt64>>(64-bits), 10)))
	return s
}

func (r *reflector) list(s twin, t reflect.Type) (twin, error) {
	if t == reflect.TypeFor[json.RawMessage]() || t == reflect.TypeFor[jsontext.Value]() {
		return s, nil
	}
	if t.Elem() == reflect.TypeFor[byte]() {
		s.set("type", text("string")).set("contentEncoding", text("base64"))
		if t.Kind() == reflect.Array {
			exactBytes(s, t.Len())
		}
		return s, nil
	}
	defer r.enter("[]")()
	items, err := r.reference(t.Elem())
	if err != nil {
		return s, err
	}
	s.set("type", text("array")).put("items", items)
	if t.Kind() == reflect.Array {
		n := number(strconv.Itoa(t.Len()))
		s.set("minItems", n).set("maxItems", n)
	}
	return s, nil
}

// exactBytes admits only the base64 of n bytes.
func exactBytes(s twin, n int) {
	length := number(strconv.Itoa(base64.StdEncoding.EncodedLen(n)))
	s.set("minLength", length).set("maxLength", length)
	if n > 0 {
		s.set("pattern", text([]string{"[^=]$", "[^=]==$", "[^=]=$"}[n%3]))
	}
}

func (r *reflector) dictionary(s twin, t reflect.Type) (twin, error) {
	defer r.enter("[key]")()
	values, err := r.reference(t.Elem())
	if err != nil {
		return s, err
	}
	s.set("type", text("object"))
	key := t.Key()
	switch {
	case key == reflect.TypeFor[time.Duration](), key == reflect.TypeFor[time.Time]():
	case hasMethod(key, reflect.TypeFor[encoding.TextUnmarshaler]()), key.Kind() == reflect.String:
		return s.put("additionalProperties", values), nil
	case isInteger(key):
		return s.put("patternProperties", newTwin().put(integerPattern(key), values)).
			set("additionalProperties", literal("false")), nil
	}
	return s, r.fail("a map with keys of type %s has no JSON form; use strings or integers", key)
}

func isInteger(t reflect.Type) bool {
	v := reflect.Zero(t)
	return v.CanInt() || v.CanUint()
}

// integerPattern admits the integers that surely fit t, written plainly.
func integerPattern(t reflect.Type) string {
	digits := map[int]int{8: 2, 16: 4, 32: 9, 64: 18}[t.Bits()]
	sign := "-?"
	if reflect.Zero(t).CanUint() {
		sign = ""
	}
	return fmt.Sprintf("^(0|%s[1-9][0-9]{0,%d})$", sign, digits-1)
}

// floatPattern is integerPattern for floating-point numbers.
func floatPattern(t reflect.Type) string {
	digits, exponent := 200, 2
	if t.Bits() == 32 {
		digits, exponent = 20, 1
	}
	return fmt.Sprintf(`^-?(0|[1-9][0-9]{0,%d})(\.[0-9]{1,200})?([eE][-+]?[0-9]{1,%d})?$`, digits-1, exponent)
}
