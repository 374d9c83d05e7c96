// Package connect asks the models of providers: of Anthropic, OpenAI, Google, of Ollama and of every server that speaks like
// OpenAI's.
//
//	m, err := connect.Open(ctx, "anthropic/claude-sonnet-4-5", connect.Options{})
//	for event, err := range m.Stream(ctx, &wire.Request{Messages: []wire.Message{wire.Say("hello")}}) {
//		…
//	}
//
// It is apart from package model so that those who bring a model of their own do not get the clients of all providers with it.
package connect
