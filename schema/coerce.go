package schema

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// coerce returns the value with those parts mended that were written in the
// wrong type, and whether there were any. Only a string where no string is
// allowed and a null where no null is allowed are touched.
func (j *judge) coerce(n *node, lim limits) (*node, bool) {
	c := coercer{judge: j, lim: lim, room: maxValues - n.size(), steps: 2 * allowance(n), known: newExpansions()}
	n = c.value(n.clone(), applicable{must: all{j.root}}, 0)
	return n, c.changed
}

type coercer struct {
	*judge
	lim     limits
	room    int // how many more values there may be
	steps   int // how many more schemas may be looked at
	known   *expansions
	changed bool
}

// value mends one value to which the schemas in ap apply.
func (c *coercer) value(n *node, ap applicable, depth int) *node {
	direct := ap
	ap = c.known.expand(ap)
	if c.steps -= ap.size(); c.steps < 0 {
		return n // the rest stays as it was sent
	}
	if n.kind == jsontext.KindString {
		mended := c.fromString(n.text, ap.wanted(c.known), depth)
		if mended == nil || !c.affordable(mended, direct) {
			return n
		}
		n, c.changed = mended, true
	}
	switch n.kind {
	case jsontext.KindBeginObject:
		c.object(n, ap, depth+1)
	case jsontext.KindBeginArray:
		for i, kid := range n.kids {
			n.kids[i] = c.value(kid, ap.item(i), depth+1)
		}
	}
	return n
}

// affordable reports whether a value that was hidden in a string, and so was not
// counted before, may be looked at by its schemas.
func (c *coercer) affordable(n *node, ap applicable) bool {
	for _, s := range slices.Concat(ap.must, slices.Concat(ap.may...)) {
		if sh := c.sheets[s]; sh != nil && c.steps >= 0 {
			c.steps -= sh.effort(n, c.steps)
		}
	}
	return c.steps >= 0
}

func (c *coercer) object(n *node, ap applicable, depth int) {
	names, kids := n.names, n.kids
	n.names, n.kids = nil, nil
	for i, name := range names {
		below := ap.property(name)
		if kids[i].kind == jsontext.KindNull && below.wanted(c.known)&typeNull == 0 && ap.optional(name) {
			c.changed = true
			continue
		}
		n.add(name, c.value(kids[i], below, depth))
	}
}

// fromString reads a string as what is wanted instead of one, or returns nil.
func (c *coercer) fromString(text string, wanted types, depth int) *node {
	if wanted&typeString != 0 {
		return nil
	}
	if wanted&typeBoolean != 0 && (text == "true" || text == "false") {
		return literal(text)
	}
	if wanted&(typeInteger|typeNumber) != 0 && isNumber(text) {
		if _, whole := integer(text); whole || wanted&typeNumber != 0 {
			return &node{kind: jsontext.KindNumber, text: text}
		}
		return nil
	}
	if wanted&(typeArray|typeObject) != 0 {
		n, fault := read([]byte(text), limits{depth: c.lim.depth - depth, nul: c.lim.nul, values: max(1, c.room)})
		if fault != nil {
			return nil
		}
		c.room -= n.size()
		if n.kind == jsontext.KindBeginObject && wanted&typeObject != 0 || n.kind == jsontext.KindBeginArray && wanted&typeArray != 0 {
			return n
		}
	}
	return nil
}
