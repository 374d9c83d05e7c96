package anthropic

import (
	"strconv"
	"strings"
)

// version is which generation of Claude a model is. Other makers' models are the zero
// value, and are treated like those that most of them copy.
type version struct {
	claude       bool
	major, minor int
}

// versionOf reads the version from names such as claude-opus-4-6, claude-3-7-sonnet-20250219
// and anthropic.claude-sonnet-4-5-20250929-v1:0. A Claude without a version is a new one.
func versionOf(model string) version {
	_, rest, ok := strings.Cut(strings.ToLower(model), "claude")
	if !ok {
		return version{}
	}
	v := version{claude: true, major: 99}
	words := strings.FieldsFunc(rest, func(r rune) bool { return r == '-' || r == '.' || r == '@' || r == ':' || r == '_' || r == '/' })
	for i, word := range words {
		if n, ok := small(word); ok {
			v.major = n
			if i+1 < len(words) {
				v.minor, _ = small(words[i+1])
			}
			break
		}
	}
	return v
}

// small is a number that is no date.
func small(word string) (int, bool) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || len(word) > 2 {
		return 0, false
	}
	return n, true
}

func (v version) before(major, minor int) bool {
	return v.major < major || v.major == major && v.minor < minor
}

// adaptive says that the model decides itself how much it thinks. Newer ones of these know no
// other way.
func (v version) adaptive() bool { return v.claude && !v.before(4, 6) }

// thinks says that the model can think.
func (v version) thinks() bool { return !v.claude || !v.before(3, 7) }

// sampled says that the model takes a temperature.
func (v version) sampled() bool { return !v.claude || v.before(4, 7) }

// longest is how long an answer may be if nobody says it. Long answers that are not
// streamed break with the connection.
func (v version) longest(stream bool) int {
	switch {
	case v.claude && v.before(3, 5):
		return 4096
	case v.claude && v.before(3, 7):
		return 8192
	case !v.claude || !stream:
		return 16_000
	}
	return 32_000
}
