package journal

import "bytes"

// usualShapes are the secrets that tell by themselves what they are.
func usualShapes() []rule {
	shapes := []rule{
		{prefix: "eyJ", shape: webToken, word: true},
		{prefix: "-----BEGIN ", shape: privateKey},
		{prefix: "://", shape: urlPassword},
		{prefix: "Bearer ", shape: bearer, word: true},
		{prefix: "bearer ", shape: bearer, word: true},
		{prefix: "AKIA", shape: amazonKey, word: true},
		{prefix: "ASIA", shape: amazonKey, word: true},
	}
	for _, t := range []struct {
		prefix string
		least  int // characters after it
	}{
		{"sk-", 18},
		{"sk_live_", 12},
		{"sk_test_", 12},
		{"rk_live_", 12},
		{"pk_live_", 12},
		{"whsec_", 16},
		{"ghp_", 20},
		{"gho_", 20},
		{"ghu_", 20},
		{"ghs_", 20},
		{"ghr_", 20},
		{"github_pat_", 20},
		{"glpat-", 16},
		{"xoxa-", 8},
		{"xoxb-", 8},
		{"xoxe-", 8},
		{"xoxe.", 8},
		{"xoxp-", 8},
		{"xoxr-", 8},
		{"xoxs-", 8},
		{"xapp-", 8},
		{"AIza", 30},
		{"ya29.", 20},
		{"npm_", 30},
		{"hf_", 30},
		{"gsk_", 30},
		{"pypi-", 40},
		{"dop_v1_", 40},
		{"SG.", 30},
		{"xai-", 40},
		{"pplx-", 30},
		{"tvly-", 20},
		{"r8_", 30},
		{"lin_api_", 30},
		{"sntrys_", 30},
		{"AGE-SECRET-KEY-", 30},
	} {
		shapes = append(shapes, rule{prefix: t.prefix, shape: tokenShape(len(t.prefix), t.least), word: true})
	}
	for _, option := range []string{"--password", "--passwd", "--passphrase", "--secret", "--client-secret", "--token", "--auth-token", "--access-token", "--api-key", "--apikey"} {
		shapes = append(shapes, rule{prefix: option, shape: optionShape(len(option)), word: true})
	}
	return shapes
}

// optionShape is what follows an option of a command line after a space. With a = it is an
// assignment like others.
func optionShape(option int) Shape {
	return func(text []byte) (from, to int) {
		from = option + 1
		if from >= len(text) || text[option] != ' ' {
			return 0, 0
		}
		quote := text[from]
		quoted := quote == '"' || quote == '\''
		if quoted {
			from++
		}
		return isSecret.value(text, from, ending{quote: quote, quoted: quoted})
	}
}

// tokenShape is a prefix with some letters and digits after it. One digit there must be:
// words of a language have none.
func tokenShape(prefix, least int) Shape {
	return func(text []byte) (from, to int) {
		end, digits := run(text, prefix, isToken)
		if end-prefix < least || digits == 0 {
			return 0, 0
		}
		return 0, end
	}
}

func isToken(c byte) bool { return isWord(c) || c == '-' || c == '.' }

// run gives the end of the characters of a kind, and how many of them are digits. A full
// stop at the end is that of a sentence.
func run(text []byte, at int, kind func(byte) bool) (end, digits int) {
	for end = at; end < len(text) && kind(text[end]); end++ {
		if '0' <= text[end] && text[end] <= '9' {
			digits++
		}
	}
	for end > at && text[end-1] == '.' {
		end--
	}
	return end, digits
}

func amazonKey(text []byte) (from, to int) {
	end, _ := run(text, 0, isWord)
	if end != 20 {
		return 0, 0
	}
	for _, c := range text[:end] {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return 0, 0
		}
	}
	return 0, end
}

// webToken is a JSON web token: three parts in base64, with dots between them.
func webToken(text []byte) (from, to int) {
	end := 0
	for part := range 3 {
		start := end
		for end < len(text) && (isWord(text[end]) || text[end] == '-') {
			end++
		}
		if end-start < 8 {
			return 0, 0
		}
		if part < 2 {
			if end >= len(text) || text[end] != '.' {
				return 0, 0
			}
			end++
		}
	}
	return 0, end
}

func bearer(text []byte) (from, to int) {
	from = len("Bearer ")
	to, digits := run(text, from, func(c byte) bool { return isToken(c) || c == '+' || c == '/' || c == '=' || c == '~' })
	if to-from < 16 || digits == 0 {
		return 0, 0
	}
	return from, to
}

// urlPassword is the password in scheme://user:password@host, or a long token that stands
// for the user.
func urlPassword(text []byte) (from, to int) {
	start := len("://")
	colon := -1
	for i := start; i < len(text) && i < start+512; i++ {
		switch c := text[i]; {
		case c == '@' && colon >= 0 && i > colon+1 && text[colon+1] != '$' && text[colon+1] != '<':
			return colon + 1, i
		case c == '@' && colon < 0 && i-start >= 20:
			return start, i
		case c == ':' && colon < 0:
			colon = i
		case c <= ' ', c == '/', c == '?', c == '#', c == '"', c == '\'', c == '@', c == '\\', c == '<':
			return 0, 0
		}
	}
	return 0, 0
}

const (
	longestPEM  = 32 << 10
	shortestPEM = 40 // what is shorter is talk about keys
)

// privateKey is a private key in PEM: everything between its first line and its last, or
// what looks like it, if the last is missing.
func privateKey(text []byte) (from, to int) {
	head := text[:min(len(text), 80)]
	mark := bytes.Index(head, []byte("PRIVATE KEY"))
	if mark < 0 || bytes.IndexByte(head[:mark], '\n') >= 0 {
		return 0, 0
	}
	dashes := bytes.Index(head[mark:], []byte("-----"))
	if dashes < 0 {
		return 0, 0
	}
	from = mark + dashes + len("-----")
	body := text[from:min(len(text), from+longestPEM)]
	// The next dashes decide: looking further would look at the same text again and
	// again, if there are many first lines.
	next := bytes.Index(body, []byte("-----"))
	if next < 0 || !bytes.HasPrefix(body[next:], []byte("-----END")) {
		if next < 0 {
			next = len(body)
		}
		for i, c := range body[:next] {
			if !isWord(c) && c != '+' && c != '/' && c != '=' && c > ' ' && c != '\\' {
				next = i
				break
			}
		}
	}
	if next < shortestPEM {
		return 0, 0
	}
	return from, from + next
}
