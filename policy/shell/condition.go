package shell

import "mvdan.cc/sh/v3/syntax"

// condition walks the inside of [[ ]]. Its integer operators evaluate their
// operands as arithmetic, and -v evaluates a subscript.
func (w *walker) condition(x syntax.TestExpr, st *state) {
	switch x := x.(type) {
	case *syntax.Word:
		w.word(x, st)
	case *syntax.ParenTest:
		w.condition(x.X, st)
	case *syntax.UnaryTest:
		switch x.Op {
		case syntax.TsVarSet, syntax.TsRefVar:
			w.opaque("[[ " + x.Op.String() + " evaluates its operand")
		}
		w.condition(x.X, st)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			w.integer(x.X, st)
			w.integer(x.Y, st)
		case syntax.TsReMatch, syntax.TsNewer, syntax.TsOlder, syntax.TsDevIno, syntax.AndTest, syntax.OrTest,
			syntax.TsMatchShort, syntax.TsMatch, syntax.TsNoMatch, syntax.TsBefore, syntax.TsAfter:
			w.condition(x.X, st)
			w.condition(x.Y, st)
		default:
			w.opaque("[[ has an operator that is not known here")
			w.condition(x.X, st)
			w.condition(x.Y, st)
		}
	default:
		w.opaque("[[ has a form that is not known here")
	}
}

func (w *walker) integer(x syntax.TestExpr, st *state) {
	word, ok := x.(*syntax.Word)
	if !ok {
		w.opaque("[[ compares something that is not a word")
		return
	}
	if len(word.Parts) == 1 {
		if q, ok := word.Parts[0].(*syntax.DblQuoted); ok && len(q.Parts) == 1 && !q.Dollar {
			word = &syntax.Word{Parts: q.Parts}
		}
	}
	w.operand(word, st)
}
