package journal

import (
	"net/url"
	"strings"
)

// Redacted is what stands where a secret was.
const Redacted = "[redacted]"

// Redactor takes secrets out of text, as well as they can be told from other text:
//
//   - the values of environment variables whose names look like it: *_KEY, *_TOKEN,
//     *SECRET*, *PASSWORD*;
//   - what stands after such a name, as in NAME=value, "name": "value" or --name value, and
//     as a member of a JSON object;
//   - what has the shape of a key or token that is widely used (sk-…, ghp_…, AKIA…,
//     xoxb-…, JSON web tokens and the like), private keys in PEM, Authorization headers,
//     and passwords in URLs.
//
// The zero value takes out nothing. More is added with its methods, before it is used;
// then any number of goroutines may use it.
type Redactor struct {
	// pairs has a bit for every two bytes that a prefix begins with, and for what a : or
	// = can be followed by. Almost all places in a text are done with one look at it.
	pairs [1 << 16 / 64]uint64
	rules [256][]rule     // by the first byte of their prefixes
	named bool            // whether what follows a name is looked at
	names map[string]bool // more of them, in capitals
}

// Shape finds a secret in a text that begins with the prefix of the shape: text[from:to].
// If there is none, to is 0. It must look only as far as it needs to.
type Shape func(text []byte) (from, to int)

type rule struct {
	prefix string
	shape  Shape
	word   bool // the prefix must begin a word
}

// NewRedactor makes one that knows the usual shapes, and the secrets of an environment as
// os.Environ gives it.
func NewRedactor(environ []string) *Redactor {
	r := &Redactor{}
	r.AddNames()
	for _, s := range usualShapes() {
		r.add(s)
	}
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		if kind := r.nameKind([]byte(name)); kind != noSecret && worthFinding(value) {
			r.AddValues(value)
		}
	}
	return r
}

// worthFinding says whether a value is a secret that can be looked for everywhere. Short
// ones and plain words would take out innocent text.
func worthFinding(value string) bool {
	if len(value) < 8 || value[0] == '/' || value[0] == '~' || strings.Contains(value, "\n") {
		return false
	}
	plain := strings.Trim(strings.ToLower(value), "abcdefghijklmnopqrstuvwxyz-_ ") == ""
	return !plain || len(value) >= 20
}

// AddValues adds secrets that are known: they are taken out wherever they are. Those of
// less than four bytes are too short to be found, and left out.
func (r *Redactor) AddValues(values ...string) {
	for _, v := range values {
		for _, form := range []string{v, url.QueryEscape(v)} {
			if len(form) >= 4 {
				n := len(form)
				r.add(rule{prefix: form, shape: func([]byte) (int, int) { return 0, n }})
			}
		}
	}
}

// AddShape adds a kind of secret by what it begins with, which must be three bytes at
// least, at the beginning of a word.
func (r *Redactor) AddShape(prefix string, shape Shape) {
	if len(prefix) < 3 || shape == nil {
		panic("journal: a shape needs a prefix of three bytes, and a function")
	}
	r.add(rule{prefix: prefix, shape: shape, word: true})
}

// AddNames adds names, in any case, whose values are secrets.
func (r *Redactor) AddNames(names ...string) {
	if r.names == nil {
		r.names = map[string]bool{}
	}
	if !r.named {
		r.named = true
		for next := range 256 {
			r.see(':', byte(next))
			r.see('=', byte(next))
		}
	}
	for _, n := range names {
		r.names[strings.ToUpper(n)] = true
	}
}

func (r *Redactor) add(x rule) {
	first := x.prefix[0]
	r.rules[first] = append(r.rules[first], x)
	r.see(first, x.prefix[1])
}

func (r *Redactor) see(a, b byte) {
	pair := uint16(a)<<8 | uint16(b)
	r.pairs[pair>>6] |= 1 << (pair & 63)
}

// Text gives a text without its secrets.
func (r *Redactor) Text(s string) string {
	spans := r.find(nil, []byte(s))
	if len(spans) == 0 {
		return s
	}
	return string(cutSpans(nil, []byte(s), spans))
}

// span is where a secret is.
type span struct{ from, to int }

// find adds the places of all secrets in a text, in order.
func (r *Redactor) find(spans []span, text []byte) []span {
	if len(text) < 3 {
		return spans
	}
	pair := uint16(text[0])
	for i := 1; i < len(text); i++ {
		pair = pair<<8 | uint16(text[i])
		if r.pairs[pair>>6]&(1<<(pair&63)) == 0 {
			continue
		}
		from, to := r.secretAt(text, i-1)
		if to == 0 {
			continue
		}
		spans = append(spans, span{from, to})
		if i = to; i >= len(text) {
			break
		}
		pair = uint16(text[i])
	}
	return spans
}

// secretAt gives the secret that is told by what is at a place.
func (r *Redactor) secretAt(text []byte, at int) (from, to int) {
	if r.named && (text[at] == ':' || text[at] == '=') {
		if from, to := r.assigned(text, at); to > 0 {
			return from, to
		}
	}
	if from, to := match(r.rules[text[at]], text, at); to > 0 {
		return at + from, at + to
	}
	return 0, 0
}

func match(rules []rule, text []byte, at int) (from, to int) {
	for k := range rules {
		x := &rules[k]
		if len(text)-at < len(x.prefix) || text[at+2] != x.prefix[2] || string(text[at:at+len(x.prefix)]) != x.prefix {
			continue
		}
		if x.word && !beginsWord(text, at) {
			continue
		}
		if from, to := x.shape(text[at:]); to > from {
			return from, to
		}
	}
	return 0, 0
}

// beginsWord says whether a place is the beginning of a word. A \n that is written out, as
// in JSON within a string, is not part of one.
func beginsWord(text []byte, at int) bool {
	if at == 0 {
		return true
	}
	c := text[at-1]
	if !isToken(c) { // so that no run of such characters is looked at twice
		return true
	}
	return at > 1 && text[at-2] == '\\' && (c == 'n' || c == 't' || c == 'r')
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

func cutSpans(dst, text []byte, spans []span) []byte {
	at := 0
	for _, s := range spans {
		dst = append(dst, text[at:s.from]...)
		dst = append(dst, Redacted...)
		at = s.to
	}
	return append(dst, text[at:]...)
}
