package shell

import "mvdan.cc/sh/v3/syntax"

// forks looks for functions that start themselves in more and more processes.
func (w *walker) forks() {
	if len(w.functions) == 0 {
		return
	}
	// calls are the functions that each one calls; true if in another process.
	calls := map[string]map[string]bool{}
	for name, body := range w.functions {
		calls[name] = map[string]bool{}
		w.callees(body, false, calls[name])
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

func (w *walker) callees(n syntax.Node, apart bool, out map[string]bool) {
	syntax.Walk(n, func(x syntax.Node) bool {
		switch x := x.(type) {
		case *syntax.Stmt:
			if x.Background && !apart {
				w.callees(x, true, out)
				return false
			}
		case *syntax.BinaryCmd:
			if (x.Op == syntax.Pipe || x.Op == syntax.PipeAll) && !apart {
				w.callees(x, true, out)
				return false
			}
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.CoprocClause:
			if !apart {
				w.callees(x, true, out)
				return false
			}
		case *syntax.CallExpr:
			if len(x.Args) > 0 {
				name := unescape(x.Args[0].Lit(), x.Args[0].Lit())
				if _, ok := w.functions[name]; ok {
					out[name] = out[name] || apart
				}
			}
		}
		return true
	})
}
