package schema

import (
	"encoding/json"
	"reflect"
)

type fastPlan struct{}

func newPlan(s *Schema, t reflect.Type) *fastPlan                       { return nil }
func (p *fastPlan) accepts(raw []byte) bool                             { return false }
func (p *fastPlan) run(raw []byte, opt Options) (json.RawMessage, bool) { return nil, false }
