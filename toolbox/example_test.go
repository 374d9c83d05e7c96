package toolbox_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"jig/engine"
	"jig/tool"
	"jig/toolbox"
	"jig/workspace"
	"jig/workspace/undo"
)

// The built-in tools in a folder, with what they change saved for undo.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	check(err)
	defer func() { check(os.RemoveAll(dir)) }()
	project := filepath.Join(dir, "project")
	check(os.Mkdir(project, 0o700))

	space, err := workspace.New(project)
	check(err)
	defer func() { check(space.Close()) }()
	history, err := undo.Open(undo.Folder(dir, project), space, undo.Options{})
	check(err)
	defer func() { check(history.Close()) }()
	box, err := toolbox.Open(toolbox.Options{Session: workspace.NewSession(space, workspace.SessionOptions{})})
	check(err)
	defer func() { check(box.Close()) }()

	eng := engine.New(tool.NewSet(box.Tools()...), engine.AllowAll(), engine.Options{Keeper: history})
	defer func() { check(eng.Close()) }()
	call := func(name, args string) {
		fmt.Println(eng.Call(ctx, tool.Call{Name: name, Args: []byte(args)}).Result.Text())
	}
	call("write", `{"path": "notes.txt", "content": "hello\nworld\n"}`)
	call("Edit", `{"file_path": "notes.txt", "old_string": "world", "new_string": "there"}`) // as Claude Code writes it
	call("fs_read", `{"operations": [{"mode": "Line", "path": "notes.txt"}]}`)               // as Kiro writes it
	_, err = history.Undo(ctx, undo.Request{})
	check(err)
	call("grep", `{"pattern": "^w", "path": "notes.txt"}`)
	// Output:
	// Created notes.txt (2 lines).
	// Edited notes.txt (+1 −1), at line 2.
	//      1	hello
	//      2	there
	// 2:world
	// 1 matching line.
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
