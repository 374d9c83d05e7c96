// Package wire is the vocabulary in which jig speaks with models: messages, calls and
// results that belong to no provider, and the events of an answer that is on its way.
//
// What the providers and the open models really send and take lives in the packages
// below this one. They all do the same two things.
//
// # In
//
// A [Decoder] takes the bytes of one answer as they come, however they are cut, and
// gives [Event]s: text to show, and calls at the moment their arguments are complete.
//
//	d, err := auto.New("hermes", wire.Options{Tools: tools}) // or "anthropic", "auto", …
//	for chunk := range chunks {
//		for _, e := range d.Write(chunk) {
//			switch e.Kind {
//			case wire.Text:
//				fmt.Print(e.Text)
//			case wire.CallReady:
//				turn.Add(e.Call.Tool())
//			}
//		}
//	}
//	events, err := d.Close()
//	reply := d.Reply() // the whole message, to be kept and sent back
//
// The events do not depend on how the stream was cut, nothing that could be the start
// of a call is shown as text, and nothing that turns out to be text is lost.
//
// # Out
//
// A [Request] is a conversation with the tools that are offered. Each provider's package
// renders it to the JSON that the provider takes, without a client of any kind, so
// that it can be used with every one. What a provider wants to have back unchanged
// (signed thinking, encrypted reasoning) travels in [Part.Raw].
package wire
