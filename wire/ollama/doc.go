// Package ollama speaks the chat of Ollama's own API (/api/chat).
//
//	d := ollama.New(wire.Options{})            // answers in, streamed or whole
//	body, err := ollama.Request(&request)      // conversations out
//	messages, err := ollama.Results(results)   // results of calls alone
//
// An answer is lines of JSON, the last of which says that it is done. Calls come whole,
// their arguments as an object. Older servers give them no identifiers: then the decoder
// makes them up, and results are matched by their order and the name of the tool.
package ollama
