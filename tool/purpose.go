package tool

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"jig/schema"
)

// PurposeKey is the property by which a model may say why it makes a call.
const PurposeKey = "__tool_use_purpose"

const purposeSchema = `{"type":"string","description":"A brief explanation of why you are making this tool call"}`

// WithPurpose adds the purpose property to an object schema; any other schema
// is returned as it is.
func WithPurpose(s *schema.Schema) *schema.Schema {
	if with, ok := s.WithProperty(PurposeKey, []byte(purposeSchema)); ok {
		return with
	}
	return s
}

// CutPurpose takes the purpose out of arguments that carry one, and reports
// whether they did; a null stands for none given. Arguments in which it does not
// stand exactly once, as a string or null, are returned unchanged: validation
// will say what is wrong with them.
func CutPurpose(args json.RawMessage) (rest json.RawMessage, purpose string, found bool) {
	// Nearly always it is not there, and this is all there is to do. The key may
	// be written with escapes, so those are worth a look too.
	if bytes.IndexByte(args, '_') < 0 && bytes.IndexByte(args, '\\') < 0 {
		return args, "", false
	}
	return cutPurpose(args)
}

func cutPurpose(args json.RawMessage) (rest json.RawMessage, purpose string, found bool) {
	if !mentions(args, PurposeKey) && !mentions(args, `\u005`) {
		return args, "", false
	}
	dec := jsontext.NewDecoder(bytes.NewReader(args))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != '{' {
		return args, "", false
	}
	out := append(make([]byte, 0, len(args)), '{')
	for dec.PeekKind() == '"' {
		key, err := dec.ReadToken()
		if err != nil {
			return args, "", false
		}
		name := key.String()
		value, err := dec.ReadValue()
		if err != nil {
			return args, "", false
		}
		if name == PurposeKey && (value.Kind() == '"' || value.Kind() == 'n') {
			if err := json.Unmarshal(value, &purpose); err != nil {
				return args, "", false
			}
			found = true
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		if out, err = jsontext.AppendQuote(out, name); err != nil {
			return args, "", false
		}
		out = append(append(out, ':'), value...)
	}
	if _, err := dec.ReadToken(); err != nil || !found || dec.PeekKind() > 0 {
		return args, "", false
	}
	if n := dec.InputOffset(); len(bytes.TrimSpace(args[n:])) > 0 {
		return args, "", false
	}
	return append(out, '}'), purpose, true
}

// mentions is bytes.Contains for a key that starts with a rare byte; it costs
// next to nothing where the key is not there, which is nearly always.
func mentions(args []byte, key string) bool {
	for {
		i := bytes.IndexByte(args, key[0])
		if i < 0 || len(args)-i < len(key) {
			return false
		}
		if string(args[i:i+len(key)]) == key {
			return true
		}
		args = args[i+1:]
	}
}
