package schema

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/clip"
	"jig/internal/onepass"
)

// decodeProblem words the error of decoding arguments that the schema accepted:
// it is looser than the Go type, or the type checks for itself.
func decodeProblem(final []byte, err error) error {
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) && errors.Is(syn.Err, jsontext.ErrDuplicateName) {
		return &Invalid{Problems: []Problem{{string(syn.JSONPointer), "duplicate", "stands for the same key as an earlier one; send it once"}}}
	}
	var sem *jsonv2.SemanticError
	if !errors.As(err, &sem) {
		return fmt.Errorf("schema: cannot decode: %w", err)
	}
	var got any
	if n, fault := read(final, limits{depth: deepest, nul: true}); fault == nil {
		if at := n.at(string(sem.JSONPointer)); at != nil {
			got = at.plain()
		}
	}
	t := sem.GoType
	if t != nil {
		t = base(t)
	}
	p := Problem{Path: string(sem.JSONPointer), Keyword: "decode"}
	switch {
	case errors.Is(sem.Err, onepass.ErrInexact):
		p.Message = fmt.Sprintf("must be an integer that is kept exactly, between -9007199254740992 and 9007199254740992, but got %s", described(got))
	case errors.Is(sem.Err, strconv.ErrRange):
		p.Message = fmt.Sprintf("must fit %s, but got %s", holder(t), described(got))
	case t == reflect.TypeFor[time.Time]():
		p.Message = fmt.Sprintf("must be %s, but got %s", formatName("date-time"), described(got))
	case t == reflect.TypeFor[time.Duration]():
		p.Message = fmt.Sprintf("must be a duration like 1.5s or 2h45m, but got %s", described(got))
	case sem.Err != nil && !errors.Is(sem.Err, strconv.ErrSyntax) && (t == nil || t.Kind() != reflect.Array):
		p.Message = fmt.Sprintf("cannot be used: %s, but got %s", clip.Runes(sem.Err.Error(), 200), described(got))
	default:
		p.Message = fmt.Sprintf("must be %s, but got %s", holder(t), described(got))
	}
	return invalid([]Problem{p})
}

// holder names what a Go type holds, for somebody who knows only JSON.
func holder(t reflect.Type) string {
	if t == nil {
		return "a value of another kind"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("an integer of %d bits", t.Bits())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf("an integer of %d bits that is not negative", t.Bits())
	case reflect.Float32, reflect.Float64:
		return fmt.Sprintf("a number of %d bits", t.Bits())
	case reflect.Bool:
		return "a boolean"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "a string in base64"
		}
		return "an array"
	case reflect.Array:
		return fmt.Sprintf("an array of exactly %s", count(t.Len(), "item"))
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a value of another kind"
	}
}
