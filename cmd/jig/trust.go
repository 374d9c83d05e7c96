package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const trustHelp = `Shows and sets which folders you trust.

In a folder that is not trusted nothing of the project is obeyed or run: no hooks, no MCP
servers, no rules that allow. What only makes things stricter counts always. Commands are
asked about even if they only look, because a project can make git run what it wants.

Trust covers what the project would run as it is now. When that changes, you are asked to
look at it again.`

const trustExamples = `  jig trust              what is known of this folder, and what it would run
  jig trust --yes        trust this folder, as it is now
  jig trust --no ../x    refuse another one
  jig trust --forget     forget what was said about this folder
  jig trust --list       all folders about which something was said`

func trustCommand(out *cli.Output) *cobra.Command {
	t := &cli.Trusting{Out: out}
	cmd := &cobra.Command{
		Use:     "trust [FOLDER]",
		Short:   "Show and set which folders you trust",
		Long:    trustHelp,
		Example: trustExamples,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return cli.Usagef("name one folder: jig trust FOLDER")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return t.Run(args) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&t.Yes, "yes", false, "trust the folder and what lies below it")
	flags.BoolVar(&t.No, "no", false, "refuse the folder and what lies below it")
	flags.BoolVar(&t.Forget, "forget", false, "forget what was said about the folder")
	flags.BoolVar(&t.List, "list", false, "list all folders about which something was said")
	flags.BoolVar(&t.Force, "force", false, "with --yes: also the home folder, or one that holds it")
	return cmd
}
