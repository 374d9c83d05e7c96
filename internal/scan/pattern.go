package scan

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// Options say how a pattern is meant.
type Options struct {
	IgnoreCase bool // letters match whatever their case, by Unicode's simple folds
	Literal    bool // the pattern is a text, not an expression
	Word       bool // a match must not begin or end within a word
	Multiline  bool // a match may span lines, and . matches a line end
}

// Pattern is a compiled pattern. It is not changed by searching; any number of searchers may use it at once.
type Pattern struct {
	prog  *nfa
	find  *finder        // nil if the automaton alone is better
	exact bool           // what it finds needs no further proof
	spans *regexp.Regexp // finds the matches of a multiline pattern; nil for others
	notes []string
}

// Notes says, in sentences for the one who asked, how the pattern was understood where that may surprise.
func (p *Pattern) Notes() []string { return p.notes }

// Multiline reports whether matches may span lines.
func (p *Pattern) Multiline() bool { return p.spans != nil }

// Compile reads a pattern. An error says what to write instead.
func Compile(pattern string, opt Options) (*Pattern, error) {
	text := pattern
	var notes []string
	if opt.Literal {
		text = regexp.QuoteMeta(pattern)
	}
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, explain(pattern, err)
	}
	flags := ""
	if opt.IgnoreCase {
		flags += "i"
	}
	multiline := opt.Multiline
	switch {
	case opt.Multiline:
		flags += "sm"
	case wantsNewline(re):
		multiline = true
		flags += "m"
		notes = append(notes, "The pattern names a line end, so matches may span lines, as with multiline.")
	}
	if flags != "" {
		text = "(?" + flags + ":" + text + ")"
	}
	if opt.Word {
		text = `\b(?:` + text + `)\b`
	}
	if re, err = syntax.Parse(text, syntax.Perl); err != nil {
		return nil, explain(pattern, err)
	}
	p := &Pattern{notes: notes}
	if multiline {
		if p.spans, err = regexp.Compile(text); err != nil {
			return nil, explain(pattern, err)
		}
	}
	if p.prog, err = newNFA(re); err != nil {
		return nil, explain(pattern, err)
	}
	known := newPairShares()
	all, exact := factors(re.Simplify(), func(f []factor) float64 { return known.planFor(f).cost })
	if best := known.planFor(all); best.cost < costWalk {
		p.find, p.exact = newFinder(best), exact
	}
	return p, nil
}

// wantsNewline reports whether an expression names the line end itself, so that it can only be meant to span lines.
func wantsNewline(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if r == '\n' {
				return true
			}
		}
	case syntax.OpCharClass:
		// [\n], [\r\n] and the like; \s and [^a] only include it.
		for i := 0; i < len(re.Rune); i += 2 {
			if lo, hi := re.Rune[i], re.Rune[i+1]; lo <= '\n' && '\n' <= hi {
				return lo >= '\n' && re.Rune[len(re.Rune)-1] <= '\r'
			}
		}
	}
	for _, sub := range re.Sub {
		if wantsNewline(sub) {
			return true
		}
	}
	return false
}

// explain says what is wrong with a pattern and what to do about it.
func explain(pattern string, err error) error {
	advice := "correct it, or set literal to search for it as plain text"
	if e := (*syntax.Error)(nil); errors.As(err, &e) {
		part := e.Expr
		switch {
		case strings.HasPrefix(part, "(?=") || strings.HasPrefix(part, "(?!"):
			advice = "look-ahead is not supported: search without it and filter the lines that come back, or match the following text itself"
		case strings.HasPrefix(part, "(?<=") || strings.HasPrefix(part, "(?<!"):
			advice = "look-behind is not supported: match the preceding text itself, or use \\b for the edge of a word"
		case strings.HasPrefix(part, "(?>"):
			advice = "atomic groups are not supported: write (?:…) instead"
		case e.Code == syntax.ErrInvalidEscape && len(part) == 2 && part[1] >= '1' && part[1] <= '9':
			advice = "backreferences are not supported: write the repeated text out, or search for the first part and filter the lines that come back"
		case e.Code == syntax.ErrMissingParen || e.Code == syntax.ErrUnexpectedParen:
			advice = `escape a parenthesis that is meant as itself, as in "main\(", or set literal`
		case e.Code == syntax.ErrMissingBracket:
			advice = `escape a bracket that is meant as itself, as in "\[0]", or set literal`
		case e.Code == syntax.ErrInvalidRepeatSize:
			advice = "repetition counts go up to 1000"
		case e.Code == syntax.ErrMissingRepeatArgument || e.Code == syntax.ErrInvalidRepeatOp:
			advice = `escape a repetition sign that is meant as itself, as in "\*", or set literal; possessive repetitions such as a++ are not supported`
		}
		return fmt.Errorf("the pattern %q is not a valid regular expression (%s: %s): %s", pattern, e.Code, part, advice)
	}
	return fmt.Errorf("the pattern %q cannot be used: %w", pattern, err)
}
