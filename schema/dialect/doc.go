// Package dialect turns one JSON Schema into the form each model provider accepts.
//
// A tool's schema is written once, in JSON Schema 2020-12 or draft 7. Every provider takes a different part of that
// language: one wants all properties required, another knows no references, a third refuses a whole request because of
// one keyword. [Export] rewrites a document for a [Dialect] and says in [Exported.Losses] what the provider could not be
// told, so that nothing disappears silently.
//
// Three things can happen to a keyword:
//
//   - It is said in other words that mean the same (const becomes a one-value enum, allOf is merged, an optional property
//     becomes a required one that may be null). That is no loss.
//   - It is moved into the description, where the model can read it but the provider does not enforce it. That is a
//     [Loss] with Kept set.
//   - It is dropped. That is a [Loss] with Kept empty.
//
// An export may also be narrower than the document: an open object is closed when the provider wants it so. A narrower
// schema never leads to a wrong answer. A wider one can, which is why answers are always validated against the original
// document, after dropping the nulls that stand for "absent" (see [OpenAIStrict]).
//
// The strict dialects cannot express everything, for instance maps. Then Exported.Strict is false, the schema is the
// plain form of the same provider, and a Loss names the reason.
//
// Exports are pure functions of their arguments: safe for concurrent use, deterministic, and in the order of the input,
// so that they do not disturb prompt caches. Exporting an export to the same dialect changes nothing. The work is bounded
// for every input: references are followed and copied only up to a fixed size, and documents nested too deeply are
// refused.
//
// Bookkeeping that says nothing about a value ($schema, $id, $anchor, $comment, definitions that nothing refers to) is
// left out without a Loss.
package dialect

// Dialect names the form of schema that one kind of provider endpoint accepts.
type Dialect string

const (
	// Anthropic is a tool's input_schema: any JSON Schema with an object at the root and no composition there.
	Anthropic Dialect = "anthropic"
	// AnthropicStrict is input_schema for a tool with "strict": true, where the answer is constrained by a grammar.
	AnthropicStrict Dialect = "anthropic-strict"
	// OpenAI is a function's parameters with "strict": false, as OpenAI and compatible endpoints take them.
	OpenAI Dialect = "openai"
	// OpenAIStrict is a function's parameters with "strict": true. Optional properties become required and nullable
	// there, so a null in the answer for a property that the original does not require means "absent".
	OpenAIStrict Dialect = "openai-strict"
	// Gemini is a function declaration's parametersJsonSchema, the JSON Schema form.
	Gemini Dialect = "gemini"
	// GeminiOpenAPI is a function declaration's parameters, the older OpenAPI form with upper-case types.
	GeminiOpenAPI Dialect = "gemini-openapi"
)

// All returns every dialect, in a fixed order.
func All() []Dialect {
	return []Dialect{Anthropic, AnthropicStrict, OpenAI, OpenAIStrict, Gemini, GeminiOpenAPI}
}
