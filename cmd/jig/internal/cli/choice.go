package cli

import (
	"fmt"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// The formats in which commands print.
const (
	TextFormat   = "text"
	JSONFormat   = "json"
	StreamFormat = "stream-json"
)

// Choice is the value of a flag that takes one of a few words.
type Choice struct {
	value   string
	allowed []string
}

// NewChoice makes a choice that is set to value to begin with.
func NewChoice(value string, allowed ...string) *Choice {
	return &Choice{value: value, allowed: allowed}
}

// String is the word chosen.
func (c *Choice) String() string { return c.value }

// Set chooses a word.
func (c *Choice) Set(word string) error {
	// Case, - and _ do not matter: settings and other programs spell the same words otherwise.
	i := slices.IndexFunc(c.allowed, func(one string) bool { return spelling.Fold(one) == spelling.Fold(word) })
	if i < 0 {
		return fmt.Errorf("use %s", Alternatives(c.allowed))
	}
	c.value = c.allowed[i]
	return nil
}

// Type stands for the value in the help text.
func (c *Choice) Type() string { return strings.Join(c.allowed, "|") }

// Allowed lists the words, for completion.
func (c *Choice) Allowed() []string { return slices.Clone(c.allowed) }

// Alternatives lists words with "or" before the last.
func Alternatives(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// DidYouMean asks whether one of the words was meant, with a space before; without words it asks nothing.
func DidYouMean(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " Did you mean " + Alternatives(words) + "?"
}
