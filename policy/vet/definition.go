package vet

import (
	"encoding/json"
	"net/url"
	"strings"
	"unicode"
)

// longestDefinition is how many bytes a tool definition may have. All of it is
// sent to the model with every request.
const longestDefinition = 64 << 10

// Definition looks at an MCP tool definition as a server sends it. builtin
// reports whether a name belongs to a tool of our own; nil if there are none.
//
// A definition with findings below [Ask] may be shown to the model. Calls of the
// tool are another matter: what a server says of its own tool never makes a call
// need fewer questions.
func Definition(raw json.RawMessage, builtin func(name string) bool) []Finding {
	var r report
	if len(raw) > longestDefinition {
		r.addf(Deny, "", "the definition has %d bytes; at most %d are accepted", len(raw), longestDefinition)
		return r.list()
	}
	v, err := parseJSON(raw)
	if err != nil {
		r.addf(Deny, "", "the definition cannot be read: %v", err)
		return r.list()
	}
	keys, object := members(v)
	if object == nil {
		r.addf(Deny, "", "the definition is not a JSON object")
		return r.list()
	}
	name, ok := object["name"].(string)
	if !ok && object["name"] != nil {
		r.addf(Deny, "/name", "the name is not a string")
	} else {
		toolName(&r, name, builtin)
	}
	for _, key := range keys {
		where, value := pointer("", key), object[key]
		switch key {
		case "name":
		case "title", "description":
			proseAt(&r, where, value)
		case "inputSchema", "outputSchema":
			vetSchema(&r, where, value)
		case "annotations":
			annotations(&r, name, object["description"], value)
		case "icons":
			icons(&r, where, value)
		case "execution", "_meta":
			vetValues(&r, where, value)
		default:
			r.addf(Note, where, "%q is no part of a tool definition", brief(key))
			vetValues(&r, where, value)
		}
	}
	return r.list()
}

// proseAt looks at a text for the model; a text that is none is refused.
func proseAt(r *report, where string, v any) {
	s, ok := v.(string)
	if !ok {
		r.addf(Deny, where, "it is not a string")
		return
	}
	r.at(where, Text(Description, s))
}

// vetValues looks at all names and strings of a part that has no rules of its own.
func vetValues(r *report, where string, v any) {
	eachValue(where, "", v, func(where, _ string, v any) {
		switch v := v.(type) {
		case string:
			r.at(where, Text(Description, v))
		case map[string]any:
			keys, _ := members(v)
			for _, k := range keys {
				r.at(pointer(where, k), unseen(k))
			}
		}
	})
}

// annotations looks at what a server claims of its tool. A claim is a hint: it
// may make us more careful, never less.
func annotations(r *report, name string, description, v any) {
	const where = "/annotations"
	keys, object := members(v)
	if object == nil {
		r.addf(Deny, where, "it is not a JSON object")
		return
	}
	for _, key := range keys {
		at := pointer(where, key)
		value, isBool := object[key].(bool)
		switch key {
		case "title":
			proseAt(r, at, object[key])
		case "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint":
			if !isBool {
				r.addf(Ask, at, "%s is neither true nor false", key)
				continue
			}
			claims := key == "readOnlyHint" && value || key == "destructiveHint" && !value
			if !claims {
				continue
			}
			said, _ := description.(string)
			if verb := changes(name + " " + said); verb != "" {
				r.addf(Ask, at, "the server claims that the tool changes nothing, but it says %q; the claim is a hint and calls are asked about anyway", verb)
				continue
			}
			r.addf(Note, at, "the server claims that the tool changes nothing; that is a hint, calls are asked about anyway")
		default:
			r.addf(Note, at, "%q is not an annotation that is known; it has no effect", brief(key))
			vetValues(r, at, object[key])
		}
	}
}

// changes finds a word in the name and description of a tool that says that it
// changes something.
func changes(s string) string {
	var words strings.Builder
	before := rune(0)
	for _, c := range s {
		if unicode.IsUpper(c) && unicode.IsLower(before) || !unicode.IsLetter(c) {
			words.WriteByte(' ')
		}
		words.WriteRune(unicode.ToLower(c))
		before = c
	}
	for _, verb := range []string{
		"delete", "remove", "drop", "destroy", "erase", "purge", "wipe", "write", "create", "update", "edit", "modify", "set", "put", "post", "send", "execute",
		"exec", "run", "shell", "eval", "install", "deploy", "push", "merge", "commit", "upload", "move", "rename", "kill", "stop", "restart", "pay", "transfer", "buy", "publish", "patch", "insert", "append", "reset", "clear", "overwrite", "grant",
	} {
		if mentions(words.String(), verb, verb+"s", verb+"d") {
			return verb
		}
	}
	return ""
}

// icons looks at the pictures of a tool, which a client would fetch.
func icons(r *report, where string, v any) {
	eachValue(where, "", v, func(where, key string, v any) {
		s, ok := v.(string)
		if !ok {
			return
		}
		switch key {
		case "src", "url", "href":
			address(r, where, s)
		case "mimeType":
			if strings.Contains(strings.ToLower(s), "svg") {
				r.addf(Ask, where, "an SVG picture can hold scripts; it is not shown")
			}
		default:
			r.at(where, Text(Description, s))
		}
	})
}

// address looks at an address that would be fetched for display.
func address(r *report, where, s string) {
	u, err := url.Parse(s)
	switch {
	case err != nil:
		r.addf(Deny, where, "it is not a web address")
	case u.Scheme == "data":
		if !strings.HasPrefix(strings.ToLower(u.Opaque), "image/") || strings.HasPrefix(strings.ToLower(u.Opaque), "image/svg") {
			r.addf(Deny, where, "it holds data that is not a plain picture")
		}
	case u.Scheme != "https" && u.Scheme != "http":
		r.addf(Deny, where, "the scheme %q is neither http nor https", brief(u.Scheme))
	default:
		if err := AuthURL(s); err != nil {
			r.addf(Deny, where, "%v", err)
		}
	}
}
