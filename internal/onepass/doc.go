// Package onepass checks the JSON arguments of a tool call against the
// tool's JSON Schema while it decodes them into a Go value: one walk over
// the bytes, no intermediate map, no second parse.
//
// A [Plan] is compiled once per tool from the schema document and the Go
// type, and is then run for every call. Plans cover the part of JSON Schema
// that tools are written in: types, properties, required,
// additionalProperties, items, enum, const, bounds, lengths, pattern,
// defaults, nullable values and references into $defs. Everything else
// belongs to the general judge (github.com/santhosh-tekuri/jsonschema/v6),
// which is slower and complete.
//
// # What must hold
//
// A plan never says no. It says either "yes, and here is the value" or "no
// verdict", and after "no verdict" the caller asks the judge, which also
// writes the error for the model. Hence the one invariant of this package:
//
//	if a plan accepts, the judge accepts, and the decoded value is the one
//	that github.com/go-json-experiment/json would have made.
//
// Whenever keeping that promise would take exact arithmetic, a reading of an
// unusual keyword or a guess at intent, the plan gives no verdict: 1.0 where
// an integer is wanted, exponents, long numbers that touch a bound, a missing
// required property that has a default. Refusing costs time, accepting
// wrongly would cost trust.
//
// # Strictness
//
// Accepted bytes are exactly one JSON value by RFC 8259: valid UTF-8, no
// lone surrogates, no duplicate keys, no NUL character in any key or string,
// and at most 512 levels of nesting.
//
// # Defaults
//
// A property that is missing from an object that is present takes the
// default of its subschema, if the default itself satisfies that subschema.
// The value is decoded into the destination and spliced into the returned
// bytes. A default counts only when it stands in the property's own
// subschema. One that stands behind a $ref or inside an alternative, that
// lacks defaults of its own, or that would be filled in below an
// alternative, is open to more than one reading: no verdict.
//
// # How it is fast
//
// Strings are cut out of a single string copy of the input; known keys are
// compared in place, in the order in which they are likely to come; required
// and duplicate keys are bits of one word; Go fields are reached by an index
// that was worked out at compile time. Types with their own decoding methods,
// and those with unusual struct tags, are checked here and then decoded by
// go-json-experiment/json from their span of the input.
package onepass
