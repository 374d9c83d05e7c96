package tool

import (
	"fmt"
	"slices"
	"strings"

	"jig/internal/spelling"
)

// index finds the tools of one state of a set.
type index struct {
	tools  []Tool            // in order of registration
	sorted []Tool            // by name
	exact  map[string]int    // names, wire names and aliases as they are written → place in tools
	folded map[string]int    // the same in the form that ignores spelling
	wire   map[string]string // name → wire name; not there for hidden tools
	hidden []Hidden
}

// Hidden is a tool or name that cannot be offered, and why.
type Hidden struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

func newIndex(tools []Tool) *index {
	ix := &index{
		tools:  slices.Clone(tools),
		sorted: slices.Clone(tools),
		exact:  make(map[string]int, 2*len(tools)),
		folded: make(map[string]int, 2*len(tools)),
		wire:   make(map[string]string, len(tools)),
	}
	// Names beat wire names beat aliases, and among equals the first that was
	// registered wins: a tool that comes later never takes a name away.
	for i, t := range tools {
		ix.exact[t.Spec().Name] = i
	}
	wires := make(map[string]string, len(tools))
	for i, t := range tools {
		name := t.Spec().Name
		w := WireName(name)
		if first, taken := wires[w]; taken {
			ix.hide(name, fmt.Sprintf("its name on the wire, %q, belongs to %q", w, first))
			continue
		}
		if other, taken := ix.exact[w]; taken && other != i {
			ix.hide(name, fmt.Sprintf("its name on the wire, %q, is the name of another tool", w))
			continue
		}
		wires[w] = name
		ix.wire[name] = w
		ix.exact[w] = i
	}
	for i, t := range tools {
		for _, alias := range t.Spec().Aliases {
			if other, taken := ix.exact[alias]; taken && other != i {
				ix.hide(alias, fmt.Sprintf("this alias of %q already means %q", t.Spec().Name, tools[other].Spec().Name))
				continue
			}
			ix.exact[alias] = i
		}
	}
	fold := func(name string, i int) {
		if key := spelling.Fold(name); key != "" {
			if _, taken := ix.folded[key]; !taken {
				ix.folded[key] = i
			}
		}
	}
	for i, t := range tools {
		fold(t.Spec().Name, i)
	}
	for i, t := range tools {
		for _, alias := range t.Spec().Aliases {
			if ix.exact[alias] == i {
				fold(alias, i)
			}
		}
	}
	slices.SortFunc(ix.sorted, func(a, b Tool) int { return strings.Compare(a.Spec().Name, b.Spec().Name) })
	return ix
}

func (ix *index) hide(name, reason string) {
	ix.hidden = append(ix.hidden, Hidden{Name: name, Reason: reason})
}

func (ix *index) find(name string) (Tool, bool) {
	i, ok := ix.exact[name]
	if !ok {
		i, ok = ix.folded[spelling.Fold(name)]
	}
	if !ok {
		return nil, false
	}
	return ix.tools[i], true
}

// spellings are all the ways to name a tool that there are.
func (ix *index) spellings() []written {
	var out []written
	for _, t := range ix.sorted {
		spec := t.Spec()
		out = append(out, written{spec.Name, spec.Name})
		for _, alias := range spec.Aliases {
			out = append(out, written{alias, spec.Name})
		}
	}
	return out
}
