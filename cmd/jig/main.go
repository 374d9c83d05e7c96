// Command jig runs tools of AI agents: it validates what a model asks for, asks whether it is allowed, runs it, and prints the
// one result that every call gets. See docs/cli.md for its commands, formats and exit statuses.
package main

import (
	"context"
	"io"
	"os"

	"jig/cmd/jig/internal/cli"
	"jig/sandbox"
)

func main() {
	sandbox.MaybeInit() // this may be a child on its way into confinement
	cli.SurviveBrokenPipe()
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main with everything it needs from the system, and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := cli.NewOutput(stdout)
	root := rootCommand(out) //nolint:contextcheck // commands get their context from cobra, by ExecuteContext below
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if broken := out.Err(); broken != nil {
		err = broken // whatever became of the command, its result did not arrive
	}
	return cli.Finish(stderr, err)
}
