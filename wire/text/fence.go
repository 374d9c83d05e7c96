package text

import "strings"

// fence follows the code fences of Markdown through a text, byte by byte. What stands
// between them is quoted: marks in there are not marks.
//
// A fence at the beginning of a line lasts until one that is as long; three backticks
// inside a line quote until the next three or the end of that line, and so do one or two
// right before what could be a mark.
type fence struct {
	newline bool // only white space, or the sign of an item, since the line began
	item    bool // there is the sign of an item
	run     int  // how many fence characters have just come
	char    byte // which
	leading bool // whether the run began its line

	open   int  // length of the fence that is open; 0 if none is
	by     byte // its character
	inline bool // it began inside a line
	same   bool // we are still in the line where it began
}

const fenceLength = 3

// next takes one byte.
func (f *fence) next(c byte) {
	switch {
	case c == '`' || c == '~':
		if f.run == 0 || f.char != c {
			f.close(c)
			f.char, f.leading = c, f.newline
		}
		f.run++
		f.newline = false
	case c == '\n':
		f.close(c)
		f.newline, f.item, f.same = true, false, false
		if f.inline {
			f.open, f.inline = 0, false
		}
	case c == ' ' || c == '\t' || c == '>' || c == '\r':
		f.close(c)
	case f.newline && (c == '-' || c == '*' || c == '+' || c == '.' || c == ')' || c >= '0' && c <= '9'):
		f.item = true
	default:
		f.close(c)
		f.newline = false
	}
}

// pass takes text without parts of a fence but for single ones inside it, when none is about to
// begin or end: only the beginning of its last line counts.
func (f *fence) pass(text string) {
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		*f = fence{newline: true, open: f.open, by: f.by}
		text = text[i+1:]
	}
	for i := 0; i < len(text) && (f.newline || f.run > 0); i++ {
		f.next(text[i])
	}
}

// calm says that pass may be used.
func (f *fence) calm() bool { return f.run == 0 && !f.inline }

// quiet says that bytes that are no part of a fence change nothing.
func (f *fence) quiet() bool { return f.run == 0 && !f.newline }

// close decides what a run of fence characters meant, when c comes behind it.
func (f *fence) close(c byte) {
	run := f.run
	f.run = 0
	switch {
	case run == 0 || f.open > 0 && f.char != f.by:
	case f.open == 0 && run >= fenceLength && (f.leading || f.char == '`'):
		f.open, f.by, f.inline, f.same = run, f.char, !f.leading, true
	case f.open == 0:
	case f.open < fenceLength && run == f.open, f.open >= fenceLength && run >= f.open && (f.same || f.ends(c)):
		f.open, f.inline = 0, false
	}
}

// ends says whether a run at the beginning of a line ends the fence, if it is long enough:
// with a word behind it, it is the beginning of another one that is quoted.
func (f *fence) ends(c byte) bool {
	word := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	return f.leading && !f.item && !word
}

// quoted says whether a mark that begins with c would be in code, or in the middle of
// what begins or ends it.
func (f *fence) quoted(c byte) bool {
	if f.run > 0 && c == f.char {
		return true
	}
	if f.open == 0 && f.run > 0 && f.run < fenceLength && f.char == '`' {
		f.open, f.by, f.inline, f.same, f.run = f.run, f.char, true, true, 0
	}
	f.close(c)
	return f.open > 0
}
