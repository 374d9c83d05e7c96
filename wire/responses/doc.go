// Package responses speaks OpenAI's Responses API, and what Azure, xAI, LM Studio and others
// have made of it.
//
//	d := responses.New(wire.Options{})           // answers in, streamed or whole
//	body, err := responses.Request(&request)     // conversations out
//	items, err := responses.Results(results)     // results of calls alone
//
// An answer is a list of items. Messages are text, function calls are calls, reasoning is
// thinking. Custom tools are calls if the conversation offers a tool of that name, or the
// answer says that it was offered: some providers call their own tools that way. All other
// items, such as web searches, are the provider's own: they are kept as they came and go back
// the same, and nothing of theirs is run.
//
// Conversations are rendered so that the provider has to store nothing: reasoning goes back
// encrypted, as it came.
package responses
