package agents

import (
	"fmt"
	"slices"
	"strings"

	"jig/config"
	"jig/internal/clip"
	"jig/internal/spelling"
	"jig/internal/toolref"
	"jig/policy"
	"jig/tool"
)

// Type is a kind of sub-agent.
type Type struct {
	Name        string
	Description string // when to use it, for the model that starts it
	// Prompt are its instructions; empty means those that every agent gets.
	Prompt string
	// Tools are its tools, as any of the systems names them, also with wildcards; nil means those of its parent. Without are
	// taken away from them.
	Tools, Without []string
	// ReadOnly leaves it only the tools that change nothing.
	ReadOnly bool
	// Model is the name of its model; empty means that of its parent.
	Model string
	// Mode is the mode in which its calls are decided about, where that is stricter than its parent's.
	Mode config.Mode
	// MaxTurns bounds it; zero means the usual limit.
	MaxTurns int
	// Worktree gives it a worktree of its own.
	Worktree bool
	Color    string
	// Source is the file that describes it, empty for a built-in type.
	Source string

	toolsLine, withoutLine int // in that file
}

// The built-in types.
const (
	General = "general"
	Explore = "explore"
	Plan    = "plan"
)

// BuiltIn are the types that are always there.
func BuiltIn() []*Type {
	return []*Type{
		{
			Name:        General,
			Description: "any task of several steps; has all tools",
		},
		{
			Name:        Explore,
			Description: "finds things out: searches and reads, changes nothing",
			ReadOnly:    true,
			Prompt: `You find things out for another agent. You can search and read, and change nothing.

- Search broadly first, then read what matters. Make calls that do not depend on each other in one answer: they run at the same time.
- Do not guess: say what you have seen, and where, with path and line.
- Say also what you looked for and did not find.
- Answer the question, and nothing else. The other agent sees only what you report.`,
		},
		{
			Name:        Plan,
			Description: "works out how to do something, step by step; changes nothing",
			ReadOnly:    true,
			Prompt: `You plan a change for another agent. You can search and read, and change nothing.

- Find out how the project does such things, and what the change touches.
- Then write the plan: the steps in order, each with the files it is about and what changes in them; how to check the outcome; what could go wrong.
- Name the decisions that are open, and what you would choose.
- The other agent sees only what you report.`,
		},
	}
}

// fold is the form in which names of types are compared: "Explore", "explorer" and "explore-agent" are one.
func fold(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == ' ' || r == '.' || r == '#' {
			return -1
		}
		return r
	}, strings.ToLower(name))
	name = spelling.Fold(name)
	for _, tail := range []string{"subagent", "agent"} {
		if rest, ok := strings.CutSuffix(name, tail); ok && rest != "" {
			name = rest
			break
		}
	}
	switch name {
	case "", "generalpurpose", "default", "build", "worker", "main":
		return General
	case "explorer", "exploration", "codebaseexplorer":
		return Explore
	case "planner", "planning":
		return Plan
	}
	return name
}

// find looks for a type by a name in any spelling; no name means general.
func find(types []*Type, name string) (*Type, error) {
	for _, t := range types {
		if spelling.Fold(t.Name) == spelling.Fold(name) {
			return t, nil
		}
	}
	for _, t := range types {
		if fold(t.Name) == fold(name) {
			return t, nil
		}
	}
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.Name
	}
	return nil, tool.Errorf(tool.CodeInvalidArgs, "there is no sub-agent type %q; there is %s", name, strings.Join(names, ", "))
}

// equip works out which tools of a set a sub-agent of the type gets, by their own names; nil means those of its parent. A
// wildcard never means agent: that one has to be named.
func (t *Type) equip(set *tool.Set) (tools, without []string, err error) {
	if without, err = named(set, t.Without, true); err != nil {
		return nil, nil, err
	}
	if t.Tools == nil && !t.ReadOnly {
		return nil, without, nil
	}
	list := t.Tools
	if list == nil {
		list = []string{"*"}
	}
	if tools, err = named(set, list, false); err != nil {
		return nil, nil, err
	}
	if t.ReadOnly {
		tools = slices.DeleteFunc(tools, func(name string) bool { return !looksOnly(set, name) })
	}
	return tools, without, nil
}

// looksOnly reports whether a tool is one of ours that changes nothing; what others say of their tools proves nothing.
func looksOnly(set *tool.Set, name string) bool {
	t, ok := set.Lookup(name)
	return ok && t.Spec().Access == tool.ReadOnly && t.Spec().Origin.Kind == tool.BuiltIn
}

// named are the tools of a set that references mean. Those that mean no tool here are for other systems, and do no harm.
func named(set *tool.Set, list []string, wide bool) ([]string, error) {
	names := []string{}
	if set == nil {
		set = tool.NewSet()
	}
	for _, text := range list {
		ref, err := toolref.Parse(text)
		if err != nil {
			return nil, err
		}
		for _, t := range set.All() {
			spec := t.Spec()
			if (spec.Name == agentName && !ref.Exact() && !wide) || slices.Contains(names, spec.Name) {
				continue
			}
			if ref.Match(policy.NameOf(spec)) {
				names = append(names, spec.Name)
			}
		}
	}
	return names, nil
}

// describe lists types for a model.
func describe(types []*Type) string {
	var b strings.Builder
	for _, t := range types {
		fmt.Fprintf(&b, "\n- %s: %s", t.Name, oneLine(t.Description, 300))
	}
	return b.String()
}

// oneLine is a text without line breaks, cut to so many runes.
func oneLine(text string, most int) string {
	return clip.Runes(strings.Join(strings.Fields(text), " "), most)
}
