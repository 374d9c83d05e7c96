package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// putsBack reports whether a bash line puts something into the background and does not wait for it. Where the system ends
// what is left together with the command, the line is all there is to tell it by.
func putsBack(line string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(line), "")
	if err != nil {
		return false
	}
	back, waits := false, false
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Stmt:
			back = back || n.Background
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				waits = waits || n.Args[0].Lit() == "wait"
				back = back || slices.Contains([]string{"nohup", "setsid", "disown"}, n.Args[0].Lit())
			}
		}
		return true
	})
	return back && !waits
}
