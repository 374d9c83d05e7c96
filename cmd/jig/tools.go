package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/schema/dialect"
	"jig/tool"
	"jig/wire/auto"
)

const toolsHelp = `Lists the tools with what they may touch and what they are for, or shows those that are
named with all there is to know about them. Those marked "in a session" exist where a model
works (jig run, jig chat), and not for "jig call" and "jig exec".

The json format has everything, schemas included. With --dialect the schemas are rewritten
for a provider; what that provider cannot be told is listed on standard error. With --for
the list is what goes into the "tools" of a request to that provider, as it stands; "jig
exec" runs the calls that come back, so that tools which need a session are in it only when
they are named.`

const toolsExamples = `  jig tools
  jig tools agent
  jig tools --for anthropic
  jig tools agent summary --for anthropic`

func toolsCommand(out *cli.Output) *cobra.Command {
	format := cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat)
	provider := cli.NewChoice("", dialects()...)
	request := cli.NewChoice("", providers()...)
	var purpose bool
	cmd := &cobra.Command{
		Use:               "tools [NAME...]",
		Short:             "List the tools",
		Long:              toolsHelp,
		Example:           toolsExamples,
		Args:              namedTools,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, names []string) error {
			schemas := purpose || provider.String() != ""
			if schemas && cmd.Flags().Changed("output-format") && format.String() == cli.TextFormat {
				return cli.Usagef("--dialect and --purpose are about schemas, which text does not show; use --output-format json")
			}
			if request.String() != "" && (provider.String() != "" || cmd.Flags().Changed("output-format")) {
				return cli.Usagef("--for has the dialect and the shape of its provider: leave --dialect and --output-format out")
			}
			set, err := chosenTools(names)
			if err != nil {
				return err
			}
			if request.String() != "" {
				if len(names) == 0 {
					set = callableSet()
				}
				return cli.ToolsFor(out, request.String(), set, purpose)
			}
			opt := tool.Export{Dialect: dialect.Dialect(provider.String()), Purpose: purpose}
			listings := cli.Export(set, opt, cmd.ErrOrStderr())
			switch {
			case schemas || format.String() == cli.JSONFormat:
				out.IndentedJSON(listings)
			case len(names) > 0:
				return printPages(out, listings...)
			default:
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

// namedTools refuses a word that was more likely meant for a command.
func namedTools(cmd *cobra.Command, names []string) error {
	cmd.SuggestionsMinimumDistance = near
	for _, name := range names {
		if _, ok := builtinSet().Lookup(name); !ok && len(cmd.SuggestionsFor(name)) > 0 {
			return unknownCommand(cmd, name)
		}
	}
	return nil
}

// chosenTools is the set of the tools that are named, or of all if none is.
func chosenTools(names []string) (*tool.Set, error) {
	set := builtinSet()
	if len(names) == 0 {
		return set, nil
	}
	chosen := tool.NewSet()
	for _, name := range names {
		t, err := cli.Resolve(set, name)
		if err != nil {
			return nil, err
		}
		if _, twice := chosen.Lookup(t.Spec().Name); twice {
			continue
		}
		if err := chosen.Register(t); err != nil {
			return nil, err
		}
	}
	return chosen, nil
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
