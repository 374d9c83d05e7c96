package vet

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/tailscale/hujson"
)

// Bounds on structured input. They are far above what people write and far below
// what makes a parser work hard.
const (
	longestContent = 1 << 20
	mostBrackets   = 20_000
)

var (
	errLong   = fmt.Errorf("it has more than %d bytes", longestContent)
	errNested = fmt.Errorf("it has more than %d arrays and objects", mostBrackets)
	errEmpty  = errors.New("it is empty")
)

// parseJSON reads JSON strictly: a member that occurs twice, text that is not
// UTF-8 and anything after the value are errors, because two readers would
// disagree about them.
func parseJSON(raw []byte) (any, error) {
	switch {
	case len(raw) > longestContent:
		return nil, errLong
	case bytes.Count(raw, []byte("{"))+bytes.Count(raw, []byte("[")) > mostBrackets:
		// Counted and not parsed, so that depth costs nothing.
		return nil, errNested
	case len(bytes.TrimSpace(raw)) == 0:
		return nil, errEmpty
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return nil, fmt.Errorf("it is not valid JSON: %s", brief(err.Error()))
	}
	return v, nil
}

// parseLooseJSON reads JSON with comments and trailing commas, as editors and
// some agents do.
func parseLooseJSON(raw []byte) (any, error) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff"))
	v, err := parseJSON(raw)
	if err == nil || errors.Is(err, errLong) || errors.Is(err, errNested) || errors.Is(err, errEmpty) {
		return v, err
	}
	plain, loose := hujson.Standardize(bytes.Clone(raw))
	if loose != nil {
		return nil, err
	}
	return parseJSON(plain)
}

// members gives the members of an object in the order of their names.
func members(v any) ([]string, map[string]any) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, nil
	}
	return slices.Sorted(maps.Keys(object)), object
}

// eachValue visits v and everything below it. The key is the name of the member
// that holds the value, or that holds the array it is in.
func eachValue(where, key string, v any, visit func(where, key string, v any)) {
	visit(where, key, v)
	switch v := v.(type) {
	case map[string]any:
		keys, object := members(v)
		for _, k := range keys {
			eachValue(pointer(where, k), k, object[k], visit)
		}
	case []any:
		for i, e := range v {
			eachValue(where+"/"+strconv.Itoa(i), key, e, visit)
		}
	}
}

// texts gives all strings in v, v itself if it is one.
func texts(v any) []string {
	var all []string
	eachValue("", "", v, func(_, _ string, v any) {
		if s, ok := v.(string); ok {
			all = append(all, s)
		}
	})
	return all
}

// empty reports whether a value says nothing.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}
