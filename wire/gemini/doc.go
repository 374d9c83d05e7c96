// Package gemini speaks the generateContent API of Google's Gemini, in the Gemini API and in
// Vertex AI.
//
// # In
//
// [New] reads an answer: server-sent events, the array that is streamed without them, or one
// response. Each response holds parts. Texts that follow each other are one part of the reply;
// a functionCall is a call, whole when it comes; what the provider runs itself (code, its
// search) is kept and goes back as it came.
//
// Two things are special. Many models give their calls no identifier: then one is made
// up, never sent to the provider, and the results are told apart by their order. And parts
// may be signed (thoughtSignature): what is signed goes back exactly as it came, and is
// not merged with what is not, since newer models refuse calls without their signature.
//
// # Out
//
// [Request] renders a conversation, [Results] the content that answers calls, and [Tools] the
// list of tools. The model is no part of a request here: its name stands in the address.
package gemini

// name is what parts of this provider say in From.
const name = "gemini"
