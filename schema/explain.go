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
	x := explainer{judge: j, value: value, keys: new(keyIndex)}
	x.walk(fault)
	if len(x.problems) == 0 { // a tree without leaves cannot be, but must not pass as valid
		x.problems = []Problem{{Keyword: "schema", Message: "does not satisfy the schema"}}
	}
	return invalid(x.problems)
}

type explainer struct {
	*judge
	value    any
	keys     *keyIndex
	problems []Problem
}

// walkAll walks the causes in the order of their places, for the validator
// finds them in the random order of maps.
func (x *explainer) walkAll(causes []*jsonschema.ValidationError) {
	if len(causes) > 1 {
		causes = slices.Clone(causes)
		slices.SortStableFunc(causes, func(a, b *jsonschema.ValidationError) int {
			return comparePaths(a.InstanceLocation, b.InstanceLocation)
		})
	}
	for _, cause := range causes {
		if len(x.problems) >= maxProblems {
			return
		}
		x.walk(cause)
	}
}

func (x *explainer) note(e *jsonschema.ValidationError, keyword, message string) {
	x.problems = append(x.problems, Problem{pointer(e.InstanceLocation), keyword, message})
}

func (x *explainer) walk(e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		x.walkAll(e.Causes)
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
		source := x.source(e.SchemaURL)
		var patterns []string
		if p := source.member("patternProperties"); p != nil {
			patterns = p.names
		}
		for _, name := range k.Properties {
			x.note(e, "additionalProperties", unknownProperty(name, knownProperties(source, nil), patterns))
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
		x.note(parent, "unevaluatedProperties", unknownProperty(e.InstanceLocation[n-1], known, nil))
		return
	}
	what := "is not allowed here; leave it out"
	if n == 0 {
		what = "cannot be valid: the schema accepts nothing"
	}
	x.note(e, forbiddingKeyword(pointerTokens(ptr)), what)
}

// forbiddingKeyword names the keyword under which a false schema stands.
func forbiddingKeyword(at []string) string {
	for _, step := range []int{2, 1} { // first as the holder of named or numbered schemas
		if len(at) < step {
			continue
		}
		switch word := at[len(at)-step]; word {
		case "properties", "patternProperties", "prefixItems":
			if step == 2 {
				return word
			}
		case "items", "additionalItems", "unevaluatedItems", "additionalProperties", "contains", "not":
			if step == 1 {
				return word
			}
		}
	}
	return "false"
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
