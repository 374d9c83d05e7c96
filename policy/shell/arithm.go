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
			w.arithm(x.Y, st)
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

// operand walks a number or a variable in arithmetic.
func (w *walker) operand(x *syntax.Word, st *state) {
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

// setNumber records that arithmetic assigned a variable.
func (w *walker) setNumber(name string, st *state) {
	if !free(name) {
		w.opaque("arithmetic sets a variable that other programs read")
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
