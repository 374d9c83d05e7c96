package shell

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"jig/tool"
)

// Analyse says what a line would do when bash runs it. It never fails: what it
// cannot judge comes back as opaque.
//
// It judges for bash 5 that is not interactive and reads no start-up files, in an
// environment from which CDPATH, GLOBIGNORE, BASH_ENV, ENV, SHELLOPTS, BASHOPTS,
// PS4 and exported functions were taken. Whoever runs the line has to see to it.
func Analyse(line string, o Options) (a *Analysis) {
	defer func() {
		if r := recover(); r != nil {
			// A line that breaks the analysis is one that nobody has understood.
			const why = "the analysis of this line failed"
			a = &Analysis{Opaque: why, Why: why}
		}
	}()
	w := &walker{opts: o, out: &Analysis{Commands: make([]tool.Command, 0, 4)}, line: line}
	st := state{dirs: []string{o.Dir}, stack: []string{}}
	if why := guard(line); why != "" {
		w.opaque(why)
	}
	if len(line) <= maxParsed {
		w.script(line, st, syntax.LangBash)
	}
	w.forks()
	return w.finish()
}

// walker goes over a line and collects what it does.
type walker struct {
	opts Options
	out  *Analysis
	line string // all of it
	// src is the text that the nodes being walked were parsed from.
	src string
	// cur is the command whose words are being looked at, nil between commands.
	cur *frame
	// depth counts the wrappers and scripts around what is being walked.
	depth int
	// scripts are the inner scripts read so far; they are read once each.
	scripts int
	// via are the wrappers around the script being walked.
	via []string
	// posix is set inside of a script that a plain POSIX shell may read.
	posix bool
	// functions are the bodies of the functions that the line declares.
	functions map[string]*syntax.Stmt
	// why is the first reason for which the line is not read-only.
	why string
	// frames are those of the first commands; most lines have no more.
	frames [4]frame
	// idle is an invocation that nobody uses any more.
	idle *invocation
	// found is what the find that was walked last hands on, nil if that is not
	// known; feed is what the statement at hand is given to read of that kind.
	found, feed []word
	// filed is set if a redirection opens a file, and streams if something opens
	// its own output by name: then that may be the file.
	filed, streams bool
	// seen are the entries of the lists that have become long, to keep each once.
	seen map[entry]bool
}

// parsers keeps parsers between lines: making one costs more than a short line.
//
//nolint:gochecknoglobals // a pool of scratch memory; it holds no state that a caller could see
var parsers = sync.Pool{New: func() any { return newReader() }}

// reader is a parser with the text that it reads.
type reader struct {
	parser *syntax.Parser
	lang   syntax.LangVariant
	text   strings.Reader
}

func newReader() *reader { return &reader{parser: syntax.NewParser(), lang: syntax.LangBash} }

// parse gives the statements of a script up to the first error. Bash runs those
// before it finds the error, so they count. A parser that fails on a strange text
// must not take the gate down with it: what it cannot read is an error.
func parse(text string, lang syntax.LangVariant) (stmts []*syntax.Stmt, err error) {
	r, ok := parsers.Get().(*reader)
	if !ok {
		r = newReader()
	}
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("parse: %w", errBroken)
			return // without the parser, whose state is not known
		}
		r.text.Reset("")
		parsers.Put(r)
	}()
	if lang != r.lang {
		syntax.Variant(lang)(r.parser)
		r.lang = lang
	}
	r.text.Reset(text)
	stmts = make([]*syntax.Stmt, 0, 2)
	for s, bad := range r.parser.StmtsSeq(&r.text) {
		switch {
		case bad == nil:
			stmts = append(stmts, s)
		case err == nil:
			err = fmt.Errorf("parse: %w", bad)
		}
	}
	return stmts, err
}

// unreadable begins what is said of a line with an error in its syntax.
const unreadable = "bash cannot read the line: "

var errBroken = errors.New("the parser gave up")

func reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

// subscripted splits a text that begins with NAME[…] in which there may be
// anything, and gives the rest with a harmless word in front.
func subscripted(text string) (word, rest string, ok bool) {
	at := strings.IndexByte(text, '[')
	if at < 1 || !identifier(text[:at]) {
		return "", "", false
	}
	depth, quote := 0, byte(0)
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '[':
			depth++
		case c == ']':
			if depth--; depth == 0 {
				return text[:i+1], "'" + text[:at] + "'" + text[i+1:], true
			}
		}
	}
	return "", "", false
}

// script walks a text that a shell reads.
func (w *walker) script(text string, st state, lang syntax.LangVariant) flow {
	stmts, err := parse(text, syntax.LangBash)
	if word, rest, ok := subscripted(text); ok && err != nil {
		// Bash takes all of it for one word, but runs the substitutions in it.
		w.opaque("the line begins with a subscript that is evaluated: " + word)
		if w.scripts++; w.scripts < maxScripts {
			w.script(word[strings.IndexByte(word, '[')+1:len(word)-1], st, lang)
		}
		text = rest
		stmts, err = parse(text, syntax.LangBash)
	}
	if err == nil && lang == syntax.LangPOSIX {
		_, err = parse(text, lang)
	}
	switch {
	case err != nil && w.depth == 0:
		w.opaque(unreadable + reason(err))
	case err != nil:
		w.opaque("a script in the line cannot be read: " + reason(err))
	}
	src, cur, posix := w.src, w.cur, w.posix
	w.src, w.cur, w.posix = text, nil, lang == syntax.LangPOSIX
	out := w.list(stmts, st)
	w.src, w.cur, w.posix = src, cur, posix
	return out
}

// opaque records that the lists do not show all that could happen.
func (w *walker) opaque(why string) {
	if w.out.Opaque == "" {
		w.out.Opaque = why
	}
	w.because(why)
}

// doubt records that something about the command at hand is not known. Between
// commands there is nobody to blame, and the line is opaque.
func (w *walker) doubt(why string) {
	if w.cur == nil {
		w.opaque(why)
		return
	}
	w.cur.doubts = append(w.cur.doubts, why)
	w.because(why)
}

func (w *walker) harm(what string) {
	if w.once(&w.out.Harm, what) {
		w.out.Harm = append(w.out.Harm, what)
	}
	w.because(what)
}

func (w *walker) because(why string) {
	if w.why == "" {
		w.why = why
	}
}

// entry is one text in one of the lists.
type entry struct {
	list *[]string
	text string
}

// once reports whether a text is not in its list yet. It is about to be added.
func (w *walker) once(list *[]string, text string) bool {
	const short = 32
	if len(*list) < short {
		return !slices.Contains(*list, text)
	}
	if w.seen == nil {
		w.seen = map[entry]bool{}
	}
	if len(*list) == short {
		for _, old := range *list {
			w.seen[entry{list, old}] = true
		}
	}
	if w.seen[entry{list, text}] {
		return false
	}
	w.seen[entry{list, text}] = true
	return true
}

func (w *walker) reads(at string) {
	if w.once(&w.out.Reads, at) {
		w.out.Reads = append(w.out.Reads, at)
	}
}

func (w *walker) writes(by, at string) {
	if w.once(&w.out.Writes, at) {
		w.out.Writes = append(w.out.Writes, at)
	}
	if w.why == "" {
		w.why = by + " changes files"
	}
	if w.cur != nil {
		w.cur.acts = true
	}
}

func (w *walker) connects(by, host string) {
	if w.once(&w.out.Hosts, host) {
		w.out.Hosts = append(w.out.Hosts, host)
	}
	if w.why == "" {
		w.why = by + " connects to " + host
	}
	if w.cur != nil {
		w.cur.acts = true
	}
}

// text is what a node was written as.
func (w *walker) text(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(w.src) || from > to {
		return "…"
	}
	return w.src[from:to]
}

func (w *walker) finish() *Analysis {
	if len(w.out.Commands) > maxCommands {
		w.opaque(fmt.Sprintf("the line has more than %d commands; split it into several calls", maxCommands))
	}
	if len(w.out.Commands) == 0 && w.why == "" {
		// Nothing runs but what the shell does itself: [[ … ]], x=1, a comment.
		w.out.Commands = append(w.out.Commands, tool.Command{Argv: []string{":"}, Text: strings.TrimSpace(w.line), Dir: w.opts.Dir, ReadOnly: true})
	}
	if w.filed && w.streams {
		w.opaque("/dev/stdout or /dev/stderr may be a file that the line redirects; use >&1 or >&2")
	}
	w.out.ReadOnly, w.out.Why = w.why == "", w.why
	if w.out.Opaque != "" {
		for i := range w.out.Commands {
			w.out.Commands[i].ReadOnly = false
		}
	}
	return w.out
}

// frame is a simple command on its way into the list.
type frame struct {
	at     int // in Commands
	doubts []string
	// acts is set if it writes, connects or does harm.
	acts bool
	// remote is set if it reads from or writes to the network by a redirection.
	remote bool
	// stdin is what a redirection gives it to read, nil if that is not known.
	stdin *word
}

// open reserves the place of a command, so that it stands before the commands
// in its words.
func (w *walker) open(text string) *frame {
	w.out.Commands = append(w.out.Commands, tool.Command{Text: text})
	at := len(w.out.Commands) - 1
	if at < len(w.frames) {
		w.frames[at] = frame{at: at}
		return &w.frames[at]
	}
	return &frame{at: at}
}
