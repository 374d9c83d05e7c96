package shell

import (
	"strings"
	"unicode"
)

// psWord is one argument of a PowerShell command that is exactly known.
type psWord struct {
	text   string
	quoted bool
	// list is set if a comma ties the word to the one before it.
	list bool
}

// psCommand is one simple command, with what joins it to the one before.
type psCommand struct {
	words []psWord
	// join is "" for the first, "|", ";" (also for a new line), "&&" or "||".
	join string
	text string
}

// psScanner splits a line of the subset. PowerShell has no grammar that could be
// used here, so the subset holds only what reads the same in every version:
// plain words, words that are wholly in quotes, and what separates commands.
type psScanner struct {
	line string
	at   int
	why  string // why the line is outside of the subset
}

// scanPowerShell gives the commands of a line, or says why it is not understood.
func scanPowerShell(line string) ([]psCommand, string) {
	if why := psGuard(line); why != "" {
		return nil, why
	}
	s := &psScanner{line: line}
	var commands []psCommand
	join := ""
	for s.why == "" {
		words, text, next := s.command()
		switch {
		case s.why != "":
		case len(words) > 0:
			if join == "" && len(commands) > 0 {
				join = ";"
			}
			commands = append(commands, psCommand{words, join, text})
		case next == "|" || next == "&&" || next == "||" || join == "|" || join == "&&" || join == "||":
			s.why = "a pipeline of PowerShell is not complete"
		}
		if next == "" {
			break
		}
		join = next
	}
	return commands, s.why
}

// command reads up to the next separator, which it gives; "" at the end.
func (s *psScanner) command() (words []psWord, text, next string) {
	start := s.at
	comma := false
	for s.at < len(s.line) && s.why == "" {
		rest := s.line[s.at:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t':
			s.at++
			continue
		case c == ',':
			if comma || len(words) < 2 {
				s.why = "a comma stands where PowerShell expects a value"
			}
			comma = true
			s.at++
			continue
		case strings.HasPrefix(rest, "&&") || strings.HasPrefix(rest, "||"):
			text, next = s.line[start:s.at], rest[:2]
			s.at += 2
		case c == '|' || c == ';':
			text, next = s.line[start:s.at], rest[:1]
			s.at++
		case c == '\n':
			text, next = s.line[start:s.at], ";"
			s.at++
		default:
			w := s.word()
			w.list = comma
			comma = false
			words = append(words, w)
			continue
		}
		if comma {
			s.why = "a comma stands where PowerShell expects a value"
		}
		return words, strings.TrimSpace(text), next
	}
	if comma {
		s.why = "a comma stands where PowerShell expects a value"
	}
	return words, strings.TrimSpace(s.line[start:s.at]), ""
}

func (s *psScanner) word() psWord {
	switch c := s.line[s.at]; c {
	case '\'':
		return s.quote(c)
	case '"':
		return s.quote(c)
	}
	start := s.at
	for s.at < len(s.line) {
		c := s.line[s.at]
		if strings.IndexByte(" \t\n;|,", c) >= 0 {
			break
		}
		if !psBare(c) || s.at == start && strings.IndexByte("#@%!^=+", c) >= 0 {
			s.why = "PowerShell reads " + string(rune(c)) + " as more than text; put the word into single quotes"
			return psWord{}
		}
		s.at++
	}
	w := psWord{text: s.line[start:s.at]}
	if strings.HasPrefix(w.text, "--%") {
		s.why = "--% turns off PowerShell's own reading of the line"
	}
	return w
}

// quote reads a text in quotes. What follows it directly would be a word of its
// own in some places and a part of this one in others.
func (s *psScanner) quote(q byte) psWord {
	s.at++
	var b strings.Builder
	for s.at < len(s.line) {
		c := s.line[s.at]
		s.at++
		switch {
		case q == '"' && (c == '$' || c == '`'):
			s.why = "a text in double quotes is not known before PowerShell expands it; use single quotes"
			return psWord{}
		case c != q:
			b.WriteByte(c)
			continue
		case q == '\'' && s.at < len(s.line) && s.line[s.at] == q:
			b.WriteByte(q)
			s.at++
			continue
		}
		if s.at < len(s.line) && strings.IndexByte(" \t\n;|,", s.line[s.at]) < 0 {
			s.why = "a text in quotes is directly followed by something else"
		}
		return psWord{text: b.String(), quoted: true}
	}
	s.why = "a text in quotes is not closed"
	return psWord{}
}

// psBare reports whether a character stands for itself outside of quotes. Bytes
// of letters beyond ASCII do; psGuard has seen to that.
func psBare(c byte) bool {
	return c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_-./\\*?:=+~%^!#@", c) >= 0
}

// psGuard refuses characters that PowerShell reads differently from how they look:
// it takes typographic dashes and quotes for the plain ones, and many kinds of
// blanks for a blank.
func psGuard(line string) string {
	switch {
	case len(line) > maxPowerShell:
		return "the line is too long to be judged"
	case strings.TrimSpace(line) == "":
		return "the line is empty"
	}
	for _, r := range line {
		switch {
		case r == '\n' || r == '\t' || r >= ' ' && r < 0x7f:
		case r < 0x80:
			return "the line contains a control character"
		case r == unicode.ReplacementChar, !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) && !unicode.Is(unicode.So, r):
			return "the line contains a character that PowerShell may read as another one"
		case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			return "the line contains a character that is not seen"
		}
	}
	return ""
}

// maxPowerShell is how long a line may be.
const maxPowerShell = 10_000
