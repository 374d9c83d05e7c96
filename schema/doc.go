// Package schema is JSON Schema for tools: it says what a tool's arguments may
// look like, checks what a model sent, and hands the tool a Go value.
//
// # The way arguments go
//
// A model sends raw JSON. Before anything may look at it, it is read strictly:
// duplicate keys, invalid UTF-8, lone surrogates, text after the value and
// numbers that no machine number can hold are refused, because two readers
// could understand them differently, and what the permission gate saw must be
// exactly what the tool gets. Then missing properties are filled in from the
// schema's defaults, everything is judged against the schema, and the final
// text is decoded into the tool's type with case-sensitive keys:
//
//	raw JSON ─▶ strict reading ─▶ defaults ─▶ judgement ─▶ (coercion, judged again) ─▶ Go value
//
// All faults are reported at once, as an [Invalid] error: a list of [Problem]
// values, each with a JSON pointer and a sentence that the model can act on.
//
// # Where schemas come from
//
// [For] and [Of] make a schema from a Go type (see [Of] for the struct tags).
// [Parse] takes a document from elsewhere, draft 7 or 2020-12; a [Cache] keeps
// documents that come again and again. Nothing is ever loaded from the network
// or from files: what a document refers to must be inside it, or be given with
// [WithResource].
//
// A schema from a Go type means what it says: "format" and "contentEncoding"
// are checked, and so is what the Go type can hold, so that an accepted value
// decodes. A parsed document is judged by the letter of its draft: in 2020-12
// "format" is a remark, in draft 7 it is checked.
//
// # Two roads, one truth
//
// Common schemas also get a plan that validates and decodes in one pass. A plan
// can only say yes; whatever it does not accept takes the slow road above,
// which knows every keyword and words the problems.
package schema
