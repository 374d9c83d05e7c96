package answer

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Read reads an event. Members that are not what they should be are left out with a warning;
// the error says that the event is no JSON at all.
func Read[T any](a *Answer, data []byte) (T, error) {
	var event T
	// The fast reader takes almost everything, the lenient one takes the rest.
	err := jsonv2.Unmarshal(data, &event, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err == nil {
		return event, nil
	}
	var again T
	err = json.Unmarshal(data, &again)
	var other *json.UnmarshalTypeError
	if !errors.As(err, &other) {
		return again, err
	}
	if !a.odd[other.Field] {
		if a.odd == nil {
			a.odd = map[string]bool{}
		}
		a.odd[other.Field] = true
		a.Warn("%q of an event is left out, since it is a %s", other.Field, other.Value)
	}
	return again, nil
}

// Null reports whether a member of an event is missing or says nothing.
func Null(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) == 0 || string(raw) == "null"
}

// String is a member that should be a text. Arguments for instance are a text with JSON in
// most formats, but some servers send the JSON itself, which then is the text.
func String(raw json.RawMessage) string {
	if Null(raw) {
		return ""
	}
	if raw[0] == '"' {
		if bytes.IndexByte(raw, '\\') < 0 && raw[len(raw)-1] == '"' && len(raw) > 1 && utf8.Valid(raw) {
			return string(raw[1 : len(raw)-1])
		}
		var room [64]byte
		if text, err := jsontext.AppendUnquote(room[:0], raw); err == nil || len(text) > 0 {
			return string(text) // an error is about half a pair of surrogates, which is replaced
		}
	}
	return string(raw)
}
