package shell

import "mvdan.cc/sh/v3/syntax"

// What find hands to xargs is known well enough to be judged if the names are
// kept apart by zero bytes: each is a path below one of the starting points, and
// none can be taken for an option. With blanks between them nothing is known,
// because a name can have a blank in it.

// handOn notes what a find prints, and gives xargs the words that it reads.
func (w *walker) handOn(in *invocation, r running, args []word) {
	switch in.name {
	case "find":
		w.found = nil
		if len(r.dirs) == 1 && len(r.env) == 0 {
			w.found = printed(in, args)
		}
	case "xargs", "gxargs":
		if len(r.feed) > 0 && parted(args) {
			in.inner = fed(in.inner, r.feed)
		}
	}
}

// printed is what find prints, one word for each starting point; nil if it
// prints anything but names with a zero byte behind them.
func printed(in *invocation, args []word) []word {
	zero := false
	for _, a := range args {
		if !a.known {
			return nil
		}
		switch a.text {
		case "-print0":
			zero = true
		case "-print", "-printf", "-ls", "-exec", "-execdir", "-ok", "-okdir", "-fprint", "-fprint0", "-fprintf", "-fls", "-files0-from", "-D":
			return nil
		}
	}
	if !zero || len(in.doubts) > 0 {
		return nil
	}
	f := &finding{in: &invocation{name: in.name, dir: in.dir, home: in.home, base: in.base}, rest: args}
	f.leading()
	f.paths()
	words := make([]word, 0, len(f.starts))
	for _, s := range f.starts {
		one := &finding{in: f.in, starts: []word{s}}
		out := one.found(word{text: "{}", known: true})
		if out.within == "" || out.lead == "" || out.lead[0] == '-' {
			return nil
		}
		out.many = true
		words = append(words, out)
	}
	return words
}

// parted reports whether xargs takes zero bytes, and nothing else, for the end of
// a word. What stands behind the options is the command.
func parted(args []word) bool {
	zero := false
	for i := 0; i < len(args) && args[i].option(); i++ {
		if !args[i].known {
			return false
		}
		switch text := args[i].text; text {
		case "-0", "--null", "-0r", "-r0":
			zero = true
		case "-r", "--no-run-if-empty", "-t", "--verbose", "-x", "--exit":
		case "-n", "-P", "-L", "--max-args", "--max-procs", "-I":
			i++
		default:
			if c := text[1]; text != "-I{}" && ((c != 'n' && c != 'P') || !numeric(text[2:])) {
				return false
			}
		}
	}
	return zero
}

// fed gives the commands that xargs runs the words that it reads.
func fed(inner []innerCommand, feed []word) []innerCommand {
	out := make([]innerCommand, 0, len(inner))
	for _, c := range inner {
		switch {
		case c.script || len(c.args) == 0 || isShell(c.args[0].text):
		case c.more:
			c.args = append(c.args[:len(c.args):len(c.args)], feed...)
			c.more = false
		case len(feed) == 1: // -I{}: one at a time, in the place of {}
			args := make([]word, len(c.args))
			for i, a := range c.args {
				if !a.known && a.text == "{}" {
					a = feed[0]
					a.many = false
				}
				args[i] = a
			}
			c.args = args
		}
		out = append(out, c)
	}
	return out
}

// alone reports whether the output of a statement is that of one find, or of a
// pipe that passes it on, and nothing is mixed into it.
func alone(s *syntax.Stmt) bool {
	if s.Negated || s.Background {
		return false
	}
	for _, r := range s.Redirs {
		if r.N == nil || r.N.Value != "2" || r.Op != syntax.RdrOut || r.Word.Lit() != "/dev/null" {
			return false
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return len(c.Assigns) == 0 && len(c.Args) > 0 && c.Args[0].Lit() == "find"
	case *syntax.BinaryCmd:
		return c.Op == syntax.Pipe && alone(c.X) && passesOn(c.Y)
	}
	return false
}

// passesOn reports whether a command hands on the words that it reads as they
// are: sort -z.
func passesOn(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 || len(s.Redirs) > 0 || len(call.Args) != 2 || call.Args[0].Lit() != "sort" {
		return false
	}
	switch call.Args[1].Lit() {
	case "-z", "-zu", "-uz", "-zr", "-rz", "-zV", "-Vz", "--zero-terminated":
		return true
	}
	return false
}
