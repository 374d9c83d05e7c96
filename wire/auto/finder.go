package auto

import (
	"jig/wire"
	"jig/wire/text"
)

// newFinder makes the decoder of an answer of which nobody has said what it is. It keeps what comes until that is clear, which for
// text is at the first letter.
func newFinder(opt wire.Options) wire.Decoder {
	var look sniffer
	return text.Finding(opt, func(all []byte, final bool) (text.Native, bool) {
		name, sure := look.see(all, final)
		p, native := named()[name]
		if !native || !sure && !final {
			return text.Native{}, sure
		}
		return text.Native{Name: name, Decoder: p.New(opt)}, true
	})
}

// Found tells what an "auto" decoder has found: a provider's format, one of package text, or "auto" as long as it is not
// known. Of a decoder of another format of text it tells the name, and of others nothing.
func Found(d wire.Decoder) string { return text.Found(d) }
