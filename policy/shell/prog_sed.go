package shell

import (
	"strings"
	"sync"
)

//nolint:gochecknoglobals // a constant table, made when it is first needed
var sedTable = sync.OnceValue(func() *optionTable {
	return parseTable("-n,--quiet,--silent --debug -e,--expression=~ -f,--file=! -E,-r,--regexp-extended --follow-symlinks -i,--in-place? -l,--line-length= " +
		"--posix -s,--separate --sandbox -u,--unbuffered -z,--null-data --help --version -b,--binary")
})

// judgeSed reads the script, because sed can write files and run commands.
func judgeSed(in *invocation) {
	p := program{}
	a := p.sort(sedTable(), in, in.args)
	if a.has("--help", "--version") {
		return
	}
	pieces, files := a.values("-e"), a.operands
	if !a.has("-e", "-f") {
		if len(files) == 0 {
			return
		}
		pieces, files = files[:1], files[1:]
	}
	if script, known := texts(pieces); !known {
		in.doubtf("sed: the script is not known before it runs")
	} else {
		s := &sedScript{in: in, text: strings.Join(script, "\n")}
		s.parse()
	}
	in.readAll(files)
	if !a.has("-i") {
		return
	}
	for _, w := range files {
		in.change(w)
	}
	for _, suffix := range a.values("-i") {
		if !suffix.known || strings.ContainsAny(suffix.text, "/*") {
			in.doubtf("sed: the suffix %q decides where the old file goes", suffix.text)
		}
		for _, w := range files {
			if w.known && suffix.known && w.text != "" {
				in.change(literal(w.text + suffix.text))
			}
		}
	}
}

// sedScript is a script on its way through the parser. What the parser does not
// know ends it with a doubt.
type sedScript struct {
	in   *invocation
	text string
	at   int
	bad  bool
}

func (s *sedScript) parse() {
	for s.skip(" \t\n;"); s.at < len(s.text) && !s.bad; s.skip(" \t\n;") {
		if s.text[s.at] == '#' {
			s.line()
			continue
		}
		s.address()
		if s.skip(" \t"); s.peek() == ',' {
			s.at++
			s.skip(" \t")
			s.second()
		}
		for s.skip(" \t"); s.peek() == '!'; s.skip(" \t") {
			s.at++
		}
		s.command()
	}
}

func (s *sedScript) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *sedScript) skip(set string) {
	for s.at < len(s.text) && strings.IndexByte(set, s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *sedScript) doubt(why string) {
	if !s.bad {
		s.in.doubtf("sed: %s in the script %q", why, s.text)
	}
	s.bad = true
}

func (s *sedScript) address() {
	switch c := s.peek(); {
	case c >= '0' && c <= '9':
		s.skip("0123456789")
		if s.peek() == '~' {
			s.at++
			s.skip("0123456789")
		}
	case c == '$':
		s.at++
	case c == '/':
		s.at++
		s.delimited('/', true)
		s.skip("IM")
	case c == '\\' && s.at+1 < len(s.text):
		d := s.text[s.at+1]
		s.at += 2
		s.delimited(d, true)
		s.skip("IM")
	}
}

// second is the address after the comma.
func (s *sedScript) second() {
	if c := s.peek(); c == '+' || c == '~' {
		s.at++
		s.skip("0123456789")
		return
	}
	before := s.at
	if s.address(); s.at == before {
		s.doubt("an address is missing")
	}
}

// delimited goes past the next delimiter. Implementations differ on a delimiter
// in brackets, and so that is a doubt.
func (s *sedScript) delimited(d byte, regex bool) {
	if d == '\n' || d == '\\' || d >= 0x80 {
		s.doubt("a strange delimiter")
		return
	}
	bracket := -1 // where the bracket expression began
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case c == d && bracket >= 0:
			s.doubt("a delimiter in brackets")
			return
		case c == d:
			s.at++
			return
		case c == '\\' && (bracket < 0 || s.follows(d) || s.follows('\\')):
			s.at++
		case c == '\n':
			s.doubt("a line break in a pattern")
			return
		case regex && c == '[' && bracket < 0:
			bracket = s.at
			if s.follows('^') {
				s.at++
			}
			if s.follows(']') && d != ']' {
				s.at++
			}
		case regex && c == '[' && s.at+1 < len(s.text) && strings.IndexByte(":.=", s.text[s.at+1]) >= 0:
			if end := strings.Index(s.text[s.at+2:], s.text[s.at+1:s.at+2]+"]"); end >= 0 {
				if strings.IndexByte(s.text[s.at:s.at+2+end], d) >= 0 {
					s.doubt("a delimiter in brackets")
					return
				}
				s.at += 2 + end + 1
			}
		case c == ']' && bracket >= 0:
			bracket = -1
		}
	}
	s.doubt("an end is missing")
}

// follows reports whether the next byte is c.
func (s *sedScript) follows(c byte) bool { return s.at+1 < len(s.text) && s.text[s.at+1] == c }

// line takes the rest of the line.
func (s *sedScript) line() string {
	start := s.at
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		s.at++
	}
	return s.text[start:s.at]
}

// command takes one command after its address.
func (s *sedScript) command() {
	if s.bad {
		return
	}
	c := s.peek()
	s.at++
	switch c {
	case '{':
		return
	case '}', '=', 'd', 'D', 'g', 'G', 'h', 'H', 'n', 'N', 'p', 'P', 'x', 'z', 'F':
	case 'l', 'q', 'Q', 'L':
		s.skip(" \t")
		s.skip("0123456789")
	case ':', 'b', 't', 'T':
		s.skip(" \t")
		s.label()
	case 'a', 'i', 'c':
		s.insert()
		return
	case 's':
		s.substitute()
	case 'y':
		d := s.peek()
		s.at++
		s.delimited(d, false)
		s.delimited(d, false)
	case 'r', 'w':
		s.skip(" \t")
		s.file(c, s.line())
		return
	default:
		s.at--
		s.doubt("command " + string(rune(c)) + " is not known to be harmless")
		return
	}
	s.end()
}

// end checks that nothing follows a command but what may.
func (s *sedScript) end() {
	if s.skip(" \t"); s.at < len(s.text) && strings.IndexByte(";\n}#", s.text[s.at]) < 0 {
		s.doubt("something follows a command")
	}
}

func (s *sedScript) label() {
	for s.at < len(s.text) && strings.IndexByte(" \t;\n}", s.text[s.at]) < 0 {
		if c := s.text[s.at]; !identifier("_"+string(rune(c))) && c != '-' && c != '.' {
			s.doubt("a strange label")
			return
		}
		s.at++
	}
}

// insert takes the text of a, i and c: up to a line that does not end in a
// backslash.
func (s *sedScript) insert() {
	for s.at < len(s.text) {
		text := s.line()
		if strings.HasSuffix(text, `\\`) {
			s.doubt("it is not clear where a text ends")
			return
		}
		if !strings.HasSuffix(text, `\`) || s.at == len(s.text) {
			return
		}
		s.at++
	}
}

// file takes the file of r, w and s///w.
func (s *sedScript) file(c byte, name string) {
	switch {
	case name == "":
		s.doubt("a file name is missing")
	case c == 'r':
		s.in.read(literal(name))
	default:
		s.in.output(literal(name))
	}
}

func (s *sedScript) substitute() {
	d := s.peek()
	s.at++
	s.delimited(d, true)
	if s.bad {
		return
	}
	s.delimited(d, false)
	for !s.bad && s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case strings.IndexByte("gpiImM0123456789", c) >= 0:
			s.at++
		case c == 'w':
			s.at++
			s.skip(" \t")
			s.file('w', s.line())
			return
		case c == 'e':
			s.doubt("s///e runs what it made")
		default:
			return
		}
	}
}
