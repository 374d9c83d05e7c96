package main

import (
	"os"

	"jig/engine"
	"jig/tool"
	"jig/toolbox"
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

// toolsIn is the set of the built-in tools for a space, to be asked what they would do there.
func toolsIn(space *workspace.Space) *tool.Set {
	box, err := toolbox.Open(toolbox.Options{Session: workspace.NewSession(space, workspace.SessionOptions{}), Stash: engine.NewDirStash("", 0)})
	if err != nil {
		panic(err)
	}
	return tool.NewSet(box.Tools()...)
}
