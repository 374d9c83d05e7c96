// Package model is what a model is to the rest of the house: something that can be asked, and streams its answer.
//
//	for event, err := range m.Stream(ctx, &wire.Request{Messages: []wire.Message{wire.Say("hello")}}) {
//		…
//	}
//
// Package connect, below this one, has those of the providers, and brings their clients with it; package practice one that needs
// neither key nor network. Whoever has a client already implements [Model] in a few lines, with a decoder of package wire.
package model
