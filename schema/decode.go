package schema

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/onepass"
)

// Decoder takes the arguments of one tool from raw JSON to a Go value. It is
// safe for concurrent use.
//
// Numbers that go into an interface become float64, as with encoding/json. An
// integer that would not survive that, such as 9007199254740993, is a problem
// for its writer and never another integer for the tool; a field of type int64,
// json.Number or json.RawMessage takes it.
type Decoder[T any] struct {
	schema *Schema
	plan   *fastPlan
	rules  jsonv2.Options
}

// NewDecoder makes a decoder for arguments that satisfy s and go into a T. A nil
// s stands for the schema of T itself.
func NewDecoder[T any](s *Schema) (*Decoder[T], error) {
	if s == nil {
		var err error
		if s, err = For[T](); err != nil {
			return nil, err
		}
	}
	return &Decoder[T]{schema: s, plan: newPlan(s, reflect.TypeFor[T]()), rules: decodeRules()}, nil
}

// Schema returns the schema that arguments are judged by.
func (d *Decoder[T]) Schema() *Schema { return d.schema }

// Decode judges args like [Schema.Check], decodes the final arguments into dst
// and returns them. What dst held before is gone; after an error it is zero.
func (d *Decoder[T]) Decode(args []byte, opt Options, dst *T) (json.RawMessage, error) {
	var zero T
	*dst = zero
	if out, ok := d.plan.decode(args, opt, reflect.ValueOf(dst).Elem()); ok {
		return out, nil
	}
	*dst = zero
	final, err := d.schema.check(args, opt)
	if err != nil {
		return nil, err
	}
	if err := jsonv2.Unmarshal(final, dst, d.rules); err != nil {
		*dst = zero
		return nil, decodeProblem(final, err)
	}
	return final, nil
}

// decodeRules are what decoding needs beyond the library to agree with the
// schemas of [Of]: an integer may be written 5.0 or 5e0, as JSON Schema has it,
// a json.Number is a number, an integer is never
// rounded into an interface, and a duration is a string like "1m30s".
func decodeRules() jsonv2.Options {
	return jsonv2.WithUnmarshalers(jsonv2.JoinUnmarshalers(
		jsonv2.UnmarshalFromFunc(decodeDuration),
		jsonv2.UnmarshalFromFunc(decodeNumber),
		onepass.ExactAny(),
		jsonv2.UnmarshalFromFunc(decodeInteger),
	))
}

func decodeDuration(dec *jsontext.Decoder, d *time.Duration) error {
	if dec.PeekKind() != jsontext.KindString {
		return decodeInteger(dec, d)
	}
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	*d, err = time.ParseDuration(token.String())
	return err
}

// decodeNumber keeps the text of a number, which the library would take for a
// string type.
func decodeNumber(dec *jsontext.Decoder, n *json.Number) error {
	if dec.PeekKind() != jsontext.KindNumber {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadToken()
	*n = json.Number(token.String())
	return err
}

// decodeInteger takes numbers into all kinds of integers, named ones too, and
// leaves everything else to the library.
func decodeInteger(dec *jsontext.Decoder, dst any) error {
	if dec.PeekKind() != jsontext.KindNumber {
		return errors.ErrUnsupported
	}
	v := reflect.ValueOf(dst).Elem()
	if !v.CanInt() && !v.CanUint() || hasMethod(v.Type(), unmarshalers()...) {
		return errors.ErrUnsupported
	}
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	n, whole := integer(token.String())
	switch {
	case !whole:
		return &jsonv2.SemanticError{GoType: v.Type(), Err: strconv.ErrSyntax}
	case v.CanInt():
		if !n.IsInt64() || v.OverflowInt(n.Int64()) {
			return &jsonv2.SemanticError{GoType: v.Type(), Err: strconv.ErrRange}
		}
		v.SetInt(n.Int64())
	default:
		if !n.IsUint64() || v.OverflowUint(n.Uint64()) {
			return &jsonv2.SemanticError{GoType: v.Type(), Err: strconv.ErrRange}
		}
		v.SetUint(n.Uint64())
	}
	return nil
}
