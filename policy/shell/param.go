package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// simple reports whether an expansion is $name or ${name} and nothing more.
func simple(p *syntax.ParamExp) bool {
	return p.Param != nil && p.Flags == nil && !p.Excl && !p.Length && !p.Width && !p.IsSet &&
		p.Split == syntax.OptUnset && p.GlobSubst == syntax.OptUnset && p.RcExpand == syntax.OptUnset &&
		p.NestedParam == nil && p.Index == nil && len(p.Modifiers) == 0 && p.Slice == nil && p.Repl == nil &&
		p.Names == 0 && p.Exp == nil
}

// param adds the value of a variable.
func (w *walker) param(s *spelling, p *syntax.ParamExp, st *state, quoted bool) {
	if simple(p) {
		w.value(s, p.Param.Value, st, quoted)
		return
	}
	if p.Param != nil && (!p.Excl || p.Names == 0) { // ${!NAME*} gives names only
		w.shows(p.Param.Value, st)
	}
	taken := *st // what is inside may be left out, and with it what it assigns
	w.expansion(p, &taken, quoted)
	*st = merge(*st, taken)
	s.hole(quoted || p.Length)
	if quoted && (p.Param == nil || p.Param.Value == "@" || p.Index != nil && !p.Length) {
		s.split = true // "${a[@]}" becomes one word for each element
	}
}

// expansion walks what a longer form of ${…} evaluates. What it gives is never
// known; what matters is whether it can run or change something.
func (w *walker) expansion(p *syntax.ParamExp, st *state, quoted bool) {
	switch {
	case p.Param == nil, p.Flags != nil, p.Width, p.IsSet, p.NestedParam != nil, len(p.Modifiers) > 0,
		p.Split != syntax.OptUnset, p.GlobSubst != syntax.OptUnset, p.RcExpand != syntax.OptUnset:
		w.opaque("the line expands a variable in a way of another shell")
	case p.Excl && p.Names == 0:
		w.opaque("${!…} evaluates a value")
	}
	if p.Index != nil && !everyElement(p.Index) {
		w.arithm(p.Index, st)
	}
	if p.Slice != nil {
		w.bashOnly("${…:…}")
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil {
				w.arithm(x, st)
			}
		}
	}
	if p.Repl != nil {
		w.bashOnly("${…/…}")
		w.nested(p.Repl.Orig, st, quoted)
		w.nested(p.Repl.With, st, quoted)
	}
	if p.Exp == nil {
		return
	}
	w.nested(p.Exp.Word, st, quoted)
	switch p.Exp.Op {
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		w.opaque("${…:=…} changes a variable")
		if p.Param != nil {
			st.assign(p.Param.Value, nil)
		}
	case syntax.OtherParamOps:
		op := ""
		if p.Exp.Word != nil {
			op = p.Exp.Word.Lit()
		}
		if len(op) != 1 || !strings.Contains("QULua", op) {
			w.opaque("${…@…} can evaluate a value")
		}
	case syntax.MatchEmpty, syntax.ArrayExclude, syntax.ArrayIntersect:
		w.opaque("the line expands a variable in a way of another shell")
	}
}

// nested walks a word inside of ${…}. Inside of double quotes bash takes a
// single quote there for an ordinary character, and the parser does not: what
// looks quoted may run, and the word may end somewhere else.
func (w *walker) nested(x *syntax.Word, st *state, quoted bool) {
	if x == nil {
		return
	}
	if quoted && strings.ContainsAny(w.text(x), "'\\") {
		w.opaque("it is not certain what a quote inside of ${…} means; use a variable")
		if w.scripts++; w.scripts < maxScripts {
			w.script(`: "`+strings.ReplaceAll(w.text(x), "'", "")+`"`, *st, syntax.LangBash)
		}
	}
	w.word(x, st)
}

// everyElement reports whether a subscript is @ or *.
func everyElement(x syntax.ArithmExpr) bool {
	word, ok := x.(*syntax.Word)
	return ok && (word.Lit() == "@" || word.Lit() == "*")
}

// value adds $name.
func (w *walker) value(s *spelling, name string, st *state, quoted bool) {
	v := w.variable(name, st)
	switch {
	case v == nil:
		w.shows(name, st)
		s.hole(quoted || name == "#" || name == "?" || name == "$" || name == "!")
		if name == "@" {
			s.split = true
		}
	case v.word.known && (quoted || v.plain):
		s.val = append(s.val, v.word.text...)
	case v.word.known || !quoted && !v.plain:
		s.hole(false)
	case len(s.val) == 0 && v.word.within != "":
		s.val, s.open, s.first = append(s.val, markPath), true, v.word
	case len(s.val) == 0 && v.word.lead != "":
		s.val = append(s.val, v.word.lead...)
		s.hole(true)
	default:
		s.hole(true)
	}
}

// shows records that a variable of the environment is shown that may hold a
// secret. One that the line has set itself holds what the line says.
func (w *walker) shows(name string, st *state) {
	if secret(name) && !free(name) && w.variable(name, st) == nil {
		w.doubt("$" + name + " may hold a secret")
	}
}

// variable is what is known of a variable or a positional parameter.
func (w *walker) variable(name string, st *state) *variable {
	if v := st.lookup(name); v != nil {
		return v
	}
	if st.hides(name) {
		return nil
	}
	switch name {
	case "HOME":
		if w.opts.Home != "" {
			return valued(w.opts.Home)
		}
	case "PWD":
		if dir := st.dir(); dir != "" {
			return valued(dir)
		}
		return nil
	}
	if len(name) == 1 && name[0] >= '1' && name[0] <= '9' {
		if n := int(name[0] - '0'); st.paramsKnown && n <= len(st.params) && st.params[n-1].known {
			return valued(st.params[n-1].text)
		}
		return nil
	}
	if text, ok := w.opts.Vars[name]; ok && w.depth == 0 {
		return valued(text)
	}
	return nil
}

// hides reports whether a variable was assigned something that is not known.
func (s *state) hides(name string) bool {
	for v := s.vars; v != nil; v = v.older {
		if v.name == name {
			return v.value == nil
		}
	}
	return s.unsure
}
