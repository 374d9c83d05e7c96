package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/schema/dialect"
	"jig/tool"
)

const toolsHelp = `Lists the tools with what they may touch and what they are for.

The json format has everything, schemas included. With --dialect the schemas are rewritten
for a provider; what that provider cannot be told is listed on standard error.`

func toolsCommand(out *cli.Output) *cobra.Command {
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	provider := cli.NewChoice("", dialects()...)
	var purpose bool
	cmd := &cobra.Command{
		Use:               "tools",
		Short:             "List the tools",
		Long:              toolsHelp,
		Args:              noOperands,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			schemas := purpose || provider.String() != ""
			if schemas && cmd.Flags().Changed("output-format") && format.String() == cli.TextFormat {
				return cli.Usagef("--dialect and --purpose are about schemas, which text does not show; use --output-format json")
			}
			opt := tool.Export{Dialect: dialect.Dialect(provider.String()), Purpose: purpose}
			listings := cli.Export(builtinSet(), opt, cmd.ErrOrStderr())
			if schemas || format.String() == cli.JSONFormat {
				out.IndentedJSON(listings)
			} else {
				out.Text(cli.Table(listings))
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.VarP(format, "output-format", "o", "how to print the list")
	flags.Var(provider, "dialect", "rewrite the schemas for a provider (implies json)")
	flags.BoolVar(&purpose, "purpose", false, "add the property by which a model says why it makes a call (implies json)")
	complete(cmd, "output-format", format)
	complete(cmd, "dialect", provider)
	cmd.AddCommand(showCommand(out))
	return cmd
}

func dialects() []string {
	var names []string
	for _, d := range dialect.All() {
		names = append(names, string(d))
	}
	return names
}
