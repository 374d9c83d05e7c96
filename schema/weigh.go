package schema

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"jig/internal/onepass"
)

// effort is how much the validator would have to do for a value, counted only
// until it is more than most. It never says too little; where branches end early
// it may say too much.
func (sh *sheet) effort(n *node, most int) int {
	w := weigher{left: most}
	w.value(n, sh, 0, nil)
	return most - w.left
}

// allowance is the effort that a value may take; large ones may take more.
func allowance(n *node) int {
	values, text := 0, 0
	n.any(func(n *node) bool {
		values++
		text += len(n.text)
		return false
	})
	return min(maxEffort, onepass.BaseEffort+onepass.ValueEffort*values+text/onepass.TextPerEffort)
}

// tooMuchEffort is the problem of a value that would take more than it may, or
// nil.
func (j *judge) tooMuchEffort(n *node) *Invalid {
	most := allowance(n)
	if j.sheets[j.root].effort(n, most) <= most {
		return nil
	}
	return &Invalid{Problems: []Problem{{Keyword: "size", Message: fmt.Sprintf(
		"is too large, or nested too deep, for this schema: checking it would take more than %d steps; send less at once", most)}}}
}

// isTooLarge reports whether a value was not judged at all because of its size.
func isTooLarge(err error) bool {
	var inv *Invalid
	return errors.As(err, &inv) && len(inv.Problems) == 1 && inv.Problems[0].Keyword == "size"
}

// weigher takes every step the validator would take, without its work.
type weigher struct {
	left int // below zero when there is no more to spend
}

// value counts for the value n and one of its schemas. Same holds those which
// led here for this very value.
func (w *weigher) value(n *node, sh *sheet, depth int, same []*sheet) {
	if sh == nil || w.left < 0 {
		return
	}
	for _, earlier := range same {
		if earlier == sh {
			return
		}
	}
	// A fault carries its place, and circles are looked for all the way up.
	weight := 1 + (depth+len(same))/128
	w.left -= sh.own * weight
	if sh.admits&kindTypes(n.kind) == 0 {
		return
	}
	switch n.kind {
	case jsontext.KindBeginObject:
		w.left -= len(n.kids) / 8 * weight
		w.object(n, sh, depth+1)
	case jsontext.KindBeginArray:
		w.left -= len(n.kids) / 8 * weight
		w.array(n, sh, depth+1)
	case jsontext.KindString:
		w.match(n.text, sh.pattern)
		if sh.format {
			w.match(n.text, 1)
		}
	}
	if len(sh.same) == 0 {
		return
	}
	same = append(same, sh)
	for _, sub := range sh.same {
		w.value(n, sub, depth, same)
	}
}

// match counts for matching a text against a pattern of that size.
func (w *weigher) match(text string, size int) { w.left -= onepass.MatchEffort(len(text), size) }

func (w *weigher) object(n *node, sh *sheet, depth int) {
	for i, name := range n.names {
		if w.left < 0 {
			return
		}
		kid := n.kids[i]
		sub, evaluated := sh.properties[name]
		w.value(kid, sub, depth, nil)
		for _, p := range sh.patterns {
			w.left--
			w.match(name, p.size)
			if w.left < 0 {
				return
			}
			if p.match.MatchString(name) {
				evaluated = true
				w.value(kid, p.sheet, depth, nil)
			}
		}
		if !evaluated {
			w.value(kid, sh.additional, depth, nil)
			w.value(kid, sh.others, depth, nil)
		}
		if sh.names != nil {
			w.value(&node{kind: jsontext.KindString, text: name}, sh.names, depth, nil)
		}
	}
}

func (w *weigher) array(n *node, sh *sheet, depth int) {
	for i, kid := range n.kids {
		if w.left < 0 {
			return
		}
		if i < len(sh.prefix) {
			w.value(kid, sh.prefix[i], depth, nil)
		} else {
			w.value(kid, sh.items, depth, nil)
			w.value(kid, sh.rest, depth, nil)
		}
		w.value(kid, sh.contains, depth, nil)
	}
}

// kindTypes is the set of types that a token may be of.
func kindTypes(k jsontext.Kind) types {
	switch k {
	case jsontext.KindNull:
		return typeNull
	case jsontext.KindTrue, jsontext.KindFalse:
		return typeBoolean
	case jsontext.KindNumber:
		return typeInteger | typeNumber
	case jsontext.KindString:
		return typeString
	case jsontext.KindBeginArray:
		return typeArray
	default:
		return typeObject
	}
}
