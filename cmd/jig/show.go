package main

import (
	"strings"

	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
)

func showCommand(out *cli.Output) *cobra.Command {
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Show all there is to know about a tool",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Usagef("name one tool: jig tools show NAME; \"jig tools\" lists them")
			}
			return nil
		},
		ValidArgsFunction: completeTool,
		RunE: func(cmd *cobra.Command, args []string) error {
			listing, err := cli.Find(builtinSet(), args[0], cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if format.String() == cli.JSONFormat {
				out.IndentedJSON(listing)
				return nil
			}
			page, err := listing.Page()
			if err != nil {
				return err
			}
			out.Text(page)
			return nil
		},
	}
	cmd.Flags().VarP(format, "output-format", "o", "how to print the tool")
	complete(cmd, "output-format", format)
	return cmd
}

// completeTool offers the names of the tools for the first operand.
func completeTool(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	if len(args) == 0 {
		for _, t := range builtinSet().All() {
			if spec := t.Spec(); strings.HasPrefix(spec.Name, typed) {
				names = append(names, cobra.CompletionWithDesc(spec.Name, cli.FirstSentence(spec.Description)))
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
