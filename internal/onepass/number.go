package onepass

import (
	"math"
	"reflect"
	"slices"
	"strconv"
)

const (
	// maxIntegerDigits is how many digits always fit an int64.
	maxIntegerDigits = 18
	// maxSimpleDigits is how many digits of a decimal survive float64:
	// two different decimals of that length are never the same float.
	maxSimpleDigits = 15
	// maxPlainNumber is a length of plain numbers that a float64 can hold.
	maxPlainNumber = 300
)

// numberRules are what the schema asks of a number. Integers are compared
// as integers. Other numbers are compared as floats, which is exact as long
// as the floats differ, since rounding keeps the order; and where they are
// equal, both must be short enough to be told apart.
type numberRules struct {
	enum   []int64 // nil: not limited to a list
	lo, hi int64   // inclusive bounds for integers, all bounds folded in
	of     int64   // multipleOf, 0 for none
	lower  []bound
	upper  []bound
}

// bound is one of minimum, maximum and their exclusive forms.
type bound struct {
	at        float64
	exclusive bool
	simple    bool // at is written with few enough digits
}

func (n *numberRules) integer(v int64) bool {
	if v < n.lo || v > n.hi {
		return false
	}
	if n.of != 0 && v%n.of != 0 {
		return false
	}
	return n.enum == nil || slices.Contains(n.enum, v)
}

func (n *numberRules) float(v float64, simple bool) bool {
	if n.of != 0 || n.enum != nil {
		return false
	}
	for _, b := range n.lower {
		if v < b.at || v == b.at && (b.exclusive || !simple || !b.simple) {
			return false
		}
	}
	for _, b := range n.upper {
		if v > b.at || v == b.at && (b.exclusive || !simple || !b.simple) {
			return false
		}
	}
	return true
}

// number reads, checks and stores the number at r.i.
func (r *run) number(n *node, dst reflect.Value) bool {
	raw, i := r.raw, r.i
	negative := raw[i] == '-'
	if negative {
		i++
	}
	first := i
	var v int64
	for i < len(raw) && raw[i]-'0' <= 9 {
		v = v*10 + int64(raw[i]-'0') // wraps only where it is not used
		i++
	}
	digits := i - first
	if digits == 0 || digits > 1 && raw[first] == '0' {
		return false
	}
	if i < len(raw) && raw[i] == '.' {
		return r.decimal(n, dst, i+1, digits)
	}
	if i < len(raw) && raw[i]|0x20 == 'e' || n.allow&isInteger == 0 {
		return false
	}
	if digits > maxIntegerDigits {
		token := raw[r.i:i]
		r.i = i
		return r.inexact(n, dst, token, false)
	}
	r.i = i
	if negative {
		v = -v
	}
	if n.num != nil && !n.num.integer(v) {
		return false
	}
	return r.storeInteger(n, dst, v, negative)
}

// decimal reads on behind the decimal point of a number that has so many
// digits before it.
func (r *run) decimal(n *node, dst reflect.Value, i, digits int) bool {
	first := i
	for i < len(r.raw) && r.raw[i]-'0' <= 9 {
		i++
	}
	if i == first || i < len(r.raw) && r.raw[i]|0x20 == 'e' || n.allow&isDecimal == 0 {
		return false
	}
	token := r.raw[r.i:i]
	r.i = i
	return r.inexact(n, dst, token, digits+i-first <= maxSimpleDigits)
}

// inexact checks and stores a number that is not a small integer.
func (r *run) inexact(n *node, dst reflect.Value, token []byte, simple bool) bool {
	if n.num == nil && n.into == intoNothing {
		// The slow way refuses what no float64 can hold; without an exponent
		// that takes more digits than this.
		return len(token) <= maxPlainNumber
	}
	v, err := strconv.ParseFloat(string(token), 64)
	if err != nil || n.num != nil && !n.num.float(v, simple) {
		return false
	}
	switch n.into {
	case intoNothing:
	case intoAny:
		if !keeps(v, string(token)) {
			return false
		}
		r.store(dst, v)
	case intoFloat:
		if n.typ.Kind() == reflect.Float32 {
			// Rounding twice is not the same as rounding once.
			if v, err = strconv.ParseFloat(string(token), 32); err != nil {
				return false
			}
		}
		dst.SetFloat(v)
	default:
		return false
	}
	return true
}

func (r *run) storeInteger(n *node, dst reflect.Value, v int64, negative bool) bool {
	switch n.into {
	case intoNothing:
	case intoInt:
		if dst.OverflowInt(v) {
			return false
		}
		dst.SetInt(v)
	case intoUint:
		if negative || dst.OverflowUint(uint64(v)) {
			return false
		}
		dst.SetUint(uint64(v))
	case intoFloat:
		dst.SetFloat(toFloat(v, negative, n.typ.Kind()))
	case intoAny:
		f := toFloat(v, negative, reflect.Float64)
		if int64(f) != v { // it would become another number
			return false
		}
		r.store(dst, f)
	default:
		return false
	}
	return true
}

// toFloat converts with a single rounding, and keeps the sign of -0.
func toFloat(v int64, negative bool, size reflect.Kind) float64 {
	if v == 0 && negative {
		return math.Copysign(0, -1)
	}
	if size == reflect.Float32 {
		return float64(float32(v))
	}
	return float64(v)
}
