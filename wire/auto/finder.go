package auto

import (
	"bytes"

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
	if p, ok := Lookup(name); ok {
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
	return append(events, last...), err
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

// sniffer finds out what bytes are. It remembers how far it has looked.
type sniffer struct {
	pos     int // within the first JSON value
	depth   int
	keys    int // that have been looked at
	quoted  bool
	escaped bool
}

// mostKeys is how many keys of an object are looked at before it is whole.
const mostKeys = 16

// orderMark is what some programs put before a text.
var orderMark = []byte("\xef\xbb\xbf") //nolint:gochecknoglobals // constant

// fields are the beginnings of lines in an event stream.
var fields = [][]byte{[]byte("data:"), []byte("event:"), []byte("id:"), []byte("retry:"), []byte(":")} //nolint:gochecknoglobals // constant

// see looks at all that has come. The name is empty for text.
func (s *sniffer) see(all []byte, final bool) (name string, sure bool) {
	if bytes.HasPrefix(orderMark, all) {
		return "", final // it may become one
	}
	body := bytes.TrimLeft(bytes.TrimPrefix(all, orderMark), " \t\r\n")
	if len(body) == 0 {
		return "", final
	}
	if body[0] == '{' || body[0] == '[' {
		return s.json(body, final)
	}
	for _, field := range fields {
		if bytes.HasPrefix(body, field) {
			return s.stream(body, final)
		}
		if bytes.HasPrefix(field, body) {
			return "", final // it may become one
		}
	}
	return "", true
}

// stream looks at the first event with data.
func (s *sniffer) stream(body []byte, final bool) (string, bool) {
	for line := range bytes.Lines(body) {
		if !bytes.HasSuffix(line, []byte("\n")) && !bytes.HasSuffix(line, []byte("\r")) && !final {
			return "", false
		}
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		if !ok {
			continue
		}
		if name := nameOf(bytes.TrimSpace(data)); name != "" {
			return name, true
		}
	}
	return "", final
}

// json looks at the first value. As long as it can be JSON, nothing is certain.
func (s *sniffer) json(body []byte, final bool) (string, bool) {
	for ; s.pos < len(body); s.pos++ {
		c := body[s.pos]
		switch {
		case s.escaped:
			s.escaped = false
		case s.quoted && c == '\\':
			s.escaped = true
		case c == '"':
			s.quoted = !s.quoted
		case s.quoted:
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			if s.depth--; s.depth == 0 {
				return nameOf(body[:s.pos+1]), true
			}
		case s.depth == 1 && body[0] == '[' && !bytes.ContainsRune([]byte(" \t\r\n,"), rune(c)):
			return "", true // a list of something else than objects
		}
		if s.depth == 1 && body[0] == '{' && c == ',' && !s.quoted && s.keys < mostKeys {
			s.keys++
			// The first keys may be enough, long before a body has come whole.
			if name := nameOf(append(body[:s.pos:s.pos], '}')); name != "" {
				return name, true
			}
		}
	}
	return "", final
}
