package text

import (
	"slices"
	"strings"
)

// tagged is the shape of formats in which a call is an element that holds one element
// for each parameter:
//
//	<tool_call>
//	<function=read>
//	<parameter=path>
//	go.mod
//	</parameter>
//	</function>
//	</tool_call>
//
// Values are bare text. So that one may hold what looks like the end of it, a closing tag
// counts only if something follows that can: the next parameter, or the end of the call.
// Tags that were forgotten are found the same way.
type tagged struct {
	// blocks are the pairs of tags that calls stand in.
	blocks []span
	// around are tags between calls that say nothing.
	around []string
	// bare says that calls may also stand without a block.
	bare bool
	// spellings of calls and their parameters. They do not mix in one call.
	spellings []spelling
	// ignore are tags between parameters that say nothing.
	ignore []string
	// children says that a parameter may also be an element of its own name.
	children bool
	// escaped says that line breaks between tags may be written as escapes.
	escaped bool
	// strict says that a parameter that cannot be read spoils the call.
	strict bool
	// once says that a call whose end was forgotten is the last of its block.
	once bool

	trim tagTrim
	// guess says whether an argument that is not declared is taken for JSON when it is.
	guess func(t tag, known bool) bool
	// value, if set, changes the text of a value before it is typed.
	value func(text string) string
	// wrappers are names of parameters that may hold all arguments as one object.
	wrappers []string
	// resolve, if set, gives the name of the tool that is meant.
	resolve func(name string, out *calls) string
	// valid, if set, says whether a call is one. It may correct the arguments.
	valid func(name string, args *tagArgs, out *calls) bool

	opens  []string // the beginnings of blocks
	tags   []string // the beginning of any tag
	closed bool     // all ends are those of tags
}

// A spelling is how calls and their parameters are written.
type spelling struct {
	call, param element
	over        []string // what ends a call whose own end was forgotten
	follow      []string // what can follow a parameter
}

// format makes a format of the shape.
func (f tagged) format(name string, aliases ...string) format {
	made := format{name: name, aliases: aliases, think: []span{{"<think>", "</think>"}}, read: f.shape().reader}
	for _, b := range f.blocks {
		made.marks = append(made.marks, b.open)
	}
	for _, s := range f.spellings {
		if f.bare {
			made.marks = append(made.marks, s.call.open)
		}
	}
	return made
}

// shape makes the shape ready for reading.
func (f tagged) shape() *tagged {
	f.tags = []string{"<"}
	f.spellings = slices.Clone(f.spellings)
	f.closed = true
	for _, b := range f.blocks {
		f.opens = append(f.opens, b.open)
		f.closed = f.closed && strings.HasSuffix(b.close, ">")
	}
	for i := range f.spellings {
		s := &f.spellings[i]
		f.closed = f.closed && strings.HasSuffix(s.param.close, ">") && (s.call.close == "" || strings.HasSuffix(s.call.close, ">"))
		if s.call.open != "" {
			s.over = append(s.over, s.call.open)
		}
		s.over = append(s.over, f.around...)
		for _, b := range f.blocks {
			s.over = append(s.over, b.close, b.open)
		}
		s.follow = append([]string{s.param.open}, s.over...)
		if s.call.close != "" {
			s.follow = append(s.follow, s.call.close)
		}
	}
	return &f
}

// reader reads a block that begins at the mark.
func (f *tagged) reader(mark string) reader {
	r := &taggedReader{tagged: f, block: -1, words: new(words)}
	for i, b := range f.blocks {
		if b.open == mark {
			r.block, r.pos = i, len(mark)
		}
	}
	r.begins.block, r.begins.pos = r.block, r.pos
	return r
}
