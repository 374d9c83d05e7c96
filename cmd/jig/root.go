package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const rootHelp = `jig runs the tools of AI agents: it validates what a model asks for, asks whether it
is allowed, runs it, and gives the one result that every call gets.

Without a command it talks with a model, as "jig chat" does. To have a model do one task:
jig run "read go.mod and grep TODO"

Exit status: 0 fine, 1 failed, 2 wrong usage, 4 denied, 5 limit reached,
130 stopped by SIGINT, 143 stopped by SIGTERM.`

func rootCommand(out *cli.Output) *cobra.Command {
	root := &cobra.Command{
		Use:               "jig",
		Short:             "Run the tools of AI agents",
		Long:              rootHelp,
		Version:           version(),
		Args:              noOperands,
		SilenceErrors:     true, // main prints them
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	talk := &chatFlags{}
	talk.add(root)
	root.RunE = func(cmd *cobra.Command, _ []string) error { return talk.run(cmd.Context(), cmd, out) }
	root.SetVersionTemplate("{{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(callCommand(out), toolsCommand(out), checkCommand(out), trustCommand(out), doctorCommand(out),
		completionCommand(out), versionCommand(out))
	root.AddCommand(runCommand(out), chatCommand(out), execCommand(out), parseCommand(out), sessionCommand(out), logCommand(out))
	root.AddCommand(undoCommand(out))
	root.AddCommand(redoCommand(out))
	return root
}
