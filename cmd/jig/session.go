package main

import (
	"github.com/spf13/cobra"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/journal"
)

const sessionHelp = `Lists the sessions of this folder, the newest first. Their records are kept, so that each
can be gone on with, also after the program or the machine was stopped in the middle: a
call that had started and not ended is then reported to the model as interrupted, and is
not made again.`

const sessionExamples = `  jig session
  jig session resume 20261115-1233
  jig session fork 20261115-1233`

func sessionCommand(out *cli.Output) *cobra.Command {
	list := &cli.SessionList{Out: out}
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	cmd := &cobra.Command{
		Use:     "session",
		Short:   "List, resume and fork sessions",
		Long:    sessionHelp,
		Example: sessionExamples,
		Args:    noOperands,
		RunE: func(*cobra.Command, []string) error {
			list.Format = format.String()
			return list.Run()
		},
	}
	flags := cmd.PersistentFlags()
	flags.VarP(format, "output-format", "o", "how to print the list")
	flags.BoolVarP(&list.All, "all", "a", false, "list those of all folders")
	flags.IntVarP(&list.Most, "limit", "n", 50, "how many to list, 0 for all")
	complete(cmd, "output-format", format)
	cmd.AddCommand(&cobra.Command{
		Use: "list", Short: "List the sessions of this folder", Args: noOperands, RunE: cmd.RunE,
	}, resumeCommand(out), forkCommand(out))
	return cmd
}

func resumeCommand(out *cli.Output) *cobra.Command {
	f := &chatFlags{}
	cmd := &cobra.Command{
		Use:   "resume ID",
		Short: "Go on with a session, line by line",
		Long:  "Goes on with a session, as \"jig chat --resume ID\" does. The beginning of its identifier is enough.",
		Args:  oneSession,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" || f.last {
				return cli.Usagef("the session is named already: leave --resume and --continue out")
			}
			f.resume = args[0]
			return f.run(cmd.Context(), cmd, out)
		},
	}
	f.add(cmd)
	for _, name := range []string{"resume", "continue"} {
		if err := cmd.Flags().MarkHidden(name); err != nil {
			panic(err) // the flag does not exist
		}
	}
	return cmd
}

func forkCommand(out *cli.Output) *cobra.Command {
	at := int64(-1)
	cmd := &cobra.Command{
		Use:   "fork ID",
		Short: "Copy a session, and print the identifier of the copy",
		Long:  "Copies a session, up to a record of it if --at says so (\"jig log show ID\" tells their numbers), and prints the\nidentifier of the copy. The session stays as it is.",
		Args:  oneSession,
		RunE: func(_ *cobra.Command, args []string) error {
			id, err := cli.FindSession(args[0], false)
			if err != nil {
				return err
			}
			store, err := jig.Sessions()
			if err != nil {
				return err
			}
			if at == -1 {
				at = journal.End
			}
			copied, err := store.Fork(id, at)
			if err == nil {
				out.Text(copied)
			}
			return err
		},
	}
	cmd.Flags().Int64Var(&at, "at", -1, "the last record that is copied")
	return cmd
}

func oneSession(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("name one session; \"jig session\" lists them")
	}
	return nil
}
