package file

import (
	"bytes"
	"unicode/utf8"
)

const (
	defaultLines = 2000       // lines of one answer, if the call does not say
	maxLine      = 2000       // characters shown of a line
	maxText      = 250 * 1000 // bytes of one answer
)

// span is the part of a text that is wanted: Count lines from the line First on,
// each from the character Column on. Both are counted from 1.
type span struct {
	First, Count, Column int64
}

// line is what is shown of a line.
type line struct {
	from, to int // in the picker's text
	// next is the character after the last that is shown, 0 if that was the last.
	next int64
	// size is the length of the whole line in bytes.
	size int64
}

// picker takes the lines of a span out of a text that is given to it in pieces.
// It holds no more than it shows, however long the lines are.
type picker struct {
	want  span
	no    int64 // the number of the line that the next byte is in
	lines []line
	full  bool // there is no room for another line
	done  bool // all that was wanted is there, or there is no room

	text  []byte // what is shown of all lines
	cur   line   // the line that is being read
	chars int64
	begun bool
}

func newPicker(want span, no int64) *picker { return &picker{want: want, no: no} }

// feed takes the next piece, in which ended lines end.
func (p *picker) feed(piece []byte, ended int64) {
	if p.done || p.no+ended < p.want.First {
		p.no += ended
		return
	}
	for len(piece) > 0 && !p.done {
		i := bytes.IndexByte(piece, '\n')
		if p.no >= p.want.First {
			p.begun = true
			if i < 0 {
				p.take(piece)
				return
			}
			p.take(piece[:i])
			p.endLine()
		}
		if i < 0 {
			return
		}
		p.no++
		piece = piece[i+1:]
	}
}

// take adds a piece of the line that is being read.
func (p *picker) take(piece []byte) {
	p.cur.size += int64(len(piece))
	if p.cur.next > 0 {
		return
	}
	if p.chars == 0 && p.want.Column == 1 && len(piece) <= maxLine {
		p.text = append(p.text, piece...)
		p.chars = int64(utf8.RuneCount(piece))
		return
	}
	for i, c := range piece {
		if c&0xc0 == 0x80 && p.chars > 0 { // the middle of a character
			if p.chars >= p.want.Column {
				p.text = append(p.text, c)
			}
			if len(p.text)-p.cur.from > 4*maxLine { // what is not UTF-8 may have no beginnings
				p.cur.next = p.chars + 1
				return
			}
			continue
		}
		p.chars++
		if p.chars < p.want.Column {
			continue
		}
		// The end of a line of Windows is not what makes it too long.
		if p.chars >= p.want.Column+maxLine && (c != '\r' || i < len(piece)-1) {
			p.cur.next = p.chars
			return
		}
		p.text = append(p.text, c)
	}
}

// endLine adds the line that was read, if there is room for it.
func (p *picker) endLine() {
	cur := p.cur
	if cur.to = len(p.text); cur.next == 0 && cur.to > cur.from && p.text[cur.to-1] == '\r' {
		cur.to--
	}
	p.cur, p.chars, p.begun = line{from: len(p.text)}, 0, false
	if len(p.text)+8*len(p.lines) > maxText && len(p.lines) > 0 {
		p.full, p.done = true, true
		return
	}
	p.lines = append(p.lines, cur)
	p.done = int64(len(p.lines)) == p.want.Count
}

// finish tells that the text is at its end.
func (p *picker) finish() {
	if p.begun && !p.done {
		p.endLine()
		p.no++
	}
}

// next is the number of the line after the last one that was taken.
func (p *picker) next() int64 { return p.want.First + int64(len(p.lines)) }
