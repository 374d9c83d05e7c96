package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// cd is the state after cd, once if it worked and once if it did not.
func (w *walker) cd(args []word, st state) flow {
	out := both(st)
	out.yes.stack = st.stack
	args, sure := withoutFlags(args, "Le@")
	switch {
	case !sure || len(args) > 1:
		out.yes.dirs = lost()
	case len(args) == 0:
		out.yes.dirs = enter(st.dirs, word{text: w.opts.Home, known: w.opts.Home != ""})
	default:
		out.yes.dirs = enter(st.dirs, args[0])
	}
	return out
}

// pushd is cd that remembers where it came from.
func (w *walker) pushd(args []word, st state) flow {
	out := both(st)
	args, sure := withoutFlags(args, "")
	if !sure || len(args) != 1 || !args[0].known || strings.HasPrefix(args[0].text, "+") || st.stack == nil {
		out.yes.dirs, out.yes.stack = lost(), nil
		out.no = out.yes
		return out
	}
	out.yes.dirs = enter(st.dirs, args[0])
	out.yes.stack = append(st.stack[:len(st.stack):len(st.stack)], st.dir())
	return out
}

// popd goes back to where the last pushd was.
func (w *walker) popd(args []word, st state) flow {
	out := both(st)
	if n := len(st.stack); n > 0 && len(args) == 0 {
		out.yes.dirs, out.yes.stack = []string{st.stack[n-1]}, st.stack[:n-1]
		return out
	}
	out.yes.dirs, out.yes.stack = lost(), nil
	out.no = out.yes
	return out
}

// withoutFlags takes off options that do not matter; sure is false if one does.
func withoutFlags(args []word, harmless string) (rest []word, sure bool) {
	for len(args) > 0 && args[0].option() {
		a := args[0]
		if !a.known || a.many || strings.Trim(a.text[1:], harmless) != "" {
			if a.known && a.text == "--" {
				return args[1:], true
			}
			return args, false
		}
		args = args[1:]
	}
	return args, true
}

// enter gives the folders after going from one of dirs into the one named.
func enter(dirs []string, to word) []string {
	if !to.known || to.text == "-" {
		return lost()
	}
	if to.text == "" {
		return dirs
	}
	if strings.HasPrefix(to.text, "/") {
		return []string{path.Clean(to.text)}
	}
	out := make([]string, 0, len(dirs))
	for _, d := range dirs {
		if d == "" {
			return lost()
		}
		out = unite(out, []string{path.Join(d, to.text)})
	}
	return out
}

// workingFolder is what $(pwd) gives, if the folder is known.
func (w *walker) workingFolder(p *syntax.CmdSubst, st *state) (string, bool) {
	dir := st.dir()
	if dir == "" || len(p.Stmts) != 1 || strings.HasSuffix(dir, "\n") {
		return "", false
	}
	s := p.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Negated || s.Background || s.Coprocess || s.Disown || len(s.Redirs)+len(call.Assigns) > 0 || len(call.Args) != 1 || call.Args[0].Lit() != "pwd" {
		return "", false
	}
	_, replaced := w.functions["pwd"]
	return dir, !replaced
}
