package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// redirections walks the redirections of a command, and gives what it reads as
// its input, nil if that is not known. The last one counts.
func (w *walker) redirections(list []*syntax.Redirect, st *state) *word {
	var input *word
	for _, r := range list {
		text := w.redirect(r, st)
		if feeds(r) {
			input = text
		}
	}
	return input
}

// feeds reports whether a redirection is about the input of a command.
func feeds(r *syntax.Redirect) bool {
	if r.N != nil {
		return strings.Trim(r.N.Value, "0") == ""
	}
	switch r.Op {
	case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return true
	}
	return false
}

// apartFrom walks the redirections that belong to no simple command. What they
// write is listed as if by the command : so that it is somebody's doing.
func (w *walker) apartFrom(list []*syntax.Redirect, st *state) {
	acts := false
	for _, r := range list {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		case syntax.RdrIn, syntax.DplIn, syntax.DplOut:
			acts = acts || r.Word.Lit() == "" || r.Op == syntax.DplOut && !numeric(r.Word.Lit())
		default:
			acts = acts || r.Word.Lit() != "/dev/null"
		}
	}
	if !acts {
		w.redirections(list, st)
		return
	}
	cur := w.cur
	f := w.open(":")
	w.cur = f
	w.redirections(list, st)
	w.cur = cur
	cmd := &w.out.Commands[f.at]
	cmd.Argv, cmd.Dir, cmd.Via = []string{":"}, st.dir(), w.via
	for _, r := range list {
		cmd.Text += " " + w.text(r)
	}
	if len(f.doubts) > 0 {
		cmd.Doubt = f.doubts[0]
	}
	cmd.ReadOnly = cmd.Doubt == "" && !f.acts
}

// redirect walks a redirection and records the file behind it. It returns the
// text that it holds, if it holds one.
func (w *walker) redirect(r *syntax.Redirect, st *state) *word {
	if r.N != nil && strings.HasPrefix(r.N.Value, "{") {
		w.bashOnly("{name}>")
		name := strings.Trim(r.N.Value, "{}")
		if !free(name) {
			w.opaque("a redirection sets " + name)
		}
		st.assign(name, nil)
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		body := w.heredoc(r, st)
		return &body
	case syntax.WordHdoc:
		w.bashOnly("<<<")
		text := w.word(r.Word, st)
		return &text
	}
	target := w.target(r.Word, st)
	switch r.Op {
	case syntax.RdrIn:
		w.file(target, st, true, false)
	case syntax.RdrOut, syntax.AppOut, syntax.RdrClob:
		w.file(target, st, false, true)
	case syntax.RdrAll, syntax.AppAll:
		w.bashOnly("&>")
		w.file(target, st, false, true)
	case syntax.RdrInOut:
		w.file(target, st, true, true)
	case syntax.DplOut:
		if duplicates(target) {
			return nil
		}
		w.bashOnly(">&")
		if !target.known {
			w.doubt("it is not known where the output goes to")
		}
		w.file(target, st, false, true)
	case syntax.DplIn:
		if !duplicates(target) {
			w.doubt("it is not known where the input comes from")
		}
	default:
		w.opaque("the line has a redirection of another shell")
		w.file(target, st, true, true)
	}
	return nil
}

// target is the word of a redirection, which has to be one word.
func (w *walker) target(x *syntax.Word, st *state) word {
	if list, ok := w.braces(x, st); ok {
		w.doubt("a redirection goes to more than one place")
		return list[0]
	}
	var s spelling
	for i, p := range x.Parts {
		w.part(&s, p, st, i == 0, false)
	}
	s.split = false // more than one word is an error
	return s.word(w.text(x), true)
}

// duplicates reports whether the target of >& is another descriptor, or none.
func duplicates(target word) bool {
	if !target.known {
		return false
	}
	text := strings.TrimSuffix(target.text, "-")
	return text == "" && target.text == "-" || text != "" && text[0] != '-' && numeric(text)
}

// file records a file that the shell opens.
func (w *walker) file(target word, st *state, reads, writes bool) {
	if w.socket(target) {
		return
	}
	for _, dir := range st.dirs {
		in := w.invocation("the redirection", dir)
		if writes {
			in.output(target)
		}
		if reads {
			in.read(target)
		}
		w.collect(in)
		at, ok := in.path(target)
		quiet := ok && target.known && at == "/dev/null"
		w.filed = w.filed || !quiet && !in.streams && !piped(target)
		if w.cur == nil || !writes || quiet || in.streams || piped(target) {
			continue
		}
		cmd := &w.out.Commands[w.cur.at]
		if len(in.writes) == 0 {
			cmd.Redirects = append(cmd.Redirects, target.text)
		}
		for _, at := range in.writes {
			if !slices.Contains(cmd.Redirects, at) {
				cmd.Redirects = append(cmd.Redirects, at)
			}
		}
		w.idle = in
	}
}

// socket records the host if bash opens a connection for the name.
func (w *walker) socket(target word) bool {
	name := target.text
	if !target.known {
		name = target.lead
	}
	for _, prefix := range []string{"/dev/tcp/", "/dev/udp/"} {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok {
			rest, ok = strings.CutPrefix(path.Clean(name)+"/", prefix)
		}
		if !ok {
			continue
		}
		host := "*"
		if h, port, ok := strings.Cut(rest, "/"); target.known && ok {
			host = h + ":" + strings.TrimSuffix(port, "/")
		}
		w.connects("the redirection", host)
		if w.cur != nil {
			w.cur.remote = true
			// What the command is allowed to do does not cover it.
			cmd := &w.out.Commands[w.cur.at]
			cmd.Redirects = append(cmd.Redirects, target.text)
		}
		return true
	}
	return false
}

// delimiter reports whether the word that ends a here-document is quoted, so
// that nothing in the document is expanded, and whether all shells agree on it.
func delimiter(x *syntax.Word) (quoted, certain bool) {
	text := ""
	for _, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			text += p.Value
		case *syntax.SglQuoted:
			quoted = true
			text += p.Value
			if p.Dollar {
				return true, false
			}
		case *syntax.DblQuoted:
			quoted = true
			if p.Dollar || len(p.Parts) != 1 {
				return true, false
			}
			lit, ok := p.Parts[0].(*syntax.Lit)
			if !ok {
				return true, false
			}
			text += lit.Value
		default:
			return false, false
		}
	}
	if rest, ok := strings.CutPrefix(text, "\\"); ok {
		text, quoted = rest, true
	}
	for i := range len(text) {
		c := text[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' && c != '!' {
			return quoted, false
		}
	}
	return quoted, text != ""
}

// heredoc is the text of a here-document.
func (w *walker) heredoc(r *syntax.Redirect, st *state) word {
	if r.Hdoc == nil {
		return word{known: true}
	}
	quoted, certain := delimiter(r.Word)
	if !certain {
		w.opaque("it is not certain where the here-document ends; use a plain word such as EOF")
	}
	if !quoted && strings.Contains(w.text(r.Hdoc), "\\\n") {
		w.opaque("a here-document joins lines, which can hide its end; quote the word after <<")
	}
	var s spelling
	s.quoted = true
	for _, p := range r.Hdoc.Parts {
		lit, ok := p.(*syntax.Lit)
		switch {
		case ok && quoted:
			s.val = append(s.val, lit.Value...)
		case ok:
			s.val = append(s.val, unescape(lit.Value, "\\$`\n")...)
		default:
			w.part(&s, p, st, false, true)
		}
	}
	text := w.text(r.Hdoc)
	out := s.word(text, false)
	if r.Op == syntax.DashHdoc && out.known {
		lines := strings.Split(out.text, "\n")
		for i := range lines {
			lines[i] = strings.TrimLeft(lines[i], "\t")
		}
		out.text = strings.Join(lines, "\n")
	}
	return out
}
