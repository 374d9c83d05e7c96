package main

import (
	"strings"

	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/tool"
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
		ValidArgsFunction: completeTool(builtinSet),
		RunE: func(cmd *cobra.Command, args []string) error {
			listing, err := cli.Find(builtinSet(), args[0], cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if format.String() == cli.JSONFormat {
				out.IndentedJSON(listing)
				return nil
			}
			return printPages(out, listing)
		},
	}
	cmd.Flags().VarP(format, "output-format", "o", "how to print the tool")
	complete(cmd, "output-format", format)
	return cmd
}

// printPages prints what there is to know about tools, for people.
func printPages(out *cli.Output, listings ...cli.Listing) error {
	for i, listing := range listings {
		page, err := listing.Page()
		if err != nil {
			return err
		}
		if i > 0 {
			out.Text("")
		}
		out.Text(page)
	}
	return nil
}

// completeTool offers the names of the tools of a set for the first operand.
func completeTool(set func() *tool.Set) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []cobra.Completion
		if len(args) == 0 {
			for _, t := range set().All() {
				if spec := t.Spec(); strings.HasPrefix(spec.Name, typed) {
					names = append(names, cobra.CompletionWithDesc(spec.Name, cli.FirstSentence(spec.Description)))
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}
