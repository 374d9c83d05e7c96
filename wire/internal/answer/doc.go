// Package answer is what the decoders of the providers' streams have in common: it takes
// bytes apart into events, puts a reply together from what they say, and knows when a
// call is complete.
//
// A provider's package writes a [Format], which understands one event at a time, and makes
// a decoder of it with [New].
package answer
