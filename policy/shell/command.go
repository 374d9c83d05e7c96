package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// simple walks a simple command: its redirections, assignments and words, and
// then what the program does with them.
func (w *walker) simple(c *syntax.CallExpr, redirs []*syntax.Redirect, feed []word, st state) flow {
	if len(c.Args) == 0 {
		w.apartFrom(redirs, &st)
		for _, a := range c.Assigns {
			w.assignment(a, &st)
		}
		return both(st)
	}
	outer := w.cur
	defer func() { w.cur = outer }()
	f := w.open(w.text(c))
	w.cur = f
	args := make([]word, 0, len(c.Args))
	for _, x := range c.Args {
		if text := x.Lit(); text != "" && !strings.ContainsAny(text, "\\*?[{~$`") {
			args = append(args, literal(text)) // most words are what they look like
			continue
		}
		args = append(args, w.words(x, &st)...)
	}
	f.stdin = w.redirections(redirs, &st)
	var env []string
	for _, a := range c.Assigns {
		env = append(env, w.prefix(a, args, &st))
	}
	for _, r := range redirs {
		if feeds(r) {
			feed = nil
		}
	}
	run := running{args: args, env: env, via: w.via, dirs: st.dirs, stdin: f.stdin, feed: feed}
	if !fixedHead(c.Args[0]) {
		w.opaque("what the line runs is named by an expansion: " + w.text(c.Args[0]))
		run.dynamic = true
	}
	after := w.run(f, run, st)
	if canFail(redirs) {
		// Then the command does not run: exit does not exit, eval changes nothing.
		after.no = merge(after.no, st)
	}
	return after
}

// canFail reports whether one of the redirections can fail, so that what it
// belongs to does not run. Even 2>&1 does, if there is no output any more.
func canFail(redirs []*syntax.Redirect) bool {
	return slices.ContainsFunc(redirs, func(r *syntax.Redirect) bool {
		return r.Hdoc == nil && r.Op != syntax.WordHdoc && r.Word.Lit() != "/dev/null"
	})
}

// prefix walks NAME=value in front of a command and gives it as text.
func (w *walker) prefix(a *syntax.Assign, args []word, st *state) string {
	value := w.assigned(a, st)
	name := a.Name.Value
	known := value != nil && value.word.known
	switch {
	case known && mildEnv(name, value.word.text):
	case known && name == "IFS" && len(args) > 0 && args[0].known && args[0].text == "read":
	default:
		w.opaque("the line sets " + name + " for a command, which it or what it runs may read")
	}
	// Some builtins keep what is set for them.
	st.assign(name, nil)
	if !known {
		return w.text(a)
	}
	return name + "=" + value.word.text
}

// fixedHead reports whether a command name is written out: no expansion, no glob.
func fixedHead(x *syntax.Word) bool {
	for i, p := range x.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			text := p.Value
			if i == 0 && (strings.HasPrefix(text, "=") || strings.HasPrefix(text, "~")) {
				return false
			}
			if strings.ContainsAny(text, "*?{") || strings.Contains(text, "[") && text != "[" {
				return false
			}
		case *syntax.SglQuoted:
			if p.Dollar {
				return false
			}
		case *syntax.DblQuoted:
			for _, q := range p.Parts {
				if _, ok := q.(*syntax.Lit); !ok || p.Dollar {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// running is a command ready to run: the words after expansion.
type running struct {
	args  []word
	env   []string
	via   []string
	dirs  []string
	stdin *word
	// feed is what find hands to it.
	feed []word
	// dynamic is set when the name comes from an expansion.
	dynamic bool
}

// run takes a command to its judge and goes on into what it runs in turn.
func (w *walker) run(f *frame, r running, st state) flow {
	literal := !r.dynamic
	argv := make([]string, len(r.args))
	for i, a := range r.args {
		argv[i] = a.text
		literal = literal && a.known && !a.many
	}
	cmd := &w.out.Commands[f.at]
	cmd.Argv, cmd.Env, cmd.Via, cmd.Literal = argv, r.env, r.via, literal
	if len(r.dirs) == 1 {
		cmd.Dir = r.dirs[0]
	}
	var after flow
	inner := true
	if len(r.args) == 0 || !r.args[0].known {
		after = w.unnamed(cmd.Text, r, st)
	} else {
		after, inner = w.judge(f, r, st)
	}
	cmd = &w.out.Commands[f.at] // the list may have moved
	if len(f.doubts) > 0 {
		cmd.Doubt = f.doubts[0]
	}
	cmd.ReadOnly = cmd.Doubt == "" && !f.acts && inner
	return after
}

// unnamed walks a command whose name is not known.
func (w *walker) unnamed(text string, r running, st state) flow {
	w.opaque("it is not known what the line runs: " + text)
	after := both(st)
	// If the unknown words come to nothing, the next one is the command.
	for i, a := range r.args {
		if a.known && i > 0 {
			w.inner(innerCommand{args: r.args[i:]}, r, &st)
			break
		}
	}
	after.yes.forget()
	after.no.forget()
	return after
}

// judge finds who knows the program, and collects what is said.
func (w *walker) judge(f *frame, r running, st state) (flow, bool) {
	name := r.args[0].text
	args := r.args[1:]
	if strings.Contains(name, "/") {
		name = w.program(name)
	}
	if _, ok := w.functions[name]; ok {
		w.opaque(name + " is a function of the line")
		st.forget()
	}
	j := lookupWrapper(name)
	wraps := j != nil
	if j == nil {
		j = lookupBuiltin(name)
	}
	if j == nil {
		j = lookupProgram(name)
	}
	if j == nil {
		w.doubt(name + " is not known to be read-only")
		return both(st), true
	}
	if f.remote && isShell(name) {
		w.harm("a shell is connected to a remote machine (reverse shell)")
		f.acts = true
	}
	var inner []innerCommand
	for i, dir := range r.dirs {
		in := w.invocation(name, dir)
		in.args, in.stdin = args, r.stdin
		j(in)
		w.handOn(in, r, args)
		w.collect(in)
		if wraps && len(in.writes) > 0 {
			// A rule for what it runs does not speak of what it writes itself.
			cmd := &w.out.Commands[f.at]
			cmd.Redirects = append(cmd.Redirects, in.writes...)
		}
		if i == 0 {
			inner, in.inner = in.inner, nil
		}
		w.idle = in
	}
	clean := true
	if len(inner) > 0 {
		clean, st = w.inners(inner, name, r, st)
	}
	return w.effect(name, args, st), clean
}

// inners walks what a wrapper runs.
func (w *walker) inners(inner []innerCommand, name string, r running, st state) (bool, state) {
	clean := true
	r.via = append(r.via[:len(r.via):len(r.via)], name)
	for _, c := range inner {
		clean = w.inner(c, r, &st) && clean
	}
	return clean, st
}

// invocation is one to be filled; what was said in an earlier one is collected by
// then, so that its memory can be used again.
func (w *walker) invocation(name, dir string) *invocation {
	in := w.idle
	w.idle = nil
	if in == nil {
		in = &invocation{}
	}
	*in = invocation{
		name: name, dir: dir, home: w.opts.Home, base: w.opts.Dir,
		reads: in.reads[:0], writes: in.writes[:0], hosts: in.hosts[:0], follows: in.follows[:0],
	}
	return in
}

// program is the name of a program that is given with its folder. Only those of
// the system are what their name says.
func (w *walker) program(at string) string {
	clean := path.Clean(at)
	switch path.Dir(clean) {
	case "/bin", "/usr/bin", "/usr/local/bin", "/sbin", "/usr/sbin", "/usr/local/sbin":
		if strings.HasPrefix(at, "/") {
			return path.Base(clean)
		}
	}
	w.doubt(at + " runs a program that is not one of the system")
	return path.Base(clean)
}

// collect takes over what a judge has said.
func (w *walker) collect(in *invocation) {
	for _, h := range in.harms {
		w.harm(h)
		if w.cur != nil {
			w.cur.acts = true
		}
	}
	for _, o := range in.opaques {
		w.opaque(o)
		if w.cur != nil && !slices.Contains(w.cur.doubts, o) {
			w.cur.doubts = append(w.cur.doubts, o)
		}
	}
	for _, d := range in.doubts {
		if w.cur == nil || !slices.Contains(w.cur.doubts, d) {
			w.doubt(d)
		}
	}
	w.streams = w.streams || in.streams
	for _, at := range in.reads {
		w.reads(at)
	}
	for _, pattern := range in.follows {
		if !slices.Contains(w.out.Follows, pattern) {
			w.out.Follows = append(w.out.Follows, pattern)
		}
	}
	for _, at := range in.writes {
		w.writes(in.name, at)
	}
	for _, host := range in.hosts {
		w.connects(in.name, host)
	}
}

// effect is the state after a builtin that changes the shell.
func (w *walker) effect(name string, args []word, st state) flow {
	switch name {
	case "cd", "chdir":
		return w.cd(args, st)
	case "pushd":
		return w.pushd(args, st)
	case "popd":
		return w.popd(args, st)
	case "read", "mapfile", "readarray", "getopts", "unset", "wait":
		for _, a := range args {
			if !a.known || len(a.text) > 2 && a.text[0] == '-' {
				st.forget() // an option can have a name attached
			} else if identifier(a.text) {
				st.assign(a.text, nil)
			}
		}
		for _, n := range []string{"REPLY", "MAPFILE", "OPTARG", "OPTIND"} {
			if name != "unset" && name != "wait" {
				st.assign(n, nil)
			}
		}
	case "set", "shift":
		st.params, st.paramsKnown = nil, false
	case "source", ".", "enable", "alias", "unalias", "bind":
		st.forget()
	case "printf", "declare", "typeset", "local", "export", "readonly", "let":
		for _, a := range args {
			if a.known && strings.HasPrefix(a.text, "-") || !a.known || name != "printf" {
				st.forget()
				break
			}
		}
	case "exit":
		st.dead = st.dead || exits(args)
	}
	return both(st)
}

// exits reports whether exit with these words surely ends the shell. It stays if
// it is asked for its help.
func exits(args []word) bool {
	switch {
	case len(args) == 0:
		return true
	case len(args) > 1 || args[0].many:
		return false
	case args[0].known:
		return numeric(args[0].text)
	}
	return among(args[0].text, "$?", `"$?"`)
}
