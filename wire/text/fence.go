package text

// fence follows the code fences of Markdown through a text, byte by byte. What stands
// between them is quoted: marks in there are not marks.
//
// A fence at the beginning of a line lasts until one that is as long; three backticks
// inside a line quote until the next three or the end of that line.
type fence struct {
	newline bool // only white space since the line began
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
			f.close()
			f.char, f.leading = c, f.newline
		}
		f.run++
		f.newline = false
	case c == '\n':
		f.close()
		f.newline, f.same = true, false
		if f.inline {
			f.open, f.inline = 0, false
		}
	case c == ' ' || c == '\t' || c == '>' || c == '\r':
		f.close()
	default:
		f.close()
		f.newline = false
	}
}

// quiet says that bytes that are no part of a fence change nothing.
func (f *fence) quiet() bool { return f.run == 0 && !f.newline }

// close decides what a run of fence characters meant, when it is over.
func (f *fence) close() {
	run := f.run
	f.run = 0
	switch {
	case run < fenceLength:
	case f.open == 0 && (f.leading || f.char == '`'):
		f.open, f.by, f.inline, f.same = run, f.char, !f.leading, true
	case f.char == f.by && run >= f.open && (f.leading || f.same):
		f.open, f.inline = 0, false
	}
}

// quoted says whether a mark that begins with c would be in code, or in the middle of
// what begins or ends it.
func (f *fence) quoted(c byte) bool {
	if f.run > 0 && c == f.char {
		return true
	}
	f.close()
	return f.open > 0
}
