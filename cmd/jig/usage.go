package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"jig/cmd/jig/internal/cli"
)

// near is how many letters a suggestion may differ in.
const near = 2

// noOperands refuses words after a command that takes none: most often a subcommand that does not exist.
func noOperands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(cmd, args[0])
}

func unknownCommand(parent *cobra.Command, word string) error {
	path := parent.CommandPath()
	if !parent.HasAvailableSubCommands() {
		return cli.Usagef("%q is too much: %s takes no operands; run \"%s --help\"", word, path, path)
	}
	parent.SuggestionsMinimumDistance = near
	return cli.Usagef("unknown command %q for %s.%s Run \"%s --help\" for the list",
		word, path, didYouMean(parent.SuggestionsFor(word), ""), path)
}

// flagError says what to do about a flag that is wrong.
func flagError(cmd *cobra.Command, err error) error {
	hint := ""
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		hint = didYouMean(nearFlags(cmd, unknown.GetSpecifiedName()), "--")
	}
	return cli.Usagef("%w.%s Run \"%s --help\" for the flags", err, hint, cmd.CommandPath())
}

// nearFlags finds flags the way cobra finds commands, so that both are suggested alike.
func nearFlags(cmd *cobra.Command, name string) []string {
	flags := &cobra.Command{SuggestionsMinimumDistance: near}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	return flags.SuggestionsFor(name)
}

func didYouMean(names []string, prefix string) string {
	if len(names) == 0 {
		return ""
	}
	for i := range names {
		names[i] = prefix + names[i]
	}
	return " Did you mean " + cli.Alternatives(names) + "?"
}

// complete offers the words of a choice as values of a flag.
func complete(cmd *cobra.Command, flag string, choice *cli.Choice) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choice.Allowed(), cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist
	}
}
