package main

import (
	"os"
	"path/filepath"
	"slices"

	"jig"
	"jig/engine"
	"jig/tool"
	"jig/toolbox"
	"jig/toolbox/agents"
	"jig/workspace"
)

// builtinSet is the set of the built-in tools, to be looked at and not to be run.
func builtinSet() *tool.Set {
	space, err := workspace.On(workspace.Disk{}, os.TempDir())
	if err != nil {
		panic(err) // no disk is looked at
	}
	return toolsIn(space)
}

// callableSet is the built-in tools that need no session: those that jig call and jig exec run.
func callableSet() *tool.Set {
	set := builtinSet()
	for _, t := range set.All() {
		if slices.Contains(t.Spec().Needs, agents.Needed) {
			set.Remove(t.Spec().Name)
		}
	}
	return set
}

// toolsIn is the set of the built-in tools for a space, to be asked what they would do there. Those are among them that only a
// session has.
func toolsIn(space *workspace.Space) *tool.Set {
	box, err := toolbox.Open(toolbox.Options{Session: workspace.NewSession(space, workspace.SessionOptions{}), Stash: engine.NewDirStash("", 0)})
	if err != nil {
		panic(err)
	}
	worktrees := ""
	if state, err := jig.StateFolder(); err == nil { // else there is no place for them in a session either
		worktrees = filepath.Join(state, "worktrees")
	}
	return tool.NewSet(append(box.Tools(), agents.Offered(space.Roots()[0], worktrees)...)...)
}
