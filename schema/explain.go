package schema

import (
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// explain turns the validator's tree of errors into problems: one for each
// fault, none for the wrappers around them.
func (j *judge) explain(fault *jsonschema.ValidationError, value any) *Invalid {
	x := explainer{judge: j, value: value}
	x.walk(fault)
	if len(x.problems) == 0 { // a tree without leaves cannot be, but must not pass as valid
		x.problems = []Problem{{Keyword: "schema", Message: "does not satisfy the schema"}}
	}
	return invalid(x.problems)
}

type explainer struct {
	*judge
	value    any
	problems []Problem
}

func (x *explainer) note(e *jsonschema.ValidationError, keyword, message string) {
	x.problems = append(x.problems, Problem{pointer(e.InstanceLocation), keyword, message})
}

func (x *explainer) walk(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		for _, cause := range e.Causes {
			x.walk(cause)
		}
	case *kind.AnyOf:
		x.noneOf(e, "anyOf")
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			x.noneOf(e, "oneOf")
			return
		}
		x.note(e, "oneOf", sentence(e, nil))
	case *kind.Required:
		for _, name := range k.Missing {
			x.note(e, "required", "is missing the required property "+quoted(name))
		}
	case *kind.DependentRequired:
		x.needed(e, "dependentRequired", k.Prop, k.Missing)
	case *kind.Dependency:
		x.needed(e, "dependencies", k.Prop, k.Missing)
	case *kind.AdditionalProperties:
		known := knownProperties(x.source(e.SchemaURL), nil)
		for _, name := range k.Properties {
			x.note(e, "additionalProperties", unknownProperty(name, known))
		}
	case *kind.FalseSchema:
		x.forbidden(e)
	case *kind.PropertyNames:
		x.propertyName(e, k.Property)
	case *kind.Not:
		x.note(e, "not", excluded(x.source(e.SchemaURL).member("not"), valueAt(x.value, e.InstanceLocation)))
	default:
		x.note(e, keyword(e), sentence(e, valueAt(x.value, e.InstanceLocation)))
	}
}

// needed notes properties that another one calls for.
func (x *explainer) needed(e *jsonschema.ValidationError, keyword, because string, missing []string) {
	for _, name := range missing {
		x.note(e, keyword, "is missing the property "+quoted(name)+", which is required when "+quoted(because)+" is present")
	}
}

// forbidden notes a value that no schema would admit. Behind a closed object it
// is a property too many, and the fault is the object's.
func (x *explainer) forbidden(e *jsonschema.ValidationError) {
	_, ptr := splitLocation(e.SchemaURL)
	n := len(e.InstanceLocation)
	if owner, ok := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); ok && n > 0 {
		known := knownProperties(x.source(owner), x.docs[home])
		parent := &jsonschema.ValidationError{InstanceLocation: e.InstanceLocation[:n-1]}
		x.note(parent, "unevaluatedProperties", unknownProperty(e.InstanceLocation[n-1], known))
		return
	}
	what := "is not allowed here; leave it out"
	if n == 0 {
		what = "cannot be valid: the schema accepts nothing"
	}
	word := "false"
	for _, k := range []string{"unevaluatedItems", "items", "additionalItems", "properties"} {
		if slices.Contains(pointerTokens(ptr), k) {
			word = k
			break
		}
	}
	x.note(e, word, what)
}

// propertyName notes a key that the schema does not allow. The validator shares
// the memory of this one kind of location with later ones, so that only its
// length can be trusted: the place is found again from what it says.
func (x *explainer) propertyName(e *jsonschema.ValidationError, name string) {
	why := "does not fit"
	if leaves := leavesOf(e); len(leaves) > 0 {
		why = sentence(leaves[0], name)
	}
	message := "has the key " + quoted(name) + ", but a key there " + why
	for _, at := range x.holders(e, name) {
		x.note(&jsonschema.ValidationError{InstanceLocation: at}, "propertyNames", message)
	}
}

// holders are the places of the objects with such a key, at the depth of e, to
// which the schema of e can apply.
func (x *explainer) holders(e *jsonschema.ValidationError, name string) [][]string {
	var found [][]string
	depth := len(e.InstanceLocation)
	var search func(v any, at []string, ap applicable)
	search = func(v any, at []string, ap applicable) {
		ap = ap.expand()
		object, _ := v.(map[string]any)
		if len(at) == depth {
			if _, ok := object[name]; ok && ap.checksNamesWith(e.SchemaURL) {
				found = append(found, slices.Clone(at))
			}
			return
		}
		for key, sub := range object {
			search(sub, append(at, key), ap.property(key))
		}
		if array, ok := v.([]any); ok {
			for i, sub := range array {
				search(sub, append(at, itoa(i)), ap.item(i))
			}
		}
	}
	search(x.value, nil, applicable{must: all{x.root}})
	if len(found) == 0 { // a road that the search does not know: trust the validator
		found = append(found, e.InstanceLocation)
	}
	return found
}

// checksNamesWith reports whether one of the schemas has the propertyNames
// schema at location.
func (ap applicable) checksNamesWith(location string) bool {
	return slices.ContainsFunc(slices.Concat(ap.must, slices.Concat(ap.may...)), func(s *jsonschema.Schema) bool {
		return s.PropertyNames != nil && s.PropertyNames.Location == location
	})
}

// leavesOf are the faults themselves, below all wrappers.
func leavesOf(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var leaves []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		leaves = append(leaves, leavesOf(cause)...)
	}
	return leaves
}

// keyword is the schema keyword behind an error.
func keyword(e *jsonschema.ValidationError) string {
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		return path[0]
	}
	return "schema"
}
