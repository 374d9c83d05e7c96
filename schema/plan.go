package schema

import (
	"encoding/json"
	"reflect"

	"jig/internal/onepass"
)

// fastPlan answers the plain calls in one pass over the text. It only ever says
// yes; nil and everything it does not accept mean: take the slow road.
type fastPlan struct {
	plan     *onepass.Plan
	defaults bool // it may fill in defaults
}

// newPlan compiles the fast road for s into a Go type, nil for checking only.
// There is none where the judge knows something that a plan would pass over.
func newPlan(s *Schema, t reflect.Type) *fastPlan {
	doc := s.strict
	switch {
	case s.set.strict && t != nil && t == s.origin && !s.unchecked:
		// Decoding into the type itself checks what only the judged document says.
		doc = s.doc
	case s.set.strict && doc.any(mentionsFormat):
		return nil
	}
	plain := doc.plain()
	if root, ok := plain.(map[string]any); ok && s.set.draft == Draft7 && root["$schema"] == nil {
		root["$schema"] = "http://json-schema.org/draft-07/schema#"
	}
	p, ok := onepass.Compile(plain, t)
	if !ok {
		return nil
	}
	return &fastPlan{plan: p, defaults: doc.any(mentionsDefault)}
}

// accepts reports whether a value satisfies the schema as it stands.
func (p *fastPlan) accepts(raw []byte) bool {
	if p == nil || p.defaults { // filled in, it might satisfy what it does not now
		return false
	}
	_, ok := p.plan.Run(raw, reflect.Value{})
	return ok
}

// decode is Check, and decoding into dst unless the plan is for checking only.
func (p *fastPlan) decode(raw []byte, opt Options, dst reflect.Value) (json.RawMessage, bool) {
	if p == nil || opt.MaxDepth > 0 && opt.MaxDepth < defaultDepth {
		return nil, false
	}
	return p.plan.Run(raw, dst)
}
