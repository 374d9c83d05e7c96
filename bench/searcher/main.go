// Command searcher runs one call of the grep tool in a folder and prints the answer. The benchmark of searching runs it, so
// that a process is measured beside a process: it does all that the tool does for a model, sorted answer and summary included.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"

	"jig/tool"
	"jig/toolbox/search"
	"jig/workspace"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: searcher folder '{…}'")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "searcher:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, folder, args string) (err error) {
	space, err := workspace.New(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, space.Close()) }()
	grep := search.Grep(workspace.NewSession(space, workspace.SessionOptions{}))
	result, err := grep.Run(ctx, &tool.Call{Name: "grep", Args: json.RawMessage(args)})
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(result.Text())
	return err
}
