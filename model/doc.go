// Package model talks to models: those of Anthropic, OpenAI, Google, of Ollama and of every
// server that speaks like OpenAI's, and practice, which needs neither key nor network.
//
//	m, err := model.Open(ctx, "anthropic/claude-sonnet-4-5", model.Options{})
//	for event, err := range m.Stream(ctx, &wire.Request{Messages: []wire.Message{wire.Say("hello")}}) {
//		…
//	}
//
// [Providers] lists who can be asked, and [Available] who can be asked now. A key is looked
// for in the environment, in the keyring of the desktop, and in a file; what is missing is
// said by the error.
//
// # What happens to a request
//
// Package wire writes it as the provider wants it, and the provider's own client sends it. A
// failure that may pass is tried again, with growing waits or as long as the provider says,
// as long as nothing of the answer has been given: after that, only the caller knows what
// to do. An answer that stands still is broken off. All failures of providers are [*Error],
// with a [Reason] for programs and a text for people that says what to do. The provider is
// asked to remember the conversation, and [Price] says what an answer cost.
//
// # Two modes of calling
//
// Most models are offered tools as their provider means it. Some open models are not made for
// that, or their server is not: these are told about tools in their instructions, and
// their calls are read from their text ([Prompted]). And because servers leave calls in the
// text of models that they do not know well, the text of an answer without native calls is
// searched for calls too ([Rescued]), except with the large providers, where a call in the
// text is somebody's example. A small table knows which model is which; [Options.Mode] and
// [Options.Format] override it.
package model
