package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxScripts is how many inner scripts are read for one line.
const maxScripts = 200

// inner walks what a wrapper runs, and reports whether all of it is read-only.
func (w *walker) inner(c innerCommand, outer running, st *state) bool {
	if len(c.args) == 0 {
		return true
	}
	if w.depth >= maxDepth {
		w.opaque("commands are wrapped more than 8 deep")
		return false
	}
	w.depth++
	defer func() { w.depth-- }()
	for _, e := range c.env {
		name, value, _ := strings.Cut(e, "=")
		if !mildEnv(name, value) {
			w.opaque("the line sets " + name + " for a command, which it or what it runs may read")
		}
	}
	in := *st
	in.dirs = outer.dirs
	switch {
	case c.lost:
		in.dirs = lost()
	case c.dir != "":
		in.dirs = enter(in.dirs, word{text: c.dir, known: true})
	}
	stdin := outer.stdin
	if c.noStdin {
		stdin = nil
	}
	if c.script {
		return w.innerScript(c, outer.via, in, st)
	}
	args := c.args
	if c.more {
		args = append(args[:len(args):len(args)], word{text: "…", many: true})
	}
	cur := w.cur
	defer func() { w.cur = cur }()
	f := w.open(spoken(args))
	f.remote = cur != nil && cur.remote
	w.cur = f
	env := append(outer.env[:len(outer.env):len(outer.env)], c.env...)
	after := w.run(f, running{args: args, env: env, via: outer.via, dirs: in.dirs, stdin: stdin}, in)
	if c.here {
		*st = after.after()
	}
	return w.out.Commands[f.at].ReadOnly
}

// innerScript walks a text that a shell is given to interpret.
func (w *walker) innerScript(c innerCommand, via []string, in state, st *state) bool {
	from, why := len(w.out.Commands), w.why
	w.why = ""
	defer func() {
		if why != "" {
			w.why = why
		}
	}()
	text := c.args[0].text
	if !c.args[0].known {
		w.opaque("a shell runs a script that is not known: " + text)
		text = strings.Trim(text, `"`)
	}
	if c.foreign {
		w.opaque("a script is run by another shell than bash")
	}
	if w.scripts++; w.scripts > maxScripts {
		w.opaque("the line holds too many scripts")
		return false
	}
	if bad := guard(text); bad != "" {
		w.opaque(bad)
	}
	lang := syntax.LangBash
	if c.posix {
		lang = syntax.LangPOSIX
	}
	if !c.here {
		in.vars, in.params, in.paramsKnown = nil, nil, true
		for i, a := range c.args[1:] {
			if i > 0 { // the first is $0
				in.params = append(in.params, a)
			}
		}
		// A word that can become several moves all that stand behind it.
		if c.more || slices.ContainsFunc(c.args[1:], func(a word) bool { return a.many }) {
			in.params, in.paramsKnown = nil, false
		}
	}
	functions, before := w.functions, w.via
	w.via = via
	if !c.here {
		w.functions = nil
	}
	after := w.script(text, in, lang)
	w.together(text, in.dirs)
	w.via = before
	if !c.here {
		w.bombs()
		w.functions = functions
	}
	if c.here {
		*st = after.after()
	}
	for i := from; i < len(w.out.Commands); i++ {
		if !w.out.Commands[i].ReadOnly {
			return false
		}
	}
	return w.why == ""
}

// spoken is a command put together from its words, for a person.
func spoken(args []word) string {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	return strings.Join(texts, " ")
}

// isShell reports whether a program is a shell.
func isShell(name string) bool {
	switch path.Base(name) {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "rbash", "fish", "csh", "tcsh":
		return true
	}
	return false
}
