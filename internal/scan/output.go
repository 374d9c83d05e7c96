package scan

import "bytes"

// Line is a line of a file that is given out.
type Line struct {
	Number int    // from 1
	Text   []byte // without the line end; valid only during the call
	Match  bool   // it has a match; otherwise it stands near one that has
	At     int    // a place in Text at the end of the match
	Cut    bool   // the line is longer than MaxLine, and Text is only a part of it
	Gap    bool   // lines between the last one given and this one were left out
}

// output gives out lines with what belongs around them, and counts.
type output struct {
	Summary

	req  Request
	give func(Line) bool
	b    []byte // what is in the buffer
	stop bool   // enough was given

	number  int  // the number of the line at counted
	counted int  // a place in b where a line begins
	shown   int  // where the line after the last one given begins; negative if that has left the buffer
	given   bool // anything was
	after   int  // how many lines after a match are still to be given
	last    bool // the match was the last that is wanted: only what follows it is still to be given
}

// count brings the line number to a place.
func (o *output) count(to int) {
	newline := []byte{'\n'}
	if o.give != nil {
		if to >= o.counted {
			o.number += bytes.Count(o.b[o.counted:to], newline)
		} else {
			o.number -= bytes.Count(o.b[to:o.counted], newline)
		}
	}
	o.counted = to
}

// hit gives out a line with a match, or the lines of a match that spans several.
func (o *output) hit(f found) {
	o.trail(f.start)
	if o.stop {
		return
	}
	if o.give == nil {
		o.Matches++
		if f.end > f.start {
			o.Matches += bytes.Count(o.b[f.start:f.end], []byte{'\n'})
		}
		o.stop = o.req.Max > 0 && o.Matches >= o.req.Max
		return
	}
	for at := o.lead(f.start); at < f.start && !o.stop; {
		at = o.line(at, Line{})
	}
	for at := f.start; at <= f.end && !o.stop && !o.last; {
		o.Matches++
		o.last = o.req.Max > 0 && o.Matches >= o.req.Max
		end := at + lineEnd(o.b[at:])
		from := at
		at = o.line(at, Line{Match: true, At: min(max(f.at, from), end) - from})
		if end >= f.end {
			break
		}
	}
	o.after = o.req.After
	o.stop = o.stop || o.last && o.after == 0
}

// lead finds where the lines before a match begin that are to be given with it.
func (o *output) lead(start int) int {
	at := start
	for range o.req.Before {
		if at <= max(o.shown, 0) {
			break
		}
		at = bytes.LastIndexByte(o.b[:at-1], '\n') + 1
	}
	return max(at, min(o.shown, start))
}

// trail gives the lines that are still due after the last match, up to a place.
func (o *output) trail(to int) {
	for o.after > 0 && o.shown < to && !o.stop {
		o.after--
		o.line(o.shown, Line{})
	}
	o.stop = o.stop || o.last && o.after == 0
}

// line gives out the line at a place, and says where the next begins.
func (o *output) line(at int, l Line) int {
	end := at + lineEnd(o.b[at:])
	o.count(at)
	l.Number, l.Text, l.Gap = o.number, o.b[at:end], o.given && at > o.shown
	o.shown, o.given = end+1, true
	o.stop = !o.give(l)
	return end + 1
}

// giveLong gives out a part of a line that is longer than MaxLine.
func (o *output) giveLong(part []byte, at int) {
	o.Matches++
	o.stop = o.req.Max > 0 && o.Matches >= o.req.Max
	if o.give == nil {
		return
	}
	from := max(0, at-excerpt/2)
	cut := part[from:min(len(part), from+excerpt)]
	o.stop = !o.give(Line{Number: o.number, Text: cut, Match: true, At: at - from, Cut: true, Gap: o.given}) || o.stop
	o.given = true
}

// lineEnd is where the line at the beginning of b ends.
func lineEnd(b []byte) int {
	if n := bytes.IndexByte(b, '\n'); n >= 0 {
		return n
	}
	return len(b)
}
