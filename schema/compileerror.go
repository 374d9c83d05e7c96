package schema

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compileError says in one sentence where a schema document is wrong.
func compileError(err error, docs map[string]*node) error {
	var (
		meta     *jsonschema.SchemaValidationError
		load     *jsonschema.LoadURLError
		pattern  *jsonschema.InvalidRegexError
		lost     *jsonschema.JSONPointerNotFoundError
		anchor   *jsonschema.AnchorNotFoundError
		draft    *jsonschema.UnsupportedDraftError
		instance *jsonschema.ValidationError
	)
	switch {
	case errors.As(err, &meta) && errors.As(meta.Err, &instance):
		return badDocument(meta.URL, instance, docs)
	case errors.As(err, &load):
		return fmt.Errorf("schema: cannot resolve the reference to %s: %w", plainLocation(load.URL), load.Err)
	case errors.As(err, &pattern):
		return fmt.Errorf("schema: the pattern %s at %s is not supported: %w", quoted(pattern.Regex), where(pattern.URL, ""), pattern.Err)
	case errors.As(err, &lost):
		return fmt.Errorf("schema: the reference to %s leads nowhere in the document", plainLocation(lost.URL))
	case errors.As(err, &anchor):
		return fmt.Errorf("schema: the reference to %s leads nowhere: there is no such anchor", plainLocation(anchor.Reference))
	case errors.As(err, &draft):
		return fmt.Errorf("schema: \"$schema\" names %s, which is not known; use draft-07 or 2020-12", visible(draft.URL))
	default:
		return fmt.Errorf("schema: the document cannot be compiled: %s", visible(strings.ReplaceAll(err.Error(), home, "")))
	}
}

// badDocument words a document that its metaschema refuses, with the first
// places that are wrong.
func badDocument(at string, fault *jsonschema.ValidationError, docs map[string]*node) error {
	home, ptr := splitLocation(at)
	var value any
	if n := docs[home].at(ptr); n != nil {
		value = n.plain()
	}
	var places []string
	for _, p := range (&judge{docs: docs}).explain(fault, value).Problems {
		places = append(places, visible(fmt.Sprintf("at %s: %s", where(at, p.Path), p.Message)))
		if len(places) == 5 {
			break
		}
	}
	return fmt.Errorf("schema: the document is not a valid schema %s", strings.Join(places, "; "))
}

// where names a place in a document for people.
func where(location, below string) string {
	doc, ptr := splitLocation(location)
	ptr = visible(ptr + below)
	switch {
	case doc == home && ptr == "":
		return "its top level"
	case doc == home:
		return ptr
	default:
		return visible(doc) + "#" + ptr
	}
}

// plainLocation is a location without the address we made up.
func plainLocation(location string) string {
	return visible(strings.TrimPrefix(strings.TrimPrefix(location, home), "jig:///"))
}
