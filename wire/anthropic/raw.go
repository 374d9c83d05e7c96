package anthropic

import (
	"bytes"
	"encoding/json"

	"jig/wire/internal/answer"
	"jig/wire/internal/transcript"
)

// raw is the block as the provider would have sent it at once. The arguments of a call for
// us are not in it: they are those of the call.
func (b *block) raw() json.RawMessage {
	if len(b.grown) == 0 && len(b.citations) == 0 {
		return b.start
	}
	fields := b.fields()
	for _, f := range b.grown {
		field, added := f.name, f.text.String()
		if field == "input" {
			fields[field] = transcript.Object([]byte(added))
			continue
		}
		var began string
		if err := json.Unmarshal(fields[field], &began); err != nil {
			began = "" // it is not there
		}
		fields[field] = encode(began + added)
	}
	if len(b.citations) > 0 {
		var began []json.RawMessage
		if err := json.Unmarshal(fields["citations"], &began); err != nil {
			began = nil
		}
		fields["citations"] = encode(append(began, b.citations...))
	}
	return encode(fields)
}

// special says that the block has more to it than the given fields, which have to go back.
func (b *block) special(plain ...string) bool {
	if len(b.citations) > 0 {
		return true
	}
	if answer.Only(b.start, plain...) {
		return false
	}
	fields := b.fields()
	for _, field := range plain {
		delete(fields, field)
	}
	for _, value := range fields {
		if s := string(value); s != "null" && s != "[]" {
			return true
		}
	}
	return false
}

func (b *block) fields() map[string]json.RawMessage {
	fields, err := parse[map[string]json.RawMessage](b.start)
	if err != nil || fields == nil {
		return map[string]json.RawMessage{} // unreachable: it has been parsed when it began
	}
	return fields
}

// sendable is a citation as it can be sent back: the provider tells the identifier of the
// file, and does not take it.
func sendable(citation json.RawMessage) json.RawMessage {
	fields, err := parse[map[string]json.RawMessage](citation)
	if err != nil || fields["file_id"] == nil {
		return bytes.Clone(citation)
	}
	delete(fields, "file_id")
	return encode(fields)
}

// encode writes values that have come as JSON, which always can be written.
func encode(v any) json.RawMessage {
	raw, err := marshal(v)
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}
