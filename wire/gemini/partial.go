package gemini

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"jig/wire/internal/answer"
)

// partialArg is a piece of an argument: where it belongs, and one of the values.
type partialArg struct {
	Path   string          `json:"jsonPath"`
	String *string         `json:"stringValue"`
	Number json.RawMessage `json:"numberValue"`
	Bool   *bool           `json:"boolValue"`
	Null   json.RawMessage `json:"nullValue"`
}

// partialCall is a call whose arguments come in pieces.
type partialCall struct {
	call      *answer.Call
	id        string
	signature string
	args      any // an object
}

// deepest is how far arguments may be nested.
const deepest = 200

// set puts a piece in its place. Texts grow, everything else is set.
func (p *partialCall) set(a *partialArg) error {
	steps, err := stepsOf(a.Path)
	if err != nil {
		return err
	}
	p.args, err = put(p.args, steps, a)
	return err
}

// put gives the value with a piece in it.
func put(in any, steps []any, a *partialArg) (any, error) {
	if len(steps) == 0 {
		return a.value(in), nil
	}
	var err error
	switch step := steps[0].(type) {
	case string:
		object, ok := in.(map[string]any)
		if !ok {
			object = map[string]any{}
		}
		object[step], err = put(object[step], steps[1:], a)
		return object, err
	case int:
		list, _ := in.([]any)
		if step > len(list) { // lists come in order: a number alone must not make a long one
			return in, fmt.Errorf("there is no place %d in a list of %d", step, len(list))
		}
		if step == len(list) {
			list = append(list, nil)
		}
		list[step], err = put(list[step], steps[1:], a)
		return list, err
	}
	return in, nil
}

// value is what a piece makes of the value that was there.
func (a *partialArg) value(was any) any {
	switch {
	case a.String != nil:
		text, ok := was.(*strings.Builder)
		if !ok {
			text = &strings.Builder{}
		}
		text.WriteString(*a.String)
		return text
	case len(a.Number) > 0:
		return a.Number
	case a.Bool != nil:
		return *a.Bool
	case len(a.Null) > 0:
		return nil
	}
	return was // the end of a text
}

// plain is a value as it is written.
func plain(v any) any {
	switch v := v.(type) {
	case *strings.Builder:
		return v.String()
	case map[string]any:
		for key, value := range v {
			v[key] = plain(value)
		}
	case []any:
		for i, value := range v {
			v[i] = plain(value)
		}
	}
	return v
}

// stepsOf reads the paths that occur: $.a.b[0]['c d'].
func stepsOf(path string) ([]any, error) {
	rest, ok := strings.CutPrefix(path, "$")
	if !ok {
		return nil, fmt.Errorf("the path %q does not begin with $", path)
	}
	var steps []any
	for rest != "" {
		switch {
		case rest[0] == '.':
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			steps, rest = append(steps, rest[1:end]), rest[end:]
		case strings.HasPrefix(rest, "['") || strings.HasPrefix(rest, `["`):
			end := strings.Index(rest[2:], rest[1:2]+"]")
			if end < 0 {
				return nil, fmt.Errorf("the path %q does not end", path)
			}
			steps, rest = append(steps, rest[2:2+end]), rest[2+end+2:]
		case rest[0] == '[':
			digits, after, ok := strings.Cut(rest[1:], "]")
			n, err := strconv.Atoi(digits)
			if !ok || err != nil || n < 0 {
				return nil, fmt.Errorf("the path %q has no good index", path)
			}
			steps, rest = append(steps, n), after
		default:
			return nil, fmt.Errorf("the path %q cannot be read", path)
		}
	}
	if len(steps) == 0 || len(steps) > deepest {
		return nil, errors.New("the path names no argument")
	}
	if _, ok := steps[0].(string); !ok {
		return nil, fmt.Errorf("the path %q does not begin with a name", path)
	}
	return steps, nil
}
