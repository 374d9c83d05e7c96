package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

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
	if cmd.Name() == "jig" && len(args) > 1 { // what to do, and with what
		return cli.Usagef("%q is no command. To have a model do it: jig run %q. To call a tool of that name: jig call %s (jig tools lists them)",
			args[0], strings.Join(args, " "), args[0])
	}
	return unknownCommand(cmd, args[0])
}

func unknownCommand(parent *cobra.Command, word string) error {
	path := parent.CommandPath()
	if !parent.HasAvailableSubCommands() {
		return cli.Usagef("%q is too much: %s takes no operands; run \"%s --help\"", word, path, path)
	}
	if parent.Name() == "jig" && strings.Contains(word, " ") { // a task, as it is written after other agents
		return cli.Usagef("%q is no command. To have a model do it: jig run %q", word, word)
	}
	parent.SuggestionsMinimumDistance = near
	return cli.Usagef("unknown command %q for %s.%s Run \"%s --help\" for the list",
		word, path, cli.DidYouMean(parent.SuggestionsFor(word)), path)
}

// flagError says what to do about a flag that is wrong. What was typed is quoted: it may hold anything.
func flagError(cmd *cobra.Command, err error) error {
	what := err.Error()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		what = unknownFlag(cmd, unknown)
	} else if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		what = fmt.Sprintf("bad flag %q.", bad.GetSpecifiedFlag())
	} else if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok && notANumber(err) {
		what = fmt.Sprintf("invalid argument %q for \"--%s\" flag: use a number.", bad.GetValue(), bad.GetFlag().Name)
	} else {
		what += "."
	}
	return cli.Usagef("%s Run \"%s --help\" for the flags", what, cmd.CommandPath())
}

// notANumber tells of a value whose only explanation is that of the standard library.
func notANumber(err error) bool {
	_, ok := errors.AsType[*strconv.NumError](err)
	return ok
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) string {
	name := unknown.GetSpecifiedName()
	if group := unknown.GetSpecifiedShortnames(); group != "" {
		what := fmt.Sprintf("unknown flag %q", "-"+name)
		if group != name {
			what += fmt.Sprintf(" in %q", "-"+group)
		}
		return what + "."
	}
	near := nearFlags(cmd, name)
	for i := range near {
		near[i] = "--" + near[i]
	}
	return fmt.Sprintf("unknown flag %q.%s", "--"+name, cli.DidYouMean(near))
}

// nearFlags finds flags the way cobra finds commands, so that both are suggested alike.
func nearFlags(cmd *cobra.Command, name string) []string {
	flags := &cobra.Command{SuggestionsMinimumDistance: near}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		flags.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	return flags.SuggestionsFor(name)
}

// complete offers the words of a choice as values of a flag.
func complete(cmd *cobra.Command, flag string, choice *cli.Choice) {
	err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choice.Allowed(), cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // the flag does not exist
	}
}
