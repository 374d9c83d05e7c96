package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const doctorHelp = `Says what of jig's protection works on this machine, and proves it.

For each way to confine commands (bubblewrap, Landlock with seccomp) it starts real child
processes that try to escape: to write outside, to read what is hidden, to connect, to
trace other processes, to multiply without end, to outlive their parent, to get around
filters with io_uring, to rename a protected folder out of the way. What did not hold is
listed, and the exit status is 1 if no way to confine commands holds.`

func doctorCommand(out *cli.Output) *cobra.Command {
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say which layers of protection work here, and prove it",
		Long:  doctorHelp,
		Args:  noOperands,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cli.Doctor(cmd.Context(), out, format.String() == cli.JSONFormat)
		},
	}
	cmd.Flags().VarP(format, "output-format", "o", "how to print the findings")
	complete(cmd, "output-format", format)
	return cmd
}
