// Package chat speaks OpenAI's Chat Completions, and with it what vLLM, llama.cpp, LM
// Studio, OpenRouter, DeepSeek, Groq, Mistral, xAI and many others have made of it.
//
//	d := chat.New(wire.Options{})              // answers in, streamed or whole
//	body, err := chat.Request(&request)        // conversations out
//	messages, err := chat.Results(results)     // results of calls alone
//
// # What differs from server to server
//
// Pieces of a call are told apart by their index, which some leave out and others set to
// zero for all calls; then the identifier and the name decide. Arguments come in pieces, at
// once, or as an object instead of a text with an object in it. Thinking is called
// reasoning_content or reasoning, or is a part of the content; it is kept as it came, and
// goes back in turns in which tools were used, where some servers insist on it.
package chat
