package vet

import (
	"net/url"
	"strconv"
	"strings"
)

// Bounds on a schema. The largest that well-known servers send stay below a
// third of each.
const (
	deepestSchema  = 24
	mostProperties = 400
	mostChoices    = 500
)

// schemaTally counts what a schema is made of.
type schemaTally struct {
	properties int
	tooDeep    bool
}

// vetSchema looks at the schema of a tool's arguments or result: whether it is a
// bomb, and whether its texts and values speak to the model.
func vetSchema(r *report, where string, v any) {
	switch v.(type) {
	case map[string]any, bool:
	default:
		r.addf(Deny, where, "the schema is not a JSON object")
		return
	}
	var t schemaTally
	t.walk(r, where, "", v, 0)
	if t.tooDeep {
		r.addf(Deny, where, "the schema is nested more than %d deep", deepestSchema)
	}
	if t.properties > mostProperties {
		r.addf(Deny, where, "the schema has %d properties; at most %d are accepted", t.properties, mostProperties)
	}
	loop, missing := followRefs(v)
	if loop != "" {
		r.addf(Deny, where, "the schema refers to itself through %q and has no end", brief(loop))
	}
	if missing != "" {
		r.addf(Deny, where, "the schema refers to %q, which is not there", brief(missing))
	}
}

func (t *schemaTally) walk(r *report, where, key string, v any, depth int) {
	if depth > 2*deepestSchema { // "properties" and the property are two levels of JSON
		t.tooDeep = true
		return
	}
	switch v := v.(type) {
	case string:
		t.say(r, where, key, v)
	case []any:
		if len(v) > mostChoices {
			r.addf(Deny, where, "it lists %d values; at most %d are accepted", len(v), mostChoices)
			v = v[:mostChoices]
		}
		for _, e := range v {
			t.walk(r, where, key, e, depth+1)
		}
	case map[string]any:
		keys, object := members(v)
		if key == "properties" || key == "patternProperties" {
			t.properties += len(keys)
		}
		for _, k := range keys {
			at := pointer(where, k)
			r.at(at, unseen(k))
			if len(k) > longestName {
				r.addf(Ask, at, "the name of a property has %d bytes", len(k))
			}
			if key == "properties" {
				nameSpeaks(r, at, k)
			}
			t.walk(r, at, k, object[k], depth+1)
		}
	}
}

// say looks at one string of a schema.
func (t *schemaTally) say(r *report, where, key, s string) {
	switch key {
	case "$ref", "$dynamicRef", "$schema", "$id":
		if key != "$schema" && key != "$id" && !strings.HasPrefix(s, "#") {
			r.addf(Deny, where, "the schema refers to %q, outside of itself; it would have to be fetched", brief(s))
		}
		return
	case "pattern":
		if len(s) > 1000 {
			r.addf(Ask, where, "the pattern has %d bytes", len(s))
		}
		r.at(where, unseen(s))
		return
	case "default", "const", "enum", "examples", "example":
		if at := secretPath(s); at != "" {
			r.addf(Ask, where, "a value that the model may take over names %s, where secrets are kept", at)
		}
		if runsShell(s) {
			r.addf(Ask, where, "a value that the model may take over is a command: %q", brief(s))
		}
	}
	r.at(where, Text(Description, s))
}

// nameSpeaks finds a property whose name is an order: models fill in what the
// name asks for.
func nameSpeaks(r *report, where, name string) {
	low := strings.ToLower(name)
	for _, bait := range []string{"content_from_reading", "contents_of", "system_prompt", "conversation_history", "chat_history", "ssh_key", "private_key", "id_rsa", "chain_of_thought", "previous_messages"} {
		if strings.Contains(low, bait) {
			r.addf(Ask, where, "the name of the property asks the model for %q", bait)
		}
	}
}

// followRefs finds a reference that leads back to a place it stands in, and one
// that leads nowhere; "" if there is none. Trees are often written with the
// first; for a model a schema without an end is of no use, and some providers
// refuse it.
func followRefs(root any) (loop, missing string) {
	targets := refTargets(root)
	const (
		open = 1
		done = 2
	)
	state := make(map[string]int)
	var visit func(ref string)
	visit = func(ref string) {
		if state[ref] == open && loop == "" {
			loop = ref
		}
		if state[ref] != 0 {
			return
		}
		target, ok := targets[ref]
		if !ok {
			missing = ref
		}
		state[ref] = open
		eachValue("", "", target, func(_, key string, v any) {
			next, ok := v.(string)
			if !ok || key != "$ref" && key != "$dynamicRef" && key != "$recursiveRef" || !strings.HasPrefix(next, "#") {
				return
			}
			if plain, err := url.PathUnescape(next); err == nil {
				next = plain
			}
			visit(strings.TrimSuffix(next, "/"))
		})
		state[ref] = done
	}
	visit("#")
	return loop, missing
}

// refTargets gives everything in a schema that a reference can name.
func refTargets(root any) map[string]any {
	targets := make(map[string]any)
	var walk func(where string, v any)
	walk = func(where string, v any) {
		targets[where] = v
		switch v := v.(type) {
		case map[string]any:
			for _, key := range []string{"$anchor", "$dynamicAnchor"} {
				if name, ok := v[key].(string); ok {
					targets["#"+name] = v
				}
			}
			for k, e := range v {
				walk(where+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(k), e)
			}
		case []any:
			for i, e := range v {
				walk(where+"/"+strconv.Itoa(i), e)
			}
		}
	}
	walk("#", root)
	return targets
}
