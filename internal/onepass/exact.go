package onepass

import (
	"errors"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ErrInexact says that an integer does not survive in an interface, where
// numbers are of type float64.
var ErrInexact = errors.New("the integer is too large to be kept exactly")

// ExactAny is a rule for decoding numbers into interfaces: an integer that would
// become another one is an error, since what was approved must be what the tool
// gets.
func ExactAny() *json.Unmarshalers { return json.UnmarshalFromFunc(exactAny) }

func exactAny(dec *jsontext.Decoder, v *any) error {
	if dec.PeekKind() != jsontext.KindNumber || *v != nil {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	text := token.String()
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return &json.SemanticError{GoType: reflect.TypeFor[any](), Err: strconv.ErrRange}
	}
	if !keeps(f, text) {
		return &json.SemanticError{GoType: reflect.TypeFor[any](), Err: ErrInexact}
	}
	*v = f
	return nil
}

// keeps reports whether f is exactly the integer that text is. A fraction or an
// exponent says that a float is meant.
func keeps(f float64, text string) bool {
	return strings.ContainsAny(text, ".eE") || text == "-0" || strconv.FormatFloat(f, 'f', 0, 64) == text
}
