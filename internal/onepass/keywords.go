package onepass

import (
	"encoding/json"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// typeKinds reads the keyword type.
func typeKinds(obj map[string]any) (kind, bool) {
	v, present := obj["type"]
	if !present {
		return isAnything, true
	}
	names, isList := v.([]any)
	if !isList {
		names = []any{v}
	}
	var all kind
	for _, name := range names {
		switch name {
		case "null":
			all |= isNull
		case "boolean":
			all |= isTrue | isFalse
		case "integer":
			all |= isInteger
		case "number":
			all |= isInteger | isDecimal
		case "string":
			all |= isString
		case "array":
			all |= isArray
		case "object":
			all |= isObject
		default:
			return 0, false
		}
	}
	return all, all != 0
}

// list is what enum or const leave to choose from.
type list struct {
	limited  bool
	literals kind // null, false and true, as far as they are listed
	strings  []string
	integers []int64
}

// readList reads enum and const, of which there may be one.
func readList(obj map[string]any) (l list, ok bool) {
	enum, hasEnum := obj["enum"]
	constant, hasConst := obj["const"]
	var values []any
	switch {
	case hasEnum && hasConst:
		return l, false
	case hasEnum:
		if values, ok = enum.([]any); !ok || len(values) == 0 {
			return l, false
		}
	case hasConst:
		values = []any{constant}
	default:
		return l, true
	}
	l.limited = true
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			l.literals |= isNull
		case bool:
			if v {
				l.literals |= isTrue
			} else {
				l.literals |= isFalse
			}
		case string:
			l.strings = append(l.strings, v)
		case json.Number:
			n, ok := smallInteger(v)
			if !ok {
				return l, false
			}
			l.integers = append(l.integers, n)
		default:
			return l, false
		}
	}
	return l, true
}

func (l list) kinds() kind {
	if !l.limited {
		return isAnything
	}
	k := l.literals
	if l.strings != nil {
		k |= isString
	}
	if l.integers != nil {
		k |= isInteger
	}
	return k
}

// smallInteger reads a number that is written as an integer and fits well
// into an int64.
func smallInteger(v json.Number) (int64, bool) {
	if len(strings.TrimPrefix(v.String(), "-")) > maxIntegerDigits {
		return 0, false
	}
	n, err := strconv.ParseInt(v.String(), 10, 64)
	return n, err == nil
}

// fewListed is how many listed strings are compared one by one.
const fewListed = 16

func readStringRules(obj map[string]any, l list) (*stringRules, bool) {
	least, ok1 := readCount(obj, "minLength", 0)
	most, ok2 := readCount(obj, "maxLength", -1)
	if !ok1 || !ok2 {
		return nil, false
	}
	rules := &stringRules{enum: l.strings, min: least, max: most}
	if v, present := obj["pattern"]; present {
		text, ok := v.(string)
		if !ok {
			return nil, false
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			return nil, false
		}
		if rules.size, err = PatternSize(text); err != nil {
			return nil, false
		}
		rules.pattern = pattern
	}
	if len(rules.enum) > fewListed {
		rules.listed = make(map[string]int, len(rules.enum))
		for i, s := range rules.enum {
			rules.listed[s] = i
		}
	}
	if rules.enum == nil && least == 0 && most < 0 && rules.pattern == nil {
		return nil, true
	}
	return rules, true
}

func readNumberRules(obj map[string]any, l list) (*numberRules, bool) {
	rules := &numberRules{enum: l.integers, lo: math.MinInt64, hi: math.MaxInt64}
	asked := rules.enum != nil
	for _, key := range []string{"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"} {
		v, present := obj[key]
		if !present {
			continue
		}
		asked = true
		exact, b, ok := readBound(v)
		if !ok {
			return nil, false
		}
		b.exclusive = strings.HasPrefix(key, "exclusive")
		if strings.HasSuffix(strings.ToLower(key), "minimum") {
			rules.lower = append(rules.lower, b)
			rules.lo = max(rules.lo, least(exact, b.exclusive))
		} else {
			rules.upper = append(rules.upper, b)
			rules.hi = min(rules.hi, -least(exact.Neg(exact), b.exclusive))
		}
	}
	if v, present := obj["multipleOf"]; present {
		asked = true
		number, ok := v.(json.Number)
		if !ok {
			return nil, false
		}
		if rules.of, ok = smallInteger(number); !ok || rules.of <= 0 {
			return nil, false
		}
	}
	if !asked {
		return nil, true
	}
	return rules, true
}

// readBound reads the value of minimum and the like. Exponents are left to
// the judge, since a short text can make a very long number.
func readBound(v any) (exact *big.Rat, b bound, ok bool) {
	number, ok := v.(json.Number)
	text := number.String()
	if !ok || len(text) > 32 || strings.ContainsAny(text, "eE") {
		return nil, b, false
	}
	exact, ok = new(big.Rat).SetString(text)
	if !ok {
		return nil, b, false
	}
	at, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, b, false
	}
	digits := len(text) - strings.Count(text, "-") - strings.Count(text, ".")
	return exact, bound{at: at, simple: digits <= maxSimpleDigits}, true
}

// least returns the smallest integer that is not below at, or above it if
// the bound is exclusive. Beyond 18 digits it does not matter which.
func least(at *big.Rat, exclusive bool) int64 {
	floor := new(big.Int).Div(at.Num(), at.Denom()) // Euclidean: rounds down
	if exclusive || !at.IsInt() {
		floor.Add(floor, big.NewInt(1))
	}
	const limit = 1 << 62
	switch {
	case floor.Cmp(big.NewInt(limit)) > 0:
		return limit
	case floor.Cmp(big.NewInt(-limit)) < 0:
		return -limit
	}
	return floor.Int64()
}
