package main

import (
	"jig/engine"
	"jig/tool"
	"jig/toolbox/flow"
	"jig/toolbox/meta"
)

// newEngine makes an engine and puts the built-in tools into its set. They come second, because one of them reads the engine's stash.
func newEngine(tools *tool.Set, gate engine.Gate, opt engine.Options) *engine.Engine {
	eng := engine.New(tools, gate, opt)
	if err := eng.Tools().Register(builtin(eng.Stash())...); err != nil {
		panic(err) // two built-in tools of one name
	}
	return eng
}

// builtin lists the built-in tools. Those that read long results take them from the stash.
func builtin(stash engine.Stash) []tool.Tool {
	return []tool.Tool{
		flow.Sleep(),
		meta.ReadResult(stash),
		meta.StructuredOutput(nil),
	}
}

// builtinSet is the set of the built-in tools, to be looked at and not to be run.
func builtinSet() *tool.Set {
	return tool.NewSet(builtin(engine.NewDirStash("", 0))...)
}
