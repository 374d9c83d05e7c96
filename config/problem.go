package config

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"jig/internal/clip"
	"jig/internal/spelling"
)

// A Problem is one mistake in a file.
type Problem struct {
	File   string
	Line   int // counted from 1
	Column int // counted from 1, in bytes
	Path   string
	Text   string // what is wrong and what to write instead
}

// Error gives the problem the way compilers do.
func (p Problem) Error() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File + ":")
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	return b.String() + p.Text
}

// maxProblems bounds what one file reports: nobody reads further.
const maxProblems = 20

// Problems are all mistakes that were found in one file, in the order of the file.
type Problems []Problem

// Error gives one line for each problem.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// unknown says that a word is not one of the known ones, and which was meant.
func unknown(what, word string, known []string) string {
	text := fmt.Sprintf("there is no %s %q", what, shorten(word))
	if near := closest(word, known); near != "" {
		return text + fmt.Sprintf("; did you mean %q?", near)
	}
	return text + "; known: " + strings.Join(known, ", ")
}

// unknownKey is unknown for a key. One that is nearly a key without effect is told
// so, because what it was meant to do does not happen in either spelling.
func unknownKey(key string, known, ignored []string) string {
	if closest(key, known) == "" {
		if near := closest(key, ignored); near != "" {
			return fmt.Sprintf("there is no setting %q; did you mean %q? It has no effect in jig", shorten(key), near)
		}
	}
	return unknown("setting", key, known)
}

// closest is the known word that was probably meant, or "".
func closest(word string, known []string) string {
	if len(word) > 60 {
		return ""
	}
	folded := spelling.Fold(word)
	n := utf8.RuneCountInString(folded)
	best, least := "", 1+max(1, n/3)
	for _, k := range known {
		other := spelling.Fold(k)
		if other == folded {
			return k
		}
		if d := spelling.Distance(folded, other); d < least && d < n {
			best, least = k, d
		}
	}
	return best
}

// shorten keeps a message readable whatever a file holds.
func shorten(s string) string { return clip.Runes(s, 60) }
