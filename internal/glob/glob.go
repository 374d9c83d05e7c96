// Package glob matches text with patterns in which "*" stands for any
// characters and "\\*" for a star, in linear time and without regular
// expressions.
package glob

import "strings"

// Glob is a pattern for text.
type Glob struct {
	parts []string // what stands between the stars
	fold  bool
}

// Text makes a pattern in which "*" stands for any characters, also none.
func Text(pattern string) *Glob { return &Glob{parts: split(pattern)} }

// Plain reports whether a pattern has no star that stands for something else.
func Plain(pattern string) bool { return len(split(pattern)) == 1 }

// Escape makes a pattern that matches exactly the text.
func Escape(text string) string { return strings.NewReplacer(`\`, `\\`, "*", `\*`).Replace(text) }

// split cuts a pattern at its stars. A backslash takes the meaning from a star
// and from another backslash, and is a character like any other elsewhere.
func split(pattern string) []string {
	if !strings.ContainsAny(pattern, `\`) {
		return strings.Split(pattern, "*")
	}
	var parts []string
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern) && (pattern[i+1] == '*' || pattern[i+1] == '\\'):
			i++
			b.WriteByte(pattern[i])
		case c == '*':
			parts = append(parts, b.String())
			b.Reset()
		default:
			b.WriteByte(c)
		}
	}
	return append(parts, b.String())
}

// Fold makes a pattern like Text that does not tell capital letters from small
// ones.
func Fold(pattern string) *Glob {
	return &Glob{parts: split(strings.ToLower(pattern)), fold: true}
}

// Match reports whether the whole text is what the pattern says.
func (g *Glob) Match(text string) bool {
	if g.fold {
		text = strings.ToLower(text)
	}
	first, last := g.parts[0], g.parts[len(g.parts)-1]
	if len(g.parts) == 1 {
		return text == first
	}
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	// The leftmost place for each part is as good as any other.
	for _, part := range g.parts[1 : len(g.parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}
