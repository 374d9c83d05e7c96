package shell

import "slices"

// maxDirs is how many folders a command may run in before it counts as any.
const maxDirs = 4

// state is what is known of the shell at one point of the line. It is passed by
// value; its parts are never changed in place.
type state struct {
	// dirs are the folders in which the shell can be, "" for one not known.
	dirs []string
	// stack is what pushd has put away; nil after anything that is not known.
	stack []string
	// vars are the variables of which something is known.
	vars *variables
	// params are $1 and on; paramsKnown tells whether they are.
	params      []word
	paramsKnown bool
	// unsure is set after code that is not known: no variable is what it was.
	unsure bool
	// dead is set behind a command that never comes back, such as exit.
	dead bool
}

// variables are chained: a newer value stands before the older ones. Lines have
// few variables, and a chain is shared freely between branches.
type variables struct {
	name string
	// value is nil if nothing is known of the variable any more.
	value *variable
	older *variables
}

// variable is what is known of a variable.
type variable struct {
	word word
	// plain is set if the value has neither blanks nor glob characters, so that
	// it stays one word without quotes.
	plain bool
	// numeric is set if the value is an integer, so that arithmetic does not
	// evaluate it further.
	numeric bool
}

func (s *state) lookup(name string) *variable {
	for v := s.vars; v != nil; v = v.older {
		if v.name == name {
			return v.value
		}
	}
	return nil
}

func (s *state) assign(name string, value *variable) {
	s.vars = &variables{name: name, value: value, older: s.vars}
}

// forget drops all that is known, as after running code that is not known.
func (s *state) forget() {
	*s = state{dirs: lost(), unsure: true, dead: s.dead}
}

// dir is the folder if there is exactly one it can be.
func (s *state) dir() string {
	if len(s.dirs) == 1 {
		return s.dirs[0]
	}
	return ""
}

func lost() []string { return []string{""} }

// flow is the state after a statement, once if it succeeded and once if it
// failed.
type flow struct{ yes, no state }

func both(s state) flow { return flow{s, s} }

// after is the state when it is not known whether the statement succeeded.
func (f flow) after() state { return merge(f.yes, f.no) }

// merge is what is known when the shell is in one of two states.
func merge(a, b state) state {
	if a.dead {
		return b
	}
	if b.dead {
		return a
	}
	out := a
	out.unsure = a.unsure || b.unsure
	out.dirs = unite(a.dirs, b.dirs)
	if !slices.Equal(a.stack, b.stack) {
		out.stack = nil
	}
	if a.vars != b.vars {
		out.vars = agree(&a, &b)
	}
	if !a.paramsKnown || !b.paramsKnown || !slices.Equal(a.params, b.params) {
		out.params, out.paramsKnown = nil, false
	}
	return out
}

func unite(a, b []string) []string {
	if slices.Equal(a, b) {
		return a
	}
	out := slices.Clone(a)
	for _, d := range b {
		if !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	if len(out) > maxDirs || slices.Contains(out, "") {
		return lost()
	}
	return out
}

// agree keeps the variables that are the same in both states, and remembers of
// the others that they are not known.
func agree(a, b *state) *variables {
	var out *variables
	seen := map[string]bool{}
	for _, first := range []*variables{a.vars, b.vars} {
		for v := first; v != nil; v = v.older {
			if seen[v.name] {
				continue
			}
			seen[v.name] = true
			x, y := a.lookup(v.name), b.lookup(v.name)
			var value *variable
			switch {
			case x == nil || y == nil:
			case *x == *y:
				value = x
			case x.numeric && y.numeric:
				value = number()
			}
			out = &variables{name: v.name, value: value, older: out}
		}
	}
	return out
}

// number is a variable that is some integer.
func number() *variable { return &variable{word: word{text: "0"}, plain: true, numeric: true} }
