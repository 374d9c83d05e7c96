package auto

import (
	"jig/wire"
	"jig/wire/text"
)

// finder is the decoder of an answer of which nobody has said what it is. It keeps what comes until that is clear, which for
// text is at the first letter, and then hands everything to the right decoder.
type finder struct {
	opt   wire.Options
	kept  []byte
	look  sniffer
	found wire.Decoder
	name  string
}

func newFinder(opt wire.Options) *finder { return &finder{opt: opt} }

// Write takes the next bytes.
func (f *finder) Write(p []byte) []wire.Event {
	if f.found != nil {
		return f.found.Write(p)
	}
	f.kept = append(f.kept, p...)
	name, sure := f.look.see(f.kept, false)
	if !sure {
		return nil
	}
	return f.settle(name)
}

// settle chooses the decoder and gives it what was kept.
func (f *finder) settle(name string) []wire.Event {
	f.name = name
	if p, ok := named()[name]; ok {
		f.found = p.New(f.opt)
	} else {
		f.name = Auto
		d, err := text.New(Auto, f.opt)
		if err != nil {
			panic(err) // the package has it
		}
		f.found = d
	}
	kept := f.kept
	f.kept = nil
	return f.found.Write(kept)
}

// Close says that nothing more comes.
func (f *finder) Close() ([]wire.Event, error) {
	var events []wire.Event
	if f.found == nil {
		name, _ := f.look.see(f.kept, true)
		events = held(f.settle(name))
	}
	last, err := f.found.Close()
	if len(events) > 0 {
		last = append(events, last...)
	}
	return last, err
}

// held copies events, which are valid only until the next Write.
func held(events []wire.Event) []wire.Event { return append([]wire.Event(nil), events...) }

// Reply is what has come so far.
func (f *finder) Reply() *wire.Reply {
	if f.found == nil {
		return &wire.Reply{Message: wire.Message{Role: wire.Assistant}}
	}
	return f.found.Reply()
}

// Found tells what an "auto" decoder has found: a provider's format, one of package text, or "auto" as long as it is not
// known. Of other decoders it knows nothing.
func Found(d wire.Decoder) string {
	f, ok := d.(*finder)
	switch {
	case !ok:
		return ""
	case f.name == Auto:
		return text.Found(f.found)
	case f.name == "":
		return Auto
	}
	return f.name
}
