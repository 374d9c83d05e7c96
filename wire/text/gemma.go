package text

import "bytes"

// gemmaShape is the shape of Google's open models: a name and arguments that look like
// JSON without quotes, except that strings stand between tokens.
//
//	<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>,days:3}<tool_call|>
type gemmaShape struct {
	open, end string
	quote     string // around strings
}

func gemma4Shape() gemmaShape {
	return gemmaShape{open: "<|tool_call>", end: "<tool_call|>", quote: `<|"|>`}
}

func functiongemmaShape() gemmaShape {
	return gemmaShape{open: "<start_function_call>", end: "<end_function_call>", quote: "<escape>"}
}

// gemma4 thinks on a channel, and may call before it has closed that.
func gemma4() format {
	shape := gemma4Shape()
	const think, unthink = "<|channel>", "<channel|>"
	return format{
		name:  "gemma4",
		think: []span{{think, unthink}},
		drop:  []string{shape.end, "<|tool_response>", "<turn|>", "<eos>"},
		marks: []string{shape.open, gemmaCall, think},
		read: func(mark string) reader {
			if mark == think {
				return &thought{
					pos: len(mark), name: "thought\n",
					closes: []string{unthink}, breaks: []string{think, shape.open},
				}
			}
			return shape.reader(mark)
		},
	}
}

// functiongemma is the small model that can only call.
func functiongemma() format {
	shape := functiongemmaShape()
	return format{
		name:  "functiongemma",
		drop:  []string{shape.end, "<start_function_response>", "<end_of_turn>"},
		marks: []string{shape.open},
		read:  shape.reader,
	}
}

const gemmaCall = "call:"

func (g gemmaShape) reader(mark string) reader {
	b := &gemmaBlock{gemmaShape: g, mark: len(mark), bare: mark == gemmaCall, words: new(words)}
	if !b.bare {
		b.pos = len(mark)
	}
	return b
}

// gemmaBlock reads one call.
type gemmaBlock struct {
	gemmaShape
	mark int
	bare bool // the mark in front is missing

	step gemmaStep
	pos  int
	name string
	args int // where the arguments begin

	stack  []byte
	begins bool    // a key or value may begin here
	quoted byte    // the string we are in: 'g' for the tokens, '"' for a quote
	stray  int     // the first mark of the end that stood in a string
	look   int     // how far we have looked for the mark of the end
	inTag  bool    // we are in what may be that mark
	values tagArgs // memory for those of a call
	words  *words
}

type gemmaStep uint8

const (
	gemmaLead gemmaStep = iota // in front of "call:"
	gemmaName
	gemmaArgs
	gemmaTail // behind the arguments
)

const gemmaNameLimit = 256

func (b *gemmaBlock) read(in []byte, final bool, out *calls) (int, verdict) {
	for {
		var v verdict
		switch b.step {
		case gemmaLead:
			v = b.lead(in, final)
		case gemmaName:
			v = b.named(in, final, out)
		case gemmaArgs:
			v = b.scan(in, final, out)
		case gemmaTail:
			return b.tail(in, final)
		}
		switch {
		case v == refused || v == more && final:
			return max(b.mark, b.pos), refused
		case v == more:
			return 0, more
		}
	}
}

// lead takes "call:", of which some models leave out the word.
func (b *gemmaBlock) lead(in []byte, final bool) verdict {
	b.pos = jsonSpace(in, b.pos)
	if b.pos < len(in) && in[b.pos] == ':' {
		b.pos++
	} else if yes, known := comes(in[b.pos:], gemmaCall, final); !known {
		return more
	} else if !yes {
		return refused
	} else {
		b.pos += len(gemmaCall)
	}
	b.args = b.pos
	b.step = gemmaName
	return ended
}

// named takes the name, up to the bracket. Without arguments it may be all there is.
func (b *gemmaBlock) named(in []byte, final bool, out *calls) verdict {
	for b.pos < len(in) && b.pos-b.args < gemmaNameLimit {
		c := in[b.pos]
		if pyWord(c) || c == '.' || c == ':' || c == '/' || c == ' ' && !b.bare {
			b.pos++
			continue
		}
		b.name = b.words.of(bytes.TrimSpace(in[b.args:b.pos]))
		if b.name == "" || b.bare && (c != '{' || !out.known(b.name) || out.tools == nil && !out.first) {
			return refused
		}
		if c == '{' || c == '(' {
			b.args = b.pos
			b.step = gemmaArgs
			return ended
		}
		yes, known := comes(in[b.pos:], b.end, final)
		if !known {
			return more
		}
		if !yes {
			return refused
		}
		out.ready(b.name, "", []byte("{}"))
		b.step = gemmaTail
		return ended
	}
	if b.pos < len(in) {
		return refused
	}
	return more
}

// scan looks for the end of the arguments.
func (b *gemmaBlock) scan(in []byte, final bool, out *calls) verdict {
	for b.pos < len(in) {
		c := in[b.pos]
		if c == '<' {
			n, v := b.token(in, final, out)
			if v != ended || b.step != gemmaArgs {
				return v
			}
			b.pos += n
			b.begins = false
			continue
		}
		switch {
		case b.quoted == 'g':
			n := bytes.IndexByte(in[b.pos:], '<')
			if n < 0 {
				n = len(in) - b.pos
			}
			b.pos += n
			continue
		case b.quoted == '"':
			switch c {
			case '\\':
				b.pos++
			case '"':
				b.quoted = 0
			}
		case c == '"' && b.begins:
			b.quoted = c
		case c == '{' || c == '[' || c == '(':
			b.stack = append(b.stack, c)
		case c == '}' || c == ']' || c == ')':
			if !pyPair(b.stack[len(b.stack)-1], c) {
				break // brackets in bare text need not match
			}
			b.stack = b.stack[:len(b.stack)-1]
			if len(b.stack) == 0 {
				b.pos++
				return b.call(in[b.args:b.pos], out)
			}
		}
		if c > ' ' {
			b.begins = c == '{' || c == '[' || c == '(' || c == ',' || c == ':' || c == '='
		}
		b.pos++
	}
	if !final {
		return more
	}
	return b.torn(in, out)
}

// token takes a token in the arguments, or what looks like one.
func (b *gemmaBlock) token(in []byte, final bool, out *calls) (int, verdict) {
	rest := in[b.pos:]
	quote, known := comes(rest, b.quote, final)
	if quote {
		switch b.quoted {
		case 0:
			b.quoted = 'g'
		case 'g':
			b.quoted = 0
		}
		return len(b.quote), ended
	}
	end, sure := comes(rest, b.end, final)
	switch {
	case !known || !sure:
		return 0, more
	case end && b.quoted != 0:
		if b.stray == 0 {
			b.stray = b.pos
		}
	case end && b.stray > 0:
		// A string before has lost its end, and everything since was mistaken.
		return 0, b.torn(in, out)
	case end:
		// A bracket is missing.
		return 0, b.call(in[b.args:b.pos], out)
	}
	return 1, ended
}

// torn makes what it can of arguments that have no end: a string may have lost the token
// behind it. What was cut off is not made whole.
func (b *gemmaBlock) torn(in []byte, out *calls) verdict {
	if b.stray == 0 {
		b.pos = len(in)
		return refused
	}
	b.pos = b.stray
	text := bytes.TrimRight(in[b.args:b.stray], " \t\r\n")
	body, ok := bytes.CutSuffix(text, []byte{'}'})
	if !ok {
		b.pos = len(in)
		return refused
	}
	mended := append(append(bytes.Clone(body), b.quote...), '}')
	return b.call(mended, out)
}

// call hands out the call.
func (b *gemmaBlock) call(args []byte, out *calls) verdict {
	v := gemmaValue{in: args, quote: b.quote, params: out.of(b.name), top: &b.values, words: b.words}
	object, err := v.object(true)
	if err != nil {
		out.warn("a call of " + b.name + " was left out: " + err.Error())
		return refused
	}
	out.ready(b.name, "", object)
	b.args = b.pos
	b.step = gemmaTail
	return ended
}

// tail takes the mark of the end, and brackets too many in front of it.
func (b *gemmaBlock) tail(in []byte, final bool) (int, verdict) {
	at := max(b.look, b.pos)
	for at < len(in) && bytes.IndexByte([]byte(" \t\r\n}])"), in[at]) >= 0 {
		at++
	}
	b.look = at
	yes, known := comes(in[at:], b.end, final)
	switch {
	case !known && !final:
		b.inTag = at < len(in)
		return 0, more
	case yes:
		return at + len(b.end), ended
	}
	return b.pos, ended
}
