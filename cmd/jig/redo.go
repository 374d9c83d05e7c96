package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const redoHelp = `Brings back what "jig undo" took back.

Without an operand it turns the last undo around, unless calls have changed files since:
then name it. What to bring back is named as for "jig undo", also by the number of an undo,
and it is all or nothing in the same way.`

const redoExamples = `  jig redo               bring back what the last undo took back
  jig redo 12            bring back one call
  jig redo --to 12       everything that was undone, up to record 12
  jig redo --dry-run     only say what would be done`

func redoCommand(out *cli.Output) *cobra.Command {
	return undoing(&cli.Undoing{Out: out}, &cobra.Command{
		Use:     "redo [NUMBER|CALL]",
		Short:   "Bring back what undo took back",
		Long:    redoHelp,
		Example: redoExamples,
	})
}
