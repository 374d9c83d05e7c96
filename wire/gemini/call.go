package gemini

import (
	"bytes"
	"encoding/json"

	"jig/wire/internal/answer"
)

// call takes a call. Mostly it is whole; Vertex AI can be asked to send the arguments in
// pieces, where only the first piece says the name.
func (f *format) call(p *part, raw json.RawMessage) {
	c := p.Call
	if f.open != nil && c.Name == "" {
		f.more(c)
		return
	}
	if f.open != nil {
		f.complete()
	}
	begun := f.a.Begin(c.ID, c.Name)
	begun.Piece.Part.Raw = bytes.Clone(raw)
	if c.WillContinue || len(c.PartialArgs) > 0 {
		f.open = &partialCall{call: begun, signature: p.Signature, id: c.ID, args: map[string]any{}}
		f.more(c)
		return
	}
	if !answer.Null(c.Args) {
		begun.Object(c.Args)
	}
	begun.End()
}

// more takes a further piece of the arguments.
func (f *format) more(c *functionCall) {
	for i := range c.PartialArgs {
		if err := f.open.set(&c.PartialArgs[i]); err != nil {
			f.a.Warn("a piece of the arguments of %q is left out: %v", f.open.call.Name, err)
		}
	}
	if !c.WillContinue {
		f.complete()
	}
}

// complete ends the call whose arguments came in pieces. It goes back as if it had come at
// once.
func (f *format) complete() {
	open := f.open
	f.open = nil
	args := encode(plain(open.args))
	open.call.Piece.Part.Raw = encode(sentPart{
		Call:      &sentCall{ID: open.id, Name: open.call.Name, Args: args},
		Signature: open.signature,
	})
	open.call.Write(string(args))
	open.call.End()
}
