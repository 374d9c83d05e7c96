// Package toolbox puts the built-in tools together: those of its families that
// work on the files of a workspace, run commands, and steer the work itself.
//
//	box, err := toolbox.Open(toolbox.Options{Session: session, Stash: stash})
//	…
//	defer box.Close()
//	eng := engine.New(tool.NewSet(box.Tools()...), gate, engine.Options{Stash: stash, Keeper: log})
//
// The families can be used one by one as well; see the packages below this one.
package toolbox

import (
	"jig/engine"
	"jig/tool"
	"jig/toolbox/file"
	"jig/toolbox/flow"
	"jig/toolbox/git"
	"jig/toolbox/meta"
	"jig/toolbox/notebook"
	"jig/toolbox/search"
	"jig/toolbox/shell"
	"jig/workspace"
)

// Options are what the tools are given to work with.
type Options struct {
	// Session is the files that they work on. It is required.
	Session *workspace.Session
	// Stash is where long results are kept, for read_result; nil leaves that tool
	// out.
	Stash engine.Stash
	// Read changes how files are read.
	Read file.ReadOptions
	// Shell says how commands are run; its Space is that of the session unless it
	// names another.
	Shell shell.Options
}

// Box is the built-in tools and what they have started.
type Box struct {
	opt    Options
	shells *shell.Shells
}

// Open makes the tools. Close the box when they are not needed any more: that ends
// all commands that still run.
func Open(opt Options) (*Box, error) {
	if opt.Shell.Space == nil {
		opt.Shell.Space = opt.Session.Space()
	}
	shells, err := shell.New(opt.Shell)
	if err != nil {
		return nil, err
	}
	return &Box{opt: opt, shells: shells}, nil
}

// Tools lists the tools.
func (b *Box) Tools() []tool.Tool {
	s := b.opt.Session
	tools := []tool.Tool{
		file.Read(s, b.opt.Read), file.List(s), file.Mkdir(s),
		file.Write(s), file.Edit(s), file.MultiEdit(s), file.Insert(s), file.ApplyPatch(s), file.Delete(s), file.Move(s),
		search.Grep(s), search.Glob(s),
		notebook.Edit(s),
		flow.Sleep(),
		meta.StructuredOutput(nil),
	}
	tools = append(tools, git.Tools(s)...)
	tools = append(tools, b.shells.Tools()...)
	if b.opt.Stash != nil {
		tools = append(tools, meta.ReadResult(b.opt.Stash))
	}
	return tools
}

// Close ends everything that the tools have started.
func (b *Box) Close() error { return b.shells.Close() }
