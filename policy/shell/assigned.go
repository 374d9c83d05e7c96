package shell

import "mvdan.cc/sh/v3/syntax"

// changes are the parts of the shell that a piece of a line can change.
type changes struct {
	// names are the variables it assigns; true if only by arithmetic, which
	// leaves them integers.
	names map[string]bool
	// moves is set if it changes the folder, all if it can change anything.
	moves, all bool
}

func (c *changes) text(name string) { c.names[name] = false }

func (c *changes) number(name string) {
	if _, ok := c.names[name]; !ok {
		c.names[name] = true
	}
}

// fade drops from a state what a loop changes: at its start the loop may have
// run before.
func (w *walker) fade(loop syntax.Node, st *state) {
	c := changesOf(loop)
	if c.all || len(w.functions) > 0 {
		st.forget()
		return
	}
	if c.moves {
		st.dirs, st.stack = lost(), nil
	}
	for name, integer := range c.names {
		v := st.lookup(name)
		switch {
		case v == nil:
		case integer && v.numeric:
			st.assign(name, number())
		default:
			st.assign(name, nil)
		}
	}
	st.params, st.paramsKnown = nil, false
}

// assigns reports whether the statements can assign the variable.
func assigns(stmts []*syntax.Stmt, name string) bool {
	for _, s := range stmts {
		c := changesOf(s)
		if _, ok := c.names[name]; ok || c.all {
			return true
		}
	}
	return false
}

func changesOf(n syntax.Node) *changes {
	c := &changes{names: map[string]bool{}}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			switch {
			case n.Name == nil:
				c.all = true
			case integerValue(n):
				c.number(n.Name.Value)
			default:
				c.text(n.Name.Value)
			}
		case *syntax.WordIter:
			c.text(n.Name.Value)
		case *syntax.Redirect:
			if n.N != nil && len(n.N.Value) > 2 && n.N.Value[0] == '{' {
				c.text(n.N.Value[1 : len(n.N.Value)-1])
			}
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) && n.Param != nil {
				c.text(n.Param.Value)
			}
		case *syntax.BinaryArithm:
			if assigning(n.Op) {
				c.number(arithmName(n.X))
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				c.number(arithmName(n.X))
			}
		case *syntax.CoprocClause, *syntax.FuncDecl:
			c.all = true
		case *syntax.CallExpr:
			c.call(n)
		}
		return true
	})
	return c
}

func (c *changes) call(n *syntax.CallExpr) {
	if len(n.Args) == 0 {
		return
	}
	switch head := n.Args[0].Lit(); head {
	case "":
		// A quoted name can still be the name of a builtin.
		c.all = true
	case "cd", "pushd", "popd":
		c.moves = true
	case "read", "mapfile", "readarray", "getopts", "unset", "printf", "wait":
		for _, a := range n.Args[1:] {
			if name := a.Lit(); name != "" && (name[0] != '-' || len(name) <= 2 || head == "printf" && name[1] != 'v') {
				c.text(name)
			} else if head != "printf" || name != "" {
				c.all = true
			}
		}
	case "eval", "source", ".", "command", "builtin", "exec", "trap", "let", "declare", "typeset", "local", "export",
		"readonly", "alias", "enable", "shopt", "set":
		c.all = true
	default:
		for i := range len(head) {
			if head[i] == '\\' {
				c.all = true
			}
		}
	}
}
