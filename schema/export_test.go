package schema

import (
	"encoding/json"

	jsonv2 "github.com/go-json-experiment/json"
)

// CheckSlowly is Check without the plan.
func (s *Schema) CheckSlowly(args []byte, opt Options) (json.RawMessage, error) {
	return s.check(args, opt)
}

// HasPlan reports whether plain calls are decoded in one pass.
func (d *Decoder[T]) HasPlan() bool { return d.plan != nil }

// HasPlan reports whether plain calls are checked in one pass.
func (s *Schema) HasPlan() bool { return s.plan() != nil }

// WithoutPlan is the decoder with only the slow road.
func (d *Decoder[T]) WithoutPlan() *Decoder[T] {
	slow := *d
	slow.plan = nil
	return &slow
}

// WithoutJudge is the decoder with only the fast road: it panics on the other.
func (d *Decoder[T]) WithoutJudge() *Decoder[T] {
	fast, s := *d, *d.schema
	s.judge = func() (*judge, error) { panic("the slow road was taken") }
	fast.schema = &s
	return &fast
}

var _ jsonv2.Marshaler = (*Schema)(nil)
