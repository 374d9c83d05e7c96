package onepass

import (
	"math"
	"slices"
	"unicode/utf8"
)

const (
	maxProperties = 64 // bits in a word
	fewProperties = 8  // so many are compared one by one
)

// objectRules joins what the schema says about an object with the fields of
// the struct that it goes into.
func (c *compiler) objectRules(n *node, obj map[string]any, fields []field) bool {
	o := &objectRules{}
	n.obj = o
	var ok1, ok2, ok3 bool
	o.min, ok1 = readCount(obj, "minProperties", 0)
	o.max, ok2 = readCount(obj, "maxProperties", -1)
	additional, present := obj["additionalProperties"]
	if !present {
		additional = true
	}
	if additional == false {
		ok3 = true
	} else {
		o.additional, ok3 = c.node(additional, n.elemType())
	}
	props, ok4 := readProperties(obj)
	required, ok5 := readRequired(obj)
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 {
		return false
	}

	for _, name := range likelyOrder(fields, required, props) {
		p := property{name: name, quoted: quoted(name), field: -1}
		t := n.elemType()
		if at := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); at >= 0 {
			p.field, p.path, t = fields[at].index[0], fields[at].index[1:], fields[at].typ
		}
		schema, named := props[name]
		if !named {
			schema = additional
		}
		if named || additional != false {
			var ok bool
			if p.node, ok = c.node(schema, t); !ok {
				return false
			}
		}
		if named && !c.standIn(&p, schema) {
			return false
		}
		if len(o.props) == maxProperties {
			return false
		}
		bit := uint64(1) << len(o.props)
		if slices.Contains(required, name) {
			o.required |= bit
		}
		if p.def != nil {
			o.fallback |= bit
		}
		o.props = append(o.props, p)
	}
	if len(o.props) > fewProperties {
		o.byName = make(map[string]int, len(o.props))
		for i, p := range o.props {
			o.byName[p.name] = i
		}
	}
	return true
}

// standIn gives p the default of its subschema, or a doubtful one if a
// default stands where some would not look for it.
func (c *compiler) standIn(p *property, schema any) bool {
	s, ok := c.resolve(schema)
	if !ok {
		return false
	}
	obj, isObject := schema.(map[string]any)
	if !isObject {
		return true
	}
	v, present := obj["default"]
	_, isRef := obj["$ref"]
	switch {
	case present && isRef && c.draft7:
		p.def = &standIn{} // everything beside $ref is to be ignored there
	case present:
		p.def = newStandIn(p.name, v)
	case s.behind:
		p.def = &standIn{}
	}
	return true
}

// likelyOrder lists the names of all properties in the order in which a
// model is likely to write them: as the struct has them, for schemas are
// made from structs; or else the required ones first.
func likelyOrder(fields []field, required []string, props map[string]any) []string {
	rank := make(map[string]int)
	for _, f := range fields {
		rank[f.name] = len(rank)
	}
	for _, name := range required {
		if _, ok := rank[name]; !ok {
			rank[name] = len(rank)
		}
	}
	for name := range props {
		if _, ok := rank[name]; !ok {
			rank[name] = math.MaxInt
		}
	}
	names := make([]string, 0, len(rank))
	for name := range rank {
		names = append(names, name)
	}
	slices.Sort(names)
	slices.SortStableFunc(names, func(a, b string) int {
		switch {
		case rank[a] < rank[b]:
			return -1
		case rank[a] > rank[b]:
			return +1
		}
		return 0
	})
	return names
}

func readProperties(obj map[string]any) (map[string]any, bool) {
	v, present := obj["properties"]
	if !present {
		return nil, true
	}
	props, ok := v.(map[string]any)
	for name := range props {
		ok = ok && utf8.ValidString(name)
	}
	return props, ok
}

func readRequired(obj map[string]any) (names []string, ok bool) {
	v, present := obj["required"]
	if !present {
		return nil, true
	}
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	for _, item := range list {
		name, ok := item.(string)
		if !ok || !utf8.ValidString(name) {
			return nil, false
		}
		names = append(names, name)
	}
	return names, true
}

// quoted returns name and a closing quote if that is how JSON writes it.
func quoted(name string) string {
	if plain([]byte(name), 0) < len(name) {
		for i := range len(name) {
			if c := name[i]; c < 0x20 || c == '"' || c == '\\' {
				return ""
			}
		}
	}
	return name + `"`
}
