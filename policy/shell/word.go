package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Marks stand in a spelling for what is not known. They cannot come from the
// line: control characters make it opaque, and escapes that give them are not
// decoded.
const (
	markGlob = 0x00 // a glob character
	markHole = 0x01 // anything
	markPath = 0x02 // a path that stays within a folder; only as the first byte
)

// spelling is a word while it is put together.
type spelling struct {
	val  []byte
	open bool // there are marks in val
	// first is what markPath stands for.
	first word
	// split is set when blanks in a value can make several words of it.
	split bool
	// quoted is set when any part is quoted, so that the word cannot vanish.
	quoted bool
	glob   bool
	// tilde is set after a ~ with nothing behind it, which began at tildeAt: with
	// another part behind it, it is no home folder, or not this one.
	tilde   bool
	tildeAt int
}

func (s *spelling) hole(quoted bool) {
	s.val = append(s.val, markHole)
	s.open = true
	if !quoted {
		s.split = true
	}
}

// words expands a word where the shell splits and globs: an argument.
func (w *walker) words(x *syntax.Word, st *state) []word {
	w.joins(x)
	if len(x.Parts) == 1 {
		if lit, ok := x.Parts[0].(*syntax.Lit); ok && !strings.ContainsAny(lit.Value, "\\*?[{~") {
			return []word{{text: lit.Value, known: true}}
		}
		if list, ok := positional(x.Parts[0], st); ok {
			return list
		}
	}
	if list, ok := w.braces(x, st); ok {
		return list
	}
	return []word{w.spell(x, st, true)}
}

// word expands a word where the shell does not split it: a value, a pattern.
func (w *walker) word(x *syntax.Word, st *state) word { return w.spell(x, st, false) }

func (w *walker) spell(x *syntax.Word, st *state, splits bool) word {
	w.joins(x)
	var s spelling
	s.val = make([]byte, 0, 32)
	for i, p := range x.Parts {
		w.part(&s, p, st, i == 0, !splits)
	}
	return s.word(w.text(x), splits)
}

// joins looks for a line that is continued in the middle of an expansion. Bash
// joins the lines before it reads what is in double quotes, so that the expansion
// begins or goes on in the next line; the parser takes them for two things.
func (w *walker) joins(x syntax.Node) {
	text := w.text(x)
	for from := 0; ; {
		at := strings.Index(text[from:], "\\\n")
		if at < 0 {
			return
		}
		at += from
		from = at + 2
		for at > 0 && (text[at-1] == '\n' || text[at-1] == '\\' || strings.IndexByte("{}[]#!@*?-", text[at-1]) >= 0 || identifier("_"+text[at-1:at])) {
			at--
		}
		if at > 0 && text[at-1] == '$' {
			w.opaque("a line is continued in the middle of an expansion, which is read in two ways; write it in one line")
			return
		}
	}
}

// positional is the list that "$@" stands for, if it is known.
func positional(p syntax.WordPart, st *state) ([]word, bool) {
	if q, ok := p.(*syntax.DblQuoted); ok && len(q.Parts) == 1 && !q.Dollar {
		p = q.Parts[0]
	}
	e, ok := p.(*syntax.ParamExp)
	if !ok || e.Param == nil || e.Param.Value != "@" || !simple(e) || !st.paramsKnown {
		return nil, false
	}
	for _, v := range st.params {
		if !v.known || !plain(v.text) {
			return nil, false
		}
	}
	return st.params, true
}

// part adds one part of a word. Every substitution in it is walked.
func (w *walker) part(s *spelling, p syntax.WordPart, st *state, first, quoted bool) {
	if s.tilde {
		s.tilde, s.val = false, s.val[:s.tildeAt]
		s.hole(true)
	}
	switch p := p.(type) {
	case *syntax.Lit:
		w.lit(s, p.Value, st, first, quoted)
	case *syntax.SglQuoted:
		s.quoted = true
		if !p.Dollar {
			s.val = append(s.val, p.Value...)
			return
		}
		w.bashOnly("$'…'")
		if text, ok := decode(p.Value); ok {
			s.val = append(s.val, text...)
		} else {
			s.hole(true)
		}
	case *syntax.DblQuoted:
		s.quoted = true
		if p.Dollar { // translated, who knows into what
			w.bashOnly(`$"…"`)
			s.hole(true)
		}
		for _, q := range p.Parts {
			if lit, ok := q.(*syntax.Lit); ok {
				s.val = append(s.val, unescape(lit.Value, "\"\\$`\n")...)
				continue
			}
			w.part(s, q, st, false, true)
		}
	case *syntax.ParamExp:
		w.param(s, p, st, quoted)
	case *syntax.CmdSubst:
		if p.TempFile || p.ReplyVar {
			w.opaque("the line has a substitution of another shell")
		}
		w.apart(p.Stmts, *st)
		if dir, ok := w.workingFolder(p, st); ok && (quoted || plain(dir)) {
			s.val = append(s.val, dir...)
			return
		}
		s.hole(quoted)
	case *syntax.ArithmExp:
		if p.Bracket {
			w.bashOnly("$[…]")
		}
		w.arithm(p.X, st)
		s.hole(true)
	case *syntax.ProcSubst:
		w.bashOnly("<(…)")
		if p.Op == syntax.CmdInTemp {
			w.opaque("the line has a substitution of another shell")
		}
		w.apart(p.Stmts, *st)
		if len(s.val) > 0 {
			s.hole(true)
			return
		}
		s.val, s.open = append(s.val, markPath), true
		s.first = word{text: "/dev/fd", lead: "/dev/fd/", within: "/dev/fd"}
	case *syntax.ExtGlob:
		w.bashOnly("extended patterns")
		if !quoted {
			w.opaque(unreadable + "an extended pattern needs shopt -s extglob")
		}
		s.hole(quoted)
	default:
		w.opaque("the line has a kind of word that is not known here")
		s.hole(false)
	}
}

// lit adds text that stands outside of quotes; whole is set where such text is
// not split or globbed.
func (w *walker) lit(s *spelling, text string, st *state, first, whole bool) {
	if first {
		text = w.tilde(s, text, whole)
	} else if strings.Contains(text, ":~") {
		s.hole(true)
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			s.quoted = true
			if text[i] != '\n' {
				s.val = append(s.val, text[i])
			}
		case !whole && (c == '*' || c == '?' || c == '[' && len(text) > 1):
			s.val = append(s.val, markGlob)
			s.open, s.glob = true, true
		default:
			s.val = append(s.val, c)
		}
	}
}

// tilde takes a leading ~ off a text, also behind NAME= where bash expands it
// in any word, and gives the rest.
func (w *walker) tilde(s *spelling, text string, whole bool) string {
	at := 0
	if name, _, ok := strings.Cut(text, "="); ok && identifier(name) {
		at = len(name) + 1
	}
	if strings.Contains(text[at:], ":~") && (at > 0 || whole) {
		s.hole(true)
	}
	if !strings.HasPrefix(text[at:], "~") {
		return text
	}
	rest := text[at+1:]
	s.val = append(s.val, text[:at]...)
	if w.opts.Home != "" && (rest == "" || rest[0] == '/') {
		s.tilde, s.tildeAt = rest == "", len(s.val)
		s.val = append(s.val, w.opts.Home...)
		return rest
	}
	s.hole(true)
	return rest
}

// word is the result.
func (s *spelling) word(written string, splits bool) word {
	if !s.open {
		if len(s.val) == 0 && !s.quoted && splits {
			return word{text: written, many: true}
		}
		return word{text: string(s.val), known: true}
	}
	out := word{text: written, many: splits && (s.split || s.glob)}
	if splits && s.split {
		return out // any of the words it becomes can begin with anything
	}
	end := 0
	for end < len(s.val) && s.val[end] > markPath {
		end++
	}
	out.lead = string(s.val[:end])
	if s.val[0] == markPath {
		out.lead = s.first.lead
		out.within = joined(s.first.within, string(s.val[1:]))
	} else if s.glob {
		out.within = globFolder(string(s.val))
	}
	return out
}

// joined is the folder that a path from within keeps to when text is added to
// it; the path itself is below the folder.
func joined(within, text string) string {
	if strings.IndexByte(text, markHole) >= 0 || strings.IndexByte(text, markPath) >= 0 {
		return ""
	}
	head, tail, _ := strings.Cut(text, "/")
	if head != "" && strings.Trim(head, ".") == "" || climbs(tail) {
		return ""
	}
	return within
}

// globFolder is the folder that a glob stays in. A glob gives names of a folder
// and never goes up, unless a part of it can be "..".
func globFolder(pattern string) string {
	if strings.IndexByte(pattern, markHole) >= 0 || strings.IndexByte(pattern, markPath) >= 0 {
		return ""
	}
	at := strings.IndexByte(pattern, markGlob)
	at = strings.LastIndexByte(pattern[:at], '/') + 1
	if climbs(pattern[at:]) {
		return ""
	}
	switch base := pattern[:at]; base {
	case "":
		return "."
	case "/":
		return "/"
	default:
		// Not cleaned: a step up after a step down has to stay visible.
		return strings.TrimRight(base, "/")
	}
}

// climbs reports whether a part of the pattern is or can be "..".
func climbs(pattern string) bool {
	for part := range strings.SplitSeq(pattern, "/") {
		if part == ".." || len(part) > 1 && part[0] == '.' && (part[1] == markGlob || part[1] == '.') &&
			strings.Trim(part, ".\x00") == "" {
			return true
		}
		// A bracket can hide the dot: .[.] matches ".." too.
		if strings.HasPrefix(part, ".") && len(part) > 1 && part[1] == markGlob {
			return true
		}
	}
	return false
}

// eachOf is what is known of a variable that takes one of some values in turn.
func eachOf(items []word) *variable {
	if len(items) == 0 {
		return nil
	}
	if len(items) == 1 && items[0].known && !items[0].many {
		return valued(items[0].text)
	}
	v := &variable{plain: true, numeric: true}
	for i, it := range items {
		lead, within := it.lead, it.within
		if it.known {
			lead, within = it.text, above(it.text)
			v.plain, v.numeric = v.plain && plain(it.text), v.numeric && numeric(it.text)
		} else {
			v.plain, v.numeric = false, false
		}
		if i == 0 {
			v.word = word{text: it.text, lead: lead, within: within}
			continue
		}
		n := 0
		for n < len(lead) && n < len(v.word.lead) && lead[n] == v.word.lead[n] {
			n++
		}
		v.word.lead = lead[:n]
		if within != v.word.within {
			v.word.within = ""
		}
	}
	return v
}

// above is the folder that a path is strictly below, "" if that is not known.
func above(at string) string {
	base := path.Base(at)
	if at == "" || base == "." || base == ".." || base == "/" || strings.HasSuffix(at, "/.") {
		return ""
	}
	at = strings.TrimRight(at, "/")
	i := strings.LastIndexByte(at, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return at[:i]
}

// valued is a variable with a known value.
func valued(text string) *variable {
	return &variable{word: word{text: text, known: true}, plain: plain(text), numeric: numeric(text)}
}

// plain reports whether a value stays one and the same word without quotes.
func plain(text string) bool { return text != "" && !strings.ContainsAny(text, " \t\n*?[]\\") }

// numeric reports whether a value is a decimal integer.
func numeric(text string) bool {
	text = strings.TrimPrefix(text, "-")
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}
