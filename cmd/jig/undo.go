package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const undoHelp = `Takes back what calls changed in this folder.

Without an operand it takes back the last call. What to take back can be named by its
number in the list or by the identifier of the call, and --turn and --to name several.

It is all or nothing: if a file is not exactly what the call left behind, nothing is
changed, and you are told what is different. Only files that were recorded are touched,
and what is replaced is saved first, so that "jig redo" brings it back.`

const undoExamples = `  jig undo               take back the last call
  jig undo --list        what can be taken back, and what was
  jig undo 12 --diff     what taking back record 12 would change
  jig undo --turn t3     all calls of a turn
  jig undo --to 7        everything after record 7; --to 0 is everything
  jig undo --force       also where a file was changed since; that is saved first`

func undoCommand(out *cli.Output) *cobra.Command {
	return undoing(&cli.Undoing{Out: out}, &cobra.Command{
		Use:     "undo [NUMBER|CALL]",
		Short:   "Take back what calls changed",
		Long:    undoHelp,
		Example: undoExamples,
	})
}

// undoing gives undo and redo what they have in common.
func undoing(u *cli.Undoing, cmd *cobra.Command) *cobra.Command {
	u.Verb = cmd.Name()
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return cli.Usagef("name one record or call: jig %s NUMBER; --turn and --to name several", u.Verb)
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		u.Format = format.String()
		return u.Run(cmd.Context(), args)
	}
	flags := cmd.Flags()
	flags.StringVar(&u.Turn, "turn", "", "all calls of a turn")
	flags.StringVar(&u.To, "to", "", "everything after a record or call; for redo, up to it and with it")
	flags.BoolVar(&u.List, "list", false, "list what can be taken back, and what was")
	flags.BoolVar(&u.DryRun, "dry-run", false, "only say what would be done")
	flags.BoolVar(&u.Diff, "diff", false, "only show what would be done, line by line")
	flags.BoolVar(&u.Force, "force", false, "also where files were changed since; what is there is saved first")
	flags.VarP(format, "output-format", "o", "how to print")
	complete(cmd, "output-format", format)
	return cmd
}
