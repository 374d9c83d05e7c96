package schema

import (
	"slices"
	"strconv"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// propertyName notes a key that the schema does not allow. The validator shares
// the memory of this one kind of location with later ones, so that only its
// length can be trusted: the place is found again from what the error says.
func (x *explainer) propertyName(e *jsonschema.ValidationError, name string) {
	why := "does not fit"
	for leaf := range leavesOf(e) {
		why = withoutGot(sentence(leaf, name))
		break
	}
	if x.keys.places == nil && x.root != nil {
		x.keys.build(x.root, x.value)
	}
	places := x.keys.places[keyPlace{e.SchemaURL, name, len(e.InstanceLocation)}]
	if len(places) == 0 { // a road that the index does not know: trust the validator
		places = [][]string{e.InstanceLocation}
	}
	for _, at := range places {
		if x.full() {
			return
		}
		x.note(&jsonschema.ValidationError{InstanceLocation: at}, "propertyNames",
			"has the key "+quoted(name)+", but a key there "+why)
	}
}

// keyIndex knows where in a value the keys of objects are subject to a
// "propertyNames" schema.
type keyIndex struct {
	places map[keyPlace][][]string
}

type keyPlace struct {
	schema string // location of the propertyNames schema
	key    string
	depth  int
}

func (k *keyIndex) build(root *jsonschema.Schema, value any) {
	k.places = map[keyPlace][][]string{}
	known := newExpansions()
	var visit func(v any, at []string, ap applicable)
	visit = func(v any, at []string, ap applicable) {
		ap = known.expand(ap)
		switch v := v.(type) {
		case map[string]any:
			for _, s := range slices.Concat(ap.must, slices.Concat(ap.may...)) {
				if s.PropertyNames == nil {
					continue
				}
				for key := range v {
					place := keyPlace{s.PropertyNames.Location, key, len(at)}
					k.places[place] = append(k.places[place], slices.Clone(at))
				}
			}
			for key, sub := range v {
				visit(sub, append(at, key), ap.property(key))
			}
		case []any:
			for i, sub := range v {
				visit(sub, append(at, strconv.Itoa(i)), ap.item(i))
			}
		}
	}
	visit(value, nil, applicable{must: all{root}})
}
