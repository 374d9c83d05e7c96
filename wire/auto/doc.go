// Package auto is the door to all formats: it makes the decoder for a name, and finds out by itself what an answer is if nobody
// knows.
//
//	d, err := auto.New("auto", wire.Options{Tools: tools})
//	events := d.Write(chunk) // SSE of any provider, JSON, or the text of an open model
//
// [Native] lists the providers' own formats; all other names are those of package text.
package auto
