package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

const completionHelp = `Prints a script that lets a shell complete commands, flags and names of tools.

  bash        source <(jig completion bash)
  zsh         jig completion zsh > "${fpath[1]}/_jig"
  fish        jig completion fish > ~/.config/fish/completions/jig.fish
  powershell  jig completion powershell | Out-String | Invoke-Expression`

func completionCommand(out *cli.Output) *cobra.Command {
	shells := []cobra.Completion{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:       "completion SHELL",
		Short:     "Print a completion script for a shell",
		Long:      completionHelp,
		ValidArgs: shells,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("name one shell: %s", cli.Alternatives(shells))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return cli.Usagef("there is no completion for %q; use %s", args[0], cli.Alternatives(shells))
		},
	}
}
