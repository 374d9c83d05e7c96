package agents

import (
	"slices"
	"strings"

	"jig/internal/spelling"
	"jig/internal/toolref"
	"jig/policy"
	"jig/tool"
)

// CheckTools tells, once, which tools that files name there are not. It is for those who have registered all tools; if nobody
// calls it, it is done before the first sub-agent starts.
func (a *Agents) CheckTools() {
	a.named.Do(func() {
		if a.opt.Tell == nil {
			return
		}
		types, _ := a.Types()
		for _, t := range types {
			for _, p := range t.strangers(a.opt.Tools) {
				a.opt.Tell(p)
			}
		}
	})
}

// strangers are the names in the lists of a type that mean no tool of the set. They do no harm, and files that were written
// for other systems have some; but one of them may be a slip, which leaves the sub-agent without what it needs. Tools of
// servers may come later, and wildcards may mean nothing.
func (t *Type) strangers(set *tool.Set) []Problem {
	if t.Source == "" || set == nil || len(set.All()) == 0 {
		return nil
	}
	var problems []Problem
	look := func(list []string, line int) {
		for _, text := range list {
			ref, err := toolref.Parse(text)
			if err != nil || !ref.Exact() || strings.HasPrefix(text, "@") || strings.HasPrefix(text, "mcp__") || known(set, ref) {
				continue
			}
			says := "there is no tool " + text + " here, and the sub-agent is without it"
			if near := nearest(set, text); near != "" {
				says = "there is no tool " + text + ": did you mean " + near + "?"
			}
			problems = append(problems, Problem{File: t.Source, Line: line, Text: says})
		}
	}
	look(t.Tools, t.toolsLine)
	look(t.Without, t.withoutLine)
	return problems
}

// known reports whether a reference means a tool of the set, or one of those that only sessions have.
func known(set *tool.Set, ref toolref.Ref) bool {
	return ref.Match(toolref.Name{Canonical: agentName, Aliases: aliases(), Builtin: true}) ||
		ref.Match(toolref.Name{Canonical: summaryName, Builtin: true}) ||
		slices.ContainsFunc(set.All(), func(t tool.Tool) bool { return ref.Match(policy.NameOf(t.Spec())) })
}

// nearest is the name of a tool, or another name that it goes by, from which a text is a slip or two away; empty if none is.
func nearest(set *tool.Set, text string) string {
	if len(text) > 60 {
		return ""
	}
	names := append([]string{agentName}, aliases()...)
	for _, t := range set.All() {
		names = append(append(names, t.Spec().Name), t.Spec().Aliases...)
	}
	best, slips := "", max(1, min(2, len(text)/3))+1
	for _, name := range names {
		if d := spelling.Distance(spelling.Fold(text), spelling.Fold(name)); d < slips {
			best, slips = name, d
		}
	}
	return best
}
