package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A word that is not known can still have one value that it would take. That is
// too little to allow anything, but enough to see harm: rm -rf "$(echo /)".

// folded are the words that a text, as it was written, could become.
func folded(text string) []string {
	if !strings.Contains(text, "$") && !strings.Contains(text, "`") {
		return nil
	}
	stmts, err := parse(": "+text, syntax.LangBash)
	if err != nil || len(stmts) != 1 {
		return nil
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 2 {
		return nil
	}
	value, ok := constant(call.Args[1])
	if !ok {
		return nil
	}
	return strings.Fields(value)
}

// constant is the value of a word that holds nothing but text, echo and printf of
// text, and variables that have text to stand in for them.
func constant(x *syntax.Word) (string, bool) {
	if x == nil {
		return "", true
	}
	return constantParts(x.Parts, false)
}

func constantParts(parts []syntax.WordPart, quoted bool) (string, bool) {
	var b strings.Builder
	for _, p := range parts {
		text, ok := "", true
		switch p := p.(type) {
		case *syntax.Lit:
			if quoted {
				text = unescape(p.Value, "\"\\$`\n")
			} else {
				text = unescape(p.Value, p.Value)
			}
		case *syntax.SglQuoted:
			if text = p.Value; p.Dollar {
				text, ok = decode(p.Value)
			}
		case *syntax.DblQuoted:
			text, ok = constantParts(p.Parts, true)
		case *syntax.ParamExp:
			if ok = p.Exp != nil && !p.Excl && p.Index == nil; ok {
				text, ok = standIn(p.Exp)
			}
		case *syntax.CmdSubst:
			text, ok = said(p.Stmts)
		default:
			ok = false
		}
		if !ok {
			return "", false
		}
		b.WriteString(text)
	}
	return b.String(), true
}

// standIn is what ${name:-text} and its like give instead of the variable.
func standIn(x *syntax.Expansion) (string, bool) {
	switch x.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull,
		syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		return constant(x.Word)
	}
	return "", false
}

// said is what echo or printf prints, if that is the one command there.
func said(stmts []*syntax.Stmt) (string, bool) {
	if len(stmts) != 1 || len(stmts[0].Redirs) > 0 {
		return "", false
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok {
		return "", false
	}
	args := make([]string, len(call.Args))
	for i, x := range call.Args {
		if args[i], ok = constant(x); !ok {
			return "", false
		}
	}
	return printedText(args)
}

// printedText is what a command prints that only says its words.
func printedText(args []string) (string, bool) {
	if len(args) < 2 || args[0] != "echo" && args[0] != "printf" {
		return "", false
	}
	decodes := args[0] == "printf"
	rest := args[1:]
	for len(rest) > 0 && (rest[0] == "--" || !decodes && len(rest[0]) > 1 && rest[0][0] == '-' && strings.Trim(rest[0][1:], "neE") == "") {
		rest = rest[1:]
	}
	for _, a := range args[1 : len(args)-len(rest)] {
		decodes = decodes || strings.Contains(a, "e")
	}
	text := strings.Join(rest, " ")
	if args[0] == "printf" && len(rest) > 0 && strings.Contains(rest[0], "%") {
		var b strings.Builder
		if len(rest) == 1 {
			rest = append(rest, "")
		}
		for _, a := range rest[1:] { // the format is used again for each
			b.WriteString(strings.NewReplacer("%s", a, "%b", a, "%q", a, "%%", "%").Replace(rest[0]))
		}
		text = b.String()
	}
	if decodes {
		return decode(parting(text))
	}
	return text, true
}

// parting puts newlines where a text has zero bytes: both keep words apart.
func parting(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if n := digits(text, i+1); text[i] == '\\' && n > i+1 && strings.Trim(text[i+1:n], "0") == "" {
			b.WriteString(`\n`)
			i = n - 1
			continue
		}
		b.WriteByte(text[i])
		if text[i] == '\\' && i+1 < len(text) {
			i++
			b.WriteByte(text[i])
		}
	}
	return b.String()
}

// graveWord says what a value that a word could have stands for.
func (in *invocation) graveWord(value string) string {
	if rest, ok := strings.CutPrefix(value, "~"); ok && in.home != "" && (rest == "" || rest[0] == '/') {
		value = in.home + rest
	}
	at := strings.IndexAny(value, "*?[")
	if at < 0 {
		return in.grave(word{text: value, known: true})
	}
	return in.grave(word{text: value, lead: value[:at], within: path.Dir(value[:at] + "x"), many: true})
}
