package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const logHelp = `Shows the records of sessions: what was said, which calls were made, what was decided about
them and what came of them. Secrets are taken out before anything is written down.

  jig log               the sessions of this folder
  jig log show ID       what happened, for people; -o json: the records as lines of JSON
  jig log follow ID     the same, and what happens from now on
  jig log export ID     the records as lines of JSON, as they are kept

Without an identifier, show, follow and export take the last session of this folder. The
beginning of an identifier is enough.`

func logCommand(out *cli.Output) *cobra.Command {
	list := &cli.SessionList{Out: out}
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what happened in sessions",
		Long:  logHelp,
		Args:  noOperands,
		RunE: func(*cobra.Command, []string) error {
			list.Format = format.String()
			return list.Run()
		},
	}
	flags := cmd.PersistentFlags()
	flags.VarP(format, "output-format", "o", "how to print")
	flags.BoolVarP(&list.All, "all", "a", false, "list the sessions of all folders")
	flags.IntVarP(&list.Most, "limit", "n", 50, "how many to list, 0 for all")
	complete(cmd, "output-format", format)
	sub := func(name, short string, set func(l *cli.Logbook)) *cobra.Command {
		return &cobra.Command{
			Use: name + " [ID]", Short: short, Args: atMostOneSession,
			RunE: func(cmd *cobra.Command, args []string) error {
				l := &cli.Logbook{Out: out, Format: format.String()}
				set(l)
				return l.Run(cmd.Context(), args)
			},
		}
	}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the sessions of this folder", Args: noOperands, RunE: cmd.RunE},
		sub("show", "Show what happened in a session", func(*cli.Logbook) {}),
		sub("follow", "Show what happens in a session", func(l *cli.Logbook) { l.Follow = true }),
		sub("export", "Print the records of a session as lines of JSON", func(l *cli.Logbook) { l.Format = cli.JSONFormat }),
	)
	return cmd
}

func atMostOneSession(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("one session at a time; \"jig log\" lists them")
	}
	return nil
}
