// Package anthropic speaks the Messages API of Anthropic, and of those who copy it.
//
// # In
//
// [New] reads an answer: a stream of server-sent events, a whole message, or the events of
// a stream as JSON, one by one. An answer is made of blocks. Text and thinking become
// parts of their own kinds, tool_use becomes a call for us to run, and every other block
// (server_tool_use, mcp_tool_use, web search results, compaction …) belongs to something
// that the provider has run itself: it is kept as it came, goes back with the next
// request, and is never run here.
//
// A call is ready at the byte that completes its arguments, which is often long before
// the end of the answer. One whose arguments were cut by the limit of tokens is never ready.
//
// # Out
//
// [Request] renders a conversation, [Results] the one message that answers calls, and [Tools]
// the list of tools. The API is strict: the sides must take turns, each call must be answered
// in the very next message before anything else is said there, identifiers are of a
// small alphabet, and signed thinking comes back unchanged or not at all. A conversation is
// brought into that shape here, so that what comes out is always a valid request.
package anthropic

// name is what parts of this provider say in From.
const name = "anthropic"
