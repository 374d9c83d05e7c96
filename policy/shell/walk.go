package shell

import (
	"fmt"

	"mvdan.cc/sh/v3/syntax"
)

// list walks statements that run one after the other.
func (w *walker) list(stmts []*syntax.Stmt, st state) flow {
	out := both(st)
	for i, s := range stmts {
		if i > 0 {
			st = out.after()
		}
		out = w.stmt(s, st)
	}
	return out
}

// apart walks statements that run in a process of their own.
func (w *walker) apart(stmts []*syntax.Stmt, st state) {
	cur := w.cur
	w.cur = nil
	w.list(stmts, st)
	w.cur = cur
}

func (w *walker) stmt(s *syntax.Stmt, st state) flow {
	if s.Coprocess || s.Disown {
		w.opaque("the line uses syntax of another shell")
	}
	feed := w.feed
	w.feed = nil
	var out flow
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		out = w.simple(call, s.Redirs, feed, st)
	} else {
		out = w.group(s, st)
	}
	if s.Negated {
		out.yes, out.no = out.no, out.yes
	}
	if s.Background {
		return both(st)
	}
	return out
}

// group walks a statement that is not a simple command. It stands apart so that
// the state of simple ones needs no memory of its own.
func (w *walker) group(s *syntax.Stmt, st state) flow {
	if len(s.Redirs) > 0 {
		st = w.redirected(s.Redirs, st)
	}
	switch c := s.Cmd.(type) {
	case nil:
		return both(st)
	case *syntax.BinaryCmd:
		return w.binary(c, st)
	}
	out := w.compound(s.Cmd, st)
	if canFail(s.Redirs) {
		// Then nothing of it runs, and nothing that it assigns is assigned.
		out.no = merge(out.no, st)
	}
	return out
}

func (w *walker) redirected(list []*syntax.Redirect, st state) state {
	w.apartFrom(list, &st)
	return st
}

func (w *walker) compound(c syntax.Command, st state) flow {
	switch c := c.(type) {
	case *syntax.Subshell:
		w.apart(c.Stmts, st)
		return both(st)
	case *syntax.Block:
		return w.list(c.Stmts, st)
	case *syntax.IfClause:
		return w.branch(c, st)
	case *syntax.WhileClause:
		w.fade(c, &st)
		cond := w.list(c.Cond, st)
		enter := cond.yes
		if c.Until {
			enter = cond.no
		}
		w.list(c.Do, enter)
		return both(st)
	case *syntax.ForClause:
		return w.loop(c, st)
	case *syntax.CaseClause:
		return w.choose(c, st)
	case *syntax.FuncDecl:
		return w.function(c, st)
	case *syntax.TestClause:
		w.bashOnly("[[")
		w.condition(c.X, &st)
		return both(st)
	case *syntax.ArithmCmd:
		w.bashOnly("((")
		w.arithm(c.X, &st)
		return both(st)
	case *syntax.LetClause:
		w.bashOnly("let")
		for _, x := range c.Exprs {
			w.arithm(x, &st)
		}
		return both(st)
	case *syntax.DeclClause:
		return both(w.declare(c, st))
	case *syntax.TimeClause:
		if c.Stmt == nil {
			return both(st)
		}
		return w.stmt(c.Stmt, st)
	case *syntax.CoprocClause:
		w.bashOnly("coproc")
		if c.Name != nil {
			name := w.word(c.Name, &st)
			if !name.known || !free(name.text) {
				w.opaque("coproc sets a variable that is not known to be free")
			}
			st.assign(name.text, nil)
		}
		w.stmt(c.Stmt, st)
		return both(st)
	}
	w.opaque(fmt.Sprintf("the line has a construct (%T) that is not known here", c))
	return both(st)
}

// bashOnly records that a plain POSIX shell would read this in another way.
func (w *walker) bashOnly(what string) {
	if w.posix {
		w.opaque("sh may not read " + what + " the way bash does; use bash")
	}
}

func (w *walker) binary(c *syntax.BinaryCmd, st state) flow {
	switch c.Op {
	case syntax.AndStmt:
		x := w.stmt(c.X, st)
		y := w.stmt(c.Y, x.yes)
		return flow{yes: y.yes, no: merge(x.no, y.no)}
	case syntax.OrStmt:
		x := w.stmt(c.X, st)
		y := w.stmt(c.Y, x.no)
		return flow{yes: merge(x.yes, y.yes), no: y.no}
	case syntax.Pipe, syntax.PipeAll:
		if c.Op == syntax.PipeAll {
			w.bashOnly("|&")
		}
		w.found = nil
		w.stmt(c.X, st)
		feed := w.found
		if c.Op == syntax.PipeAll || !alone(c.X) {
			feed = nil
		}
		w.found, w.feed = nil, feed
		w.stmt(c.Y, st)
		w.feed, w.found = nil, nil
		if passesOn(c.Y) {
			w.found = feed
		}
		return both(st)
	}
	w.opaque("the line joins commands in a way that is not known here")
	w.stmt(c.X, st)
	w.stmt(c.Y, st)
	return both(st)
}

func (w *walker) branch(c *syntax.IfClause, st state) flow {
	if len(c.Cond) == 0 { // else
		return w.list(c.Then, st)
	}
	cond := w.list(c.Cond, st)
	then := w.list(c.Then, cond.yes)
	other := both(cond.no)
	if c.Else != nil {
		other = w.branch(c.Else, cond.no)
	}
	return flow{yes: merge(then.yes, other.yes), no: merge(then.no, other.no)}
}

func (w *walker) loop(c *syntax.ForClause, st state) flow {
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		if !free(l.Name.Value) {
			w.opaque("the loop sets " + l.Name.Value + ", which other programs read")
		}
		if c.Select {
			w.bashOnly("select")
		}
		items := make([]word, 0, len(l.Items))
		for _, x := range l.Items {
			items = append(items, w.words(x, &st)...)
		}
		w.fade(c, &st)
		in := st
		in.assign(l.Name.Value, nil)
		if l.InPos.IsValid() && !c.Select && !assigns(c.Do, l.Name.Value) {
			in.assign(l.Name.Value, eachOf(items))
		}
		w.list(c.Do, in)
		st.assign(l.Name.Value, nil)
	case *syntax.CStyleLoop:
		w.bashOnly("for ((")
		if l.Init != nil {
			w.arithm(l.Init, &st)
		}
		w.fade(c, &st)
		for _, x := range []syntax.ArithmExpr{l.Cond, l.Post} {
			if x != nil {
				w.arithm(x, &st)
			}
		}
		w.list(c.Do, st)
	default:
		w.opaque("the line has a loop of a kind that is not known here")
		w.list(c.Do, st)
	}
	return both(st)
}

func (w *walker) choose(c *syntax.CaseClause, st state) flow {
	w.word(c.Word, &st)
	out := st
	before := st
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			w.word(p, &st)
		}
		// With ;& and ;;& a body can follow another one.
		after := w.list(item.Stmts, before).after()
		if item.Op != syntax.Break {
			before = merge(before, after)
		}
		out = merge(out, after)
	}
	return both(out)
}

// function walks the body of a function where it is declared. Whoever calls it
// is not looked at more closely: from here on a name can mean anything.
func (w *walker) function(c *syntax.FuncDecl, st state) flow {
	w.opaque("the line declares a function, which changes what a name runs")
	names := c.Names
	if c.Name != nil {
		names = append([]*syntax.Lit{c.Name}, names...)
	}
	if w.functions == nil {
		w.functions = map[string]*syntax.Stmt{}
	}
	for _, name := range names {
		w.functions[name.Value] = c.Body
	}
	in := st
	in.params, in.paramsKnown = nil, false
	cur := w.cur
	w.cur = nil
	w.stmt(c.Body, in)
	w.cur = cur
	return both(st)
}
