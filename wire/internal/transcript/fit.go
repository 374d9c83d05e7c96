package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"jig/wire"
)

// AtMost leaves identifiers of up to n bytes as they are, and shortens others to a hash.
func AtMost(n int) func(string) string {
	return func(id string) string {
		if len(id) <= n {
			return id
		}
		return Hash(id, min(n, 24))
	}
}

// Hash makes a short identifier of n letters and digits out of another, always the same.
func Hash(id string, n int) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])[:n]
}

// Name makes a name valid that a model has made up: letters, digits, "_" and "-", at most
// 64 of them. Names of tools that were offered are so already.
func Name(name string) string {
	fitted := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		}
		return '_'
	}, name)
	if fitted == "" {
		return "unknown"
	}
	return fitted[:min(len(fitted), 64)]
}

// Object gives arguments as a JSON object. What a model wrote that is none goes back inside
// of one, so that it can see its mistake.
func Object(args json.RawMessage) json.RawMessage {
	args = bytes.TrimSpace(args)
	if len(args) == 0 {
		return json.RawMessage("{}")
	}
	if args[0] == '{' && json.Valid(args) {
		return args
	}
	wrapped, err := json.Marshal(map[string]string{"invalid_arguments": strings.ToValidUTF8(string(args), "\uFFFD")})
	if err != nil {
		return json.RawMessage("{}")
	}
	return wrapped
}

// Text is a result as text, for providers that have no other flag for errors. Images are
// only named.
func Text(r *wire.Result) string {
	lines := make([]string, 0, len(r.Content))
	for _, b := range r.Content {
		lines = append(lines, b.String())
	}
	text := strings.Join(lines, "\n")
	switch {
	case !r.IsError:
	case text == "":
		return "Error"
	case !strings.HasPrefix(strings.ToLower(text), "error"):
		return "Error: " + text
	}
	return text
}
