package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/schema/dialect"
	"jig/tool"
	"jig/wire/auto"
)

const toolsHelp = `Lists the tools with what they may touch and what they are for.

The json format has everything, schemas included. With --dialect the schemas are rewritten
for a provider; what that provider cannot be told is listed on standard error. With --for
the list is what goes into the "tools" of a request to that provider, as it stands; "jig
exec" runs the calls that come back.`

func toolsCommand(out *cli.Output) *cobra.Command {
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	provider := cli.NewChoice("", dialects()...)
	request := cli.NewChoice("", providers()...)
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
			if request.String() != "" && (provider.String() != "" || cmd.Flags().Changed("output-format")) {
				return cli.Usagef("--for has the dialect and the shape of its provider: leave --dialect and --output-format out")
			}
			if request.String() != "" {
				return cli.ToolsFor(out, request.String(), builtinSet(), purpose)
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
	flags.Var(request, "for", "print the tools as a request to that provider has them")
	complete(cmd, "dialect", provider)
	complete(cmd, "for", request)
	cmd.AddCommand(showCommand(out))
	return cmd
}

func providers() []string {
	var names []string
	for _, p := range auto.Native() {
		names = append(names, p.Name)
	}
	return names
}

func dialects() []string {
	var names []string
	for _, d := range dialect.All() {
		names = append(names, string(d))
	}
	return names
}
