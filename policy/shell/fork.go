package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// forks looks at the line as a whole for harm that no single command does.
func (w *walker) forks() {
	w.bombs()
	if len(w.line) <= maxParsed && joint(w.line) {
		w.together(w.line, []string{w.opts.Dir})
	}
}

// bombs looks for functions that start themselves in more and more processes.
func (w *walker) bombs() {
	if len(w.functions) == 0 {
		return
	}
	// calls are the functions that each one calls; true if in another process.
	calls := map[string]map[string]bool{}
	for name, body := range w.functions {
		calls[name] = map[string]bool{}
		c := calling{functions: w.functions, self: name, out: calls[name]}
		c.walk(body, false, 0)
	}
	for name := range calls {
		if reaches(calls, name, name, false, map[string]int{}) {
			w.harm("a function starts itself in the background or in a pipe until the machine stops (fork bomb)")
			return
		}
	}
}

// reaches follows calls from one function to another, and reports whether one
// of the calls on the way is in another process.
func reaches(calls map[string]map[string]bool, from, to string, apart bool, seen map[string]int) bool {
	mark := 1
	if apart {
		mark = 2
	}
	if seen[from]&mark != 0 {
		return false
	}
	seen[from] |= mark
	for next, forks := range calls[from] {
		if next == to && (apart || forks) || reaches(calls, next, to, apart || forks, seen) {
			return true
		}
	}
	return false
}

// calling collects the functions that the body of one calls.
type calling struct {
	functions map[string]*syntax.Stmt
	self      string
	out       map[string]bool
}

// walk goes over a part of the body; apart is set if it runs in another process.
func (c *calling) walk(n syntax.Node, apart bool, depth int) {
	syntax.Walk(n, func(x syntax.Node) bool {
		switch x := x.(type) {
		case *syntax.Stmt:
			if x.Background && !apart {
				c.walk(x, true, depth)
				return false
			}
		case *syntax.BinaryCmd:
			if (x.Op == syntax.Pipe || x.Op == syntax.PipeAll) && !apart {
				c.walk(x, true, depth)
				return false
			}
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.CoprocClause:
			if !apart {
				c.walk(x, true, depth)
				return false
			}
		case *syntax.CallExpr:
			c.call(x, apart, depth)
		}
		return true
	})
}

// call notes the function that a command is, or that eval finds in its words.
func (c *calling) call(x *syntax.CallExpr, apart bool, depth int) {
	words := make([]string, 0, len(x.Args))
	for _, a := range x.Args {
		text, ok := constant(a)
		if !ok && c.named(a) {
			text, ok = c.self, true
		}
		if !ok {
			break
		}
		words = append(words, text)
	}
	if len(words) == 0 {
		return
	}
	if _, ok := c.functions[words[0]]; ok {
		c.out[words[0]] = c.out[words[0]] || apart
	}
	if words[0] != "eval" || depth == maxDepth {
		return
	}
	stmts, err := parse(strings.Join(words[1:], " "), syntax.LangBash)
	if err != nil {
		return // eval fails
	}
	for _, s := range stmts {
		c.walk(s, apart, depth+1)
	}
}

// named reports whether a word is the name of the function that is running.
func (c *calling) named(x *syntax.Word) bool {
	parts := x.Parts
	if len(parts) == 1 {
		if q, ok := parts[0].(*syntax.DblQuoted); ok {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return false
	}
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && p.Param != nil && p.Param.Value == "FUNCNAME"
}
