package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithm walks an arithmetic expression. Bash evaluates the value of a variable
// in it as an expression again, and a subscript in that can hold a command, so
// only integers are harmless.
func (w *walker) arithm(x syntax.ArithmExpr, st *state) {
	switch x := x.(type) {
	case *syntax.Word:
		w.operand(x, st)
	case *syntax.ParenArithm:
		w.arithm(x.X, st)
	case *syntax.UnaryArithm:
		w.arithm(x.X, st)
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			w.setNumber(arithmName(x.X), st)
		}
	case *syntax.BinaryArithm:
		if !assigning(x.Op) {
			w.arithm(x.X, st)
			w.second(x, st)
			return
		}
		if x.Op != syntax.Assgn {
			w.arithm(x.X, st)
		}
		w.arithm(x.Y, st)
		w.setNumber(arithmName(x.X), st)
	default:
		w.doubt("the line has arithmetic that is not known here")
	}
}

// second walks what stands behind an operator, which may not be evaluated: then
// what it assigns is not assigned.
func (w *walker) second(x *syntax.BinaryArithm, st *state) {
	switch x.Op {
	case syntax.AndArit, syntax.OrArit, syntax.TernColon:
		w.perhaps(x.Y, st)
	case syntax.TernQuest:
		y, ok := x.Y.(*syntax.BinaryArithm)
		if !ok || y.Op != syntax.TernColon {
			w.perhaps(x.Y, st)
			return
		}
		w.perhaps(y.X, st)
		w.perhaps(y.Y, st)
	default:
		w.arithm(x.Y, st)
	}
}

// perhaps walks arithmetic that the shell may leave out.
func (w *walker) perhaps(x syntax.ArithmExpr, st *state) {
	taken := *st
	w.arithm(x, &taken)
	*st = merge(*st, taken)
}

// operand walks a number or a variable in arithmetic.
func (w *walker) operand(x *syntax.Word, st *state) {
	w.joins(x)
	if name := x.Lit(); name != "" {
		if v := w.variable(name, st); numberLiteral(name) || v != nil && v.numeric {
			return
		}
		w.doubt("arithmetic evaluates " + name + ", whose value is not known")
		return
	}
	if len(x.Parts) == 1 {
		if p, ok := x.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
			if p.Length && (p.Index == nil || everyElement(p.Index)) {
				return
			}
			if simple(p) {
				switch p.Param.Value {
				case "#", "?", "$", "!":
					return
				}
				if v := w.variable(p.Param.Value, st); v != nil && v.numeric {
					return
				}
			}
		}
		if inner, ok := x.Parts[0].(*syntax.ArithmExp); ok {
			w.arithm(inner.X, st)
			return
		}
	}
	v := w.word(x, st)
	if strings.ContainsAny(w.text(x), "'\"\\`") {
		w.doubt("quotes in arithmetic do not mean what they mean elsewhere")
	} else if v.known && numberLiteral(v.text) {
		return
	}
	w.doubt("arithmetic evaluates " + w.text(x) + ", whose value is not known")
}

// setNumber records that arithmetic assigned a variable. If the line gave it
// something else before, that is not relied on: the assignment may stand in a part
// of a loop or of a condition that is not reached, and what was there would be
// evaluated.
func (w *walker) setNumber(name string, st *state) {
	if !free(name) {
		w.opaque("arithmetic sets a variable that other programs read")
		return
	}
	if v := st.lookup(name); v == nil && st.hides(name) || v != nil && !v.numeric {
		st.assign(name, nil)
		return
	}
	st.assign(name, number())
}

// arithmName is the variable that an assignment in arithmetic is to.
func arithmName(x syntax.ArithmExpr) string {
	if word, ok := x.(*syntax.Word); ok {
		return word.Lit()
	}
	return ""
}

func assigning(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn,
		syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn, syntax.PowAssgn:
		return true
	}
	return false
}

// numberLiteral reports whether text is a number in arithmetic.
func numberLiteral(text string) bool {
	if len(text) > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') {
		for i := 2; i < len(text); i++ {
			c := text[i] | 0x20
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return false
			}
		}
		return true
	}
	return numeric(text)
}
