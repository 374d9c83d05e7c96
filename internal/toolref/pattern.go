package toolref

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// pattern is a name in which case and the separators between words do not
// count, with wildcards. The empty pattern matches nothing.
type pattern struct {
	tokens []token
	// strict patterns are of servers: separators count, though all are alike.
	// Two servers git_hub and github are different parties, and what one is
	// allowed the other is not; but my.server has to be written my_server
	// where a provider sees it.
	strict bool
}

// token is one step of a pattern: a character, or one of the marks below, which
// are not characters.
type token rune

const (
	anyRun  token = -1 // *
	anyOne  token = -2 // ?
	edge    token = -3 // the edge of a word, beside a wildcard
	nothing token = -4
)

func separator(c rune) bool {
	switch c {
	case '_', '-', '.', ':', '/', ' ':
		return true
	}
	return false
}

func compile(text string) pattern { return build(text, false) }

func compileServer(text string) pattern { return build(text, true) }

func build(text string, strict bool) pattern {
	p := pattern{strict: strict}
	last, gap := nothing, false
	for _, c := range text {
		if strict && separator(c) {
			c = '_'
		} else if separator(c) {
			gap = true
			continue
		}
		next := token(unicode.ToLower(c))
		switch c {
		case '*':
			next = anyRun
		case '?':
			next = anyOne
		}
		if gap && last != nothing && (wild(last) || wild(next)) {
			p.tokens = append(p.tokens, edge)
		}
		if !gap && next == anyRun && last == anyRun {
			continue
		}
		p.tokens = append(p.tokens, next)
		last, gap = next, false
	}
	return p
}

// blank reports whether the pattern has nothing but separators.
func (p pattern) blank() bool {
	return !slices.ContainsFunc(p.tokens, func(t token) bool { return t != '_' })
}

func wild(t token) bool { return t == anyRun || t == anyOne }

// match compares the whole name. On a mismatch it goes back to the last * only,
// so that the time is bounded by the product of the lengths.
func (p pattern) match(name string) bool {
	if len(p.tokens) == 0 {
		return false
	}
	at, i := 0, 0 // places in the pattern and in the name
	star, from := -1, 0
	for {
		c, next, atEdge := p.step(name, i)
		if at == len(p.tokens) {
			if c == nothing {
				return true
			}
		} else {
			switch t := p.tokens[at]; {
			case t == anyRun:
				star, from = at, i
				at++
				continue
			case t == edge && atEdge:
				at++
				continue
			case c != nothing && (t == anyOne || t == c):
				at, i = at+1, next
				continue
			}
		}
		if star < 0 {
			return false
		}
		c, next, _ = p.step(name, from)
		if c == nothing {
			return false
		}
		at, i, from = star+1, next, next
	}
}

// step gives the next character of a name that counts, the place behind it,
// and whether a word begins with it.
func (p pattern) step(name string, from int) (c token, next int, atEdge bool) {
	i := from
	if p.strict && i < len(name) && separator(rune(name[i])) {
		return '_', i + 1, false
	}
	for i < len(name) && separator(rune(name[i])) {
		i++
	}
	if i == len(name) {
		return nothing, i, i > from
	}
	if b := name[i]; b < utf8.RuneSelf && (b < 'A' || b > 'Z') { // most characters of most names
		return token(b), i + 1, i > from
	}
	r, size := utf8.DecodeRuneInString(name[i:])
	next = i + size
	return token(unicode.ToLower(r)), next, i > from || i > 0 && hump(name[:i], r, name[next:])
}

// hump reports whether a word begins at r by its case: the F of webFetch, the G
// of HTTPGet.
func hump(before string, r rune, after string) bool {
	if !unicode.IsUpper(r) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	if !unicode.IsUpper(last) {
		return true
	}
	following, _ := utf8.DecodeRuneInString(after)
	return unicode.IsLower(following)
}
