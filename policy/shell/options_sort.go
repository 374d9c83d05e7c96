package shell

import "strings"

// mayBeOption reports whether the word can turn out to be an option, or to bring
// one along when it is split.
func mayBeOption(w word) bool {
	return w.option() || !w.known && w.many && w.within == ""
}

// sorting is the state of going through the words of one invocation.
type sorting struct {
	program
	table *optionTable
	in    *invocation
	rest  []word
	out   *arguments
	// all is what out points to: one piece of memory for both.
	all arguments
}

// sort tells options from operands the way getopt does, and reports what the
// options do.
func (p program) sort(t *optionTable, in *invocation, words []word) *arguments {
	s := &sorting{program: p, table: t, in: in, rest: words}
	s.out = &s.all
	s.out.dashed = -1
	if len(words) > 0 && words[0].known {
		s.out.first = words[0].text
	}
	for len(s.rest) > 0 {
		w := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case w.known && w.text == "--":
			s.out.dashed = len(s.out.operands)
			s.out.operands = append(s.out.operands, s.rest...)
			return s.out
		case !mayBeOption(w):
			s.out.operands = append(s.out.operands, w)
			if p.posix {
				s.out.operands = append(s.out.operands, s.rest...)
				return s.out
			}
		case w.known && strings.HasPrefix(w.text, "--"):
			s.long(w.text[2:])
		case w.known:
			s.cluster(w, w.text)
		default:
			s.partial(w)
		}
	}
	return s.out
}

// long takes a known word that begins with two dashes.
func (s *sorting) long(text string) {
	name, attached, has := strings.Cut(text, "=")
	o, ok := s.table.find(name, s.exact)
	if !ok {
		s.unknown("--" + name)
		return
	}
	switch {
	case has:
		s.take(o, word{text: attached, known: true}, true)
	case o.arity == value:
		s.next(o)
	default:
		s.take(o, word{}, false)
	}
}

// cluster takes short options; sure is as much of the word as is known.
func (s *sorting) cluster(w word, sure string) {
	for i := 1; i < len(sure); i++ {
		if s.table.digits && sure[i] >= '0' && sure[i] <= '9' {
			continue
		}
		o, ok := s.table.short[sure[i]]
		if !ok {
			s.unknown("-" + sure[i:i+1])
			return
		}
		if o.arity == noValue {
			s.take(o, word{}, false)
			continue
		}
		attached := word{text: sure[i+1:], known: w.known, many: w.many}
		switch {
		case s.apart && attached.text != "":
			s.unknown("-" + sure[i:])
		case attached.text != "" || !w.known:
			s.take(o, attached, true)
		case o.arity == value:
			s.next(o)
		default:
			s.take(o, word{}, false)
		}
		return
	}
	if !w.known {
		s.doubtful(w)
	}
}

// partial takes a word that is not known and that may be an option. If the name
// of the option is known and only its value is not, then that can be enough.
func (s *sorting) partial(w word) {
	split := w.many && w.within == ""
	name, _, named := strings.Cut(w.lead, "=")
	long := strings.HasPrefix(w.lead, "--")
	switch {
	case split || len(w.lead) < 2 || w.lead[0] != '-' || long && !named:
		s.doubtful(w)
	case long:
		o, ok := s.table.find(name[2:], s.exact)
		if !ok {
			s.unknown(name)
			return
		}
		s.take(o, word{text: w.text}, true)
	default:
		s.cluster(w, w.lead)
	}
}

// next gives an option the following word as its value.
func (s *sorting) next(o option) {
	if len(s.rest) == 0 {
		s.take(o, word{}, false)
		return
	}
	w := s.rest[0]
	s.rest = s.rest[1:]
	if w.many && !w.known && (w.within == "" || !s.tame) {
		s.in.doubtf("%s: the value %q of %s can become several words; quote it", s.in.name, w.text, o.name)
		s.out.unsure = true
	}
	if w.known && dashed(w.text) && o.effect != patterned {
		// If the program takes the value only when it is attached, then this is
		// an option.
		s.in.doubtf("%s: %s may not be the value of %s; write them as one word", s.in.name, w.text, o.name)
		s.out.unsure = true
	}
	s.take(o, w, true)
}

// dashed reports whether a value looks like an option and not like a number.
func dashed(text string) bool {
	return len(text) > 1 && text[0] == '-' && (text[1] < '0' || text[1] > '9')
}

// take records an option and does what its effect says.
func (s *sorting) take(o option, w word, valued bool) {
	s.out.given = append(s.out.given, given{option: o, value: w, valued: valued})
	stdio := w.known && w.text == "-"
	switch {
	case o.effect == forbidden:
		s.in.doubtf("%s: option %s is not known to be harmless", s.in.name, o.name)
	case o.effect == reads && valued && !stdio:
		s.in.read(w)
	case o.effect == writes && valued && (!stdio || !s.dash):
		s.in.output(w)
	}
}

func (s *sorting) unknown(name string) {
	s.out.unsure = true
	s.in.doubtf("%s: option %s is not known", s.in.name, name)
}

// doubtful takes a word that may be any option, or an operand.
func (s *sorting) doubtful(w word) {
	if !s.pure && (!s.tame || w.within == "") {
		s.out.unsure = true
		s.in.doubtf("%s: %q can become an option; put -- before it", s.in.name, w.text)
	}
	s.out.operands = append(s.out.operands, w)
}
