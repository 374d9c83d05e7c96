package journal

import (
	"bytes"
)

// nameKind says what a name tells about its value.
type nameKind uint8

const (
	noSecret   nameKind = iota
	maySecret           // *_KEY and *_TOKEN: the value decides
	isSecret            // *PASSWORD*, *SECRET*
	loudSecret          // the same or the first, in capitals as in an environment
	authSecret          // Authorization: a scheme, and what it proves with
)

const (
	longestName = 64
	decisive    = 64 // how much of a value is looked at
)

// nameKind looks at a name: API_KEY, apiKey, db.password, X-Api-Key.
func (r *Redactor) nameKind(name []byte) nameKind {
	if len(name) < len("TOKEN") && len(r.names) == 0 || len(name) > longestName || !r.named {
		return noSecret
	}
	var buffer [longestName]byte
	upper := buffer[:len(name)]
	loud := true
	for i, c := range name {
		if 'a' <= c && c <= 'z' {
			loud = false
			c -= 'a' - 'A'
		} else if c == '-' {
			c = '_'
		}
		upper[i] = c
	}
	kind := noSecret
	switch {
	case r.names[string(upper)]:
		return isSecret
	case bytes.HasSuffix(upper, []byte("AUTHORIZATION")):
		return authSecret
	case bytes.Contains(upper, []byte("PASSWORD")), bytes.Contains(upper, []byte("PASSWD")),
		bytes.Contains(upper, []byte("PASSPHRASE")), bytes.Contains(upper, []byte("SECRET")):
		kind = isSecret
	case bytes.Contains(upper, []byte("PUBLIC")):
	case endsWord(name, upper, "KEY"), endsWord(name, upper, "TOKEN"):
		kind = maySecret
	}
	if kind != noSecret && loud {
		return loudSecret
	}
	return kind
}

// endsWord says whether a name ends with a word of its own: API_KEY, apiKey and APIKEY do
// with KEY, monkey does not. TOKEN may stand alone, KEY may not.
func endsWord(name, upper []byte, word string) bool {
	at := len(name) - len(word)
	switch {
	case at < 0 || string(upper[at:]) != word:
		return false
	case at == 0:
		return word == "TOKEN"
	case bytes.HasSuffix(upper[:at], []byte("API")):
		return true
	}
	before := upper[at-1]
	camel := name[at] == word[0] && 'a' <= name[at-1] && name[at-1] <= 'z'
	return before == '_' || before == '.' || camel
}

// takes says whether a value is a secret, given its name.
func (k nameKind) takes(value []byte, quoted bool) bool {
	if k == noSecret || len(value) < 4 || refers(value) {
		return false
	}
	digits, letters, spaces := 0, 0, 0
	for _, c := range value {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
			letters++
		case c <= ' ':
			spaces++
		}
	}
	mixed := digits > 0 && letters > 0 && spaces == 0
	switch k {
	case authSecret:
		return true
	case loudSecret:
		return spaces == 0 && (len(value) >= 6 || quoted)
	case isSecret:
		return quoted || len(value) >= 6 && mixed
	}
	return len(value) >= 8 && mixed
}

// refers says whether a value only says where the secret is, or is none: $TOKEN,
// ${{ secrets.X }}, <your key>, os.Getenv("X"), ****.
func refers(value []byte) bool {
	switch value[0] {
	case '$', '<', '{', '%', '*', '[', '&':
		return true
	}
	for _, word := range []string{"true", "false", "null", "none", "undefined", "process.env", "os."} {
		if len(value) >= len(word) && string(value[:len(word)]) == word && (len(value) == len(word) || !isWord(value[len(word)]) || word[len(word)-1] == '.') {
			return true
		}
	}
	return bytes.IndexByte(value, '(') >= 0
}

// assigned finds the secret after a : or = at a place, if the name before it is one of a
// secret: NAME=value, name: value, "name": "value", -H "Authorization: Bearer value".
func (r *Redactor) assigned(text []byte, at int) (from, to int) {
	nameEnd := at
	for nameEnd > 0 && at-nameEnd < 3 && (text[nameEnd-1] == ' ' || text[nameEnd-1] == '"' || text[nameEnd-1] == '\'' || text[nameEnd-1] == '\\') {
		nameEnd--
	}
	nameStart := nameEnd
	for nameStart > 0 && nameEnd-nameStart <= longestName && (isWord(text[nameStart-1]) || text[nameStart-1] == '-' || text[nameStart-1] == '.') {
		nameStart--
	}
	if nameStart > 0 && text[nameStart-1] == '\\' && nameStart < nameEnd { // "\nNAME=…", written out
		nameStart++
	}
	kind := r.nameKind(text[nameStart:nameEnd])
	if kind == noSecret {
		return 0, 0
	}
	from = at + 1
	for from < len(text) && from-at < 6 && (text[from] == ' ' || text[from] == '\t' || text[from] == '=' || text[from] == '\\') {
		from++
	}
	if from >= len(text) {
		return 0, 0
	}
	quote := text[from]
	quoted := quote == '"' || quote == '\'' || quote == '`'
	inner := quoted && text[from-1] == '\\' // a quote within a quoted text ends at the next of its kind
	if quoted {
		from++
	}
	if kind == authSecret {
		from = skipScheme(text, from)
	}
	return kind.value(text, from, ending{quote: quote, quoted: quoted && kind != authSecret, inner: inner})
}

// value gives the secret that begins at a place, if it is one. The beginning decides, so
// that values which are none cost little however long they are.
func (k nameKind) value(text []byte, at int, end ending) (from, to int) {
	to = end.find(text, at, min(len(text), at+decisive))
	if to <= at || !k.takes(text[at:to], end.quoted) {
		return 0, 0
	}
	return at, end.find(text, at, len(text))
}

// ending is how a value ends: with the quote that it began with, or where a word does.
type ending struct {
	quote  byte
	quoted bool
	inner  bool // within a quoted text: the next quote of its kind has a backslash before it
}

func (e ending) find(text []byte, at, limit int) int {
	for ; at < limit; at++ {
		if e.at(text[at]) {
			return at
		}
		if text[at] == '\\' && e.quoted {
			at++
		}
	}
	return limit
}

// at says whether a value ends before a character.
func (e ending) at(c byte) bool {
	if c == '\n' || c == '\r' {
		return true
	}
	if e.quoted {
		return c == e.quote || c == '\\' && e.inner
	}
	switch c {
	case ' ', '\t', '"', '\'', '`', ',', ';', ')', '}', ']', '\\', '|', '<', '>':
		return true
	}
	return false
}

// skipScheme goes past the Bearer, Basic or Token of an Authorization header.
func skipScheme(text []byte, at int) int {
	end := at
	for end < len(text) && end-at < 16 && isWord(text[end]) {
		end++
	}
	if end > at && end+1 < len(text) && text[end] == ' ' {
		return end + 1
	}
	return at
}
