package cli

import (
	"bytes"

	"jig/engine"
)

// Advise tells a person at a command line what a model knows from elsewhere: which tools there are, how arguments are written,
// and what becomes of a command in the background when the program ends. It comes after the outcome, on the stream for errors.
func (p *Printer) Advise(out engine.Outcome) {
	if id := out.Result.Control.Background; id != "" {
		Say(p.Stderr, "the background command %s ends with this call: background commands live within one session of a program", id)
	}
	if p.Format != TextFormat {
		return // programs find all they need in the report
	}
	switch {
	case out.Tool == "":
		Say(p.Stderr, `"jig tools" lists them`)
	case out.Status == engine.Invalid && !bytes.HasPrefix(bytes.TrimSpace(out.Call.Args), []byte("{")):
		Say(p.Stderr, `the arguments are a JSON object, such as '{"path": "go.mod"}'; "jig tools show %s" says which there are`, out.Tool)
	}
}
