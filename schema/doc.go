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
// Defaults never spoil what was right without them: arguments that are valid as
// sent and invalid when filled in are taken as sent.
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
// # Limits
//
// Schemas and arguments come from anybody, and a few hundred bytes of either can
// ask for hours of work. So there are limits, far from what tools need:
//
//   - A document has at most 15,000 subschemas. A schema may lead to at most
//     50,000 evaluations on one value, by references, allOf, anyOf and the like.
//     A pattern compiles to at most 5,000 instructions, those of a document
//     together to 200,000. Its defaults take at most 500,000 steps to check.
//   - A value nests at most 512 deep (see [Options]) and has at most 250,000
//     values. Judging it may take 200,000 steps, and more for a large one: four
//     for each value in it, and one for every two bytes of text, up to two
//     million. A step is the evaluation of one schema on one value, or
//     sixteen bytes of text that one instruction of a pattern is matched with.
//   - Problems end at a thousand; the message shows 25, and only these come with
//     a suggestion.
//
// # Two roads, one truth
//
// Common schemas also get a plan that validates and decodes in one pass. A plan
// can only say yes; whatever it does not accept takes the slow road above,
// which knows every keyword and words the problems.
package schema
