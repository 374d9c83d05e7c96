package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"jig/internal/clip"
)

// maxNumberLength bounds the text of a number: exact arithmetic on longer ones
// costs more than any argument is worth.
const maxNumberLength = 1024

// numberFault says why a JSON number cannot be used, or "". Numbers beyond the
// range of a 64-bit float mean different things to different readers, and their
// exact form can be made as large as one likes with a few bytes ("1e999999").
func numberFault(text string) string {
	if len(text) > maxNumberLength {
		return fmt.Sprintf("is a number of %d characters; send a number of at most %d", len(text), maxNumberLength)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Sprintf("is the number %s, which is too large; the largest is about 1.8e308", clip.Runes(text, 40))
	}
	if mantissa, _, _ := strings.Cut(strings.ToLower(text), "e"); f == 0 && strings.ContainsAny(mantissa, "123456789") {
		return fmt.Sprintf("is the number %s, which is too close to zero; send 0", clip.Runes(text, 40))
	}
	return ""
}

// isNumber reports whether text is exactly one JSON number that can be used.
func isNumber(text string) bool {
	n, fault := read([]byte(text), limits{depth: 1})
	return fault == nil && n.text == text && n.kind == '0'
}

// integer returns the value of a JSON number that has no fraction, however it
// is written: 5, 5.0 and 50e-1 are the same integer.
func integer(text string) (*big.Int, bool) {
	if len(text) > maxNumberLength {
		return nil, false
	}
	if n, ok := new(big.Int).SetString(text, 10); ok {
		return n, true
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() {
		return nil, false
	}
	return r.Num(), true
}
