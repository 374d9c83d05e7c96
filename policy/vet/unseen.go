package vet

import (
	"fmt"
	"strings"
	"unicode"
)

// sight says in which way a character is not what a person sees.
type sight int

const (
	seen sight = iota
	control
	tag
	direction
	selector
	zeroWidth
	private
	broken
)

// kindOf says what a character is by itself. Whether a joiner or a selector is in
// its place is decided by its neighbours, in unseen.
func kindOf(r rune) sight {
	switch {
	case r == '\n' || r == '\t' || r >= ' ' && r < 0x7f:
		return seen
	case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029:
		return control
	case r == unicode.ReplacementChar || unicode.Is(unicode.Noncharacter_Code_Point, r):
		return broken
	case r >= 0xE0000 && r <= 0xE007F:
		return tag
	case r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
		return direction
	case r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180F && r != 0x180E:
		return selector
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r),
		r == 0x2800, r == 0x00A0, r == 0x202F, r >= 0x2000 && r <= 0x200F, r == 0x3000:
		return zeroWidth
	case unicode.Is(unicode.Co, r):
		return private
	}
	return seen
}

// describe gives the level and the sentence for a kind of unseen character.
func (s sight) describe() (Level, string) {
	switch s {
	case control:
		return Deny, "control characters, which a terminal obeys and a person does not see"
	case tag:
		return Deny, "Unicode tag characters, which a model reads and a person does not see"
	case direction:
		return Deny, "characters that change the direction of writing, so that the text reads differently from what it is"
	case selector:
		return Deny, "variation selectors that select nothing, a way to hide bytes in text"
	case zeroWidth:
		return Ask, "zero-width or blank characters that a person does not see"
	case private:
		return Ask, "private characters that have no agreed meaning"
	case broken:
		return Ask, "bytes or characters that are not valid Unicode text"
	case seen:
	}
	return Clean, ""
}

// unseen finds characters that a person reading s would not see, one finding for
// each kind.
func unseen(s string) []Finding {
	const kinds = int(broken) + 1
	var count, first [kinds]int
	var hidden strings.Builder
	before := rune(0)
	flag := false // inside of a flag such as that of Scotland, which is spelt in tags
	line := 1
	for i, r := range s {
		kind := kindOf(r)
		switch {
		case r == '\n':
			line++
		case r == '\r' && strings.HasPrefix(s[i+1:], "\n"):
			kind = seen
		case r == 0xFEFF && i == 0:
			kind = seen
		case r == 0x1F3F4:
			flag = flagAhead(s[i:])
		case kind == tag && flag:
			kind = seen
			flag = r != 0xE007F
		case (r == 0xFE0E || r == 0xFE0F) && pictured(before):
			kind = seen
		case (r == 0x200D || r == 0x200C) && joins(before):
			kind = seen
		case r == 0x00AD, r == 0x00A0, r == 0x202F, r == 0x3000:
			// Typography, which word processors put in by themselves; it shows as a
			// blank or a hyphen, so that nothing can be hidden in it.
			kind = seen
		}
		if kind != seen {
			if count[kind] == 0 {
				first[kind] = line
			}
			count[kind]++
			if kind == tag && r >= 0xE0020 && r < 0xE007F && hidden.Len() < 80 {
				hidden.WriteRune(r - 0xE0000)
			}
		}
		before = r
	}
	var found []Finding
	for kind := control; int(kind) < kinds; kind++ {
		if count[kind] == 0 {
			continue
		}
		level, what := kind.describe()
		what = fmt.Sprintf("it contains %d %s", count[kind], what)
		if kind == tag && hidden.Len() > 0 {
			what += fmt.Sprintf("; they spell %q", hidden.String())
		}
		found = append(found, Finding{Level: level, Where: fmt.Sprintf("line %d", first[kind]), What: what})
	}
	return found
}

// flagAhead reports whether s begins with one of the three flags in use that
// are written with tag characters.
func flagAhead(s string) bool {
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		var b strings.Builder
		b.WriteRune(0x1F3F4)
		for _, r := range region {
			b.WriteRune(0xE0000 + r)
		}
		b.WriteRune(0xE007F)
		if strings.HasPrefix(s, b.String()) {
			return true
		}
	}
	return false
}

// pictured reports whether r is a character that is shown as text or as a
// picture, which a selector after it decides.
func pictured(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2190 && r <= 0x2BFF || r == 0x203C || r == 0x2049 || r == 0x2122 || r == 0x2139 ||
		r == 0xA9 || r == 0xAE || r >= 0x3030 && r <= 0x303D || r == 0x3297 || r == 0x3299 || r != 0 && strings.ContainsRune("0123456789#*", r)
}

// joins reports whether a joiner after r has a meaning: in emoji and in the
// scripts that are written with it.
func joins(r rune) bool {
	return r == 0xFE0F || pictured(r) ||
		unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali,
			unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada,
			unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar)
}
