package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// assignment walks NAME=value that stands alone and so sets a variable of the
// shell.
func (w *walker) assignment(a *syntax.Assign, st *state) {
	value := w.assigned(a, st)
	name := a.Name.Value
	if !free(name) && (value == nil || !value.word.known || !mildEnv(name, value.word.text)) {
		w.opaque("the line sets " + name + ", which the shell or other programs read")
	}
	st.assign(name, value)
}

// assigned walks the value of an assignment and gives what is known of it.
func (w *walker) assigned(a *syntax.Assign, st *state) *variable {
	if a.Index != nil {
		w.arithm(a.Index, st)
	}
	if a.Array != nil {
		w.bashOnly("arrays")
		for _, e := range a.Array.Elems {
			if e.Index != nil {
				w.arithm(e.Index, st)
			}
			if e.Value != nil {
				w.words(e.Value, st)
			}
		}
		return nil
	}
	if a.Value == nil {
		if a.Naked || a.Append || a.Index != nil {
			return nil
		}
		return valued("")
	}
	v := w.word(a.Value, st)
	if integerValue(a) {
		return number()
	}
	if a.Append || a.Index != nil {
		return nil
	}
	if v.known {
		return valued(v.text)
	}
	return &variable{word: word{text: v.text, lead: v.lead, within: v.within}}
}

// integerValue reports whether an assignment gives a plain variable an integer,
// whatever its value.
func integerValue(a *syntax.Assign) bool {
	if a.Append || a.Index != nil || a.Array != nil || a.Value == nil || len(a.Value.Parts) != 1 {
		return false
	}
	_, ok := a.Value.Parts[0].(*syntax.ArithmExp)
	return ok
}

// declare walks declare, local, export, readonly and their like.
func (w *walker) declare(c *syntax.DeclClause, st state) state {
	kind := c.Variant.Value
	exports, freezes, keeps := kind == "export", kind == "readonly", kind != "local"
	if kind == "nameref" {
		w.opaque("nameref lets a name stand for another one")
	}
	if kind != "export" && kind != "readonly" {
		w.bashOnly(kind)
	}
	if len(c.Args) == 0 {
		w.opaque(kind + " shows all variables, which may hold secrets")
	}
	for _, a := range c.Args {
		if a.Name == nil {
			flags := w.word(a.Value, &st)
			if !flags.known || len(flags.text) < 2 || flags.text[0] != '-' || strings.Trim(flags.text[1:], "aArgxp") != "" {
				w.opaque(kind + " with " + w.text(a.Value) + " can evaluate values or change how names are read")
			}
			exports = exports || strings.Contains(flags.text, "x")
			freezes = freezes || strings.Contains(flags.text, "r")
			continue
		}
		name := a.Name.Value
		value := w.assigned(a, &st)
		switch {
		case exports && (value == nil || !value.word.known || !mildEnv(name, value.word.text)):
			w.opaque("the line exports " + name + ", which other programs may read")
		case !exports && !free(name):
			w.opaque("the line sets " + name + ", which the shell or other programs read")
		}
		if freezes {
			// A later assignment fails, and what else its command does is skipped.
			w.opaque(kind + " makes later assignments to " + name + " fail")
		}
		if !keeps || freezes {
			value = nil
		}
		st.assign(name, value)
	}
	return st
}
