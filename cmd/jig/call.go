package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/policy"
	"jig/tool"
)

const callHelp = `Runs one call and prints its result.

The arguments are a JSON object: the second operand or, if that is "-" or absent and
something is piped in, standard input. Without either they are {}.

The call goes down the same road as one from a model: the arguments are validated against
the tool's schema, the gate decides, and a long result is cut and kept for 24 hours, to be
read with the tool read_result.

Formats:
  text         the result on standard output; the result of a call that failed on standard error
  json         one object with the result and all there is to know about the call
  stream-json  one line for each thing that happens, the last one being that object

The gate decides by your settings (jig help check). There is nobody to ask here, so what
would be asked about is denied, and the result names the rule that would allow it.`

const callExamples = `  jig call sleep '{"seconds": 0.5}'
  echo '{"answer": 42}' | jig call structured_output --output-format json`

// callFlags are the flags of jig call.
type callFlags struct {
	format, gate *cli.Choice
	mode         *cli.Choice
	lenient      bool
	timeout      cli.Span
	maxOutput    cli.Length
	id           string
}

func callCommand(out *cli.Output) *cobra.Command {
	f := &callFlags{
		format:    cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat, cli.StreamFormat),
		gate:      cli.NewChoice(cli.Gates()[0], cli.Gates()...),
		mode:      cli.NewChoice("", cli.Modes()...),
		maxOutput: engine.DefaultMaxOutput,
	}
	cmd := &cobra.Command{
		Use:               "call TOOL [JSON | -]",
		Short:             "Run one call and print its result",
		Long:              callHelp,
		Example:           callExamples,
		Args:              callOperands,
		ValidArgsFunction: completeTool(callableSet),
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), cmd, args, out) },
	}
	flags := cmd.Flags()
	flags.VarP(f.format, "output-format", "o", "how to print the result")
	flags.Var(f.gate, "gate", "what decides whether the call may run")
	flags.Var(f.mode, "mode", "the mode of the gate")
	flags.BoolVar(&f.lenient, "lenient", false, "mend arguments whose meaning is beyond doubt, such as \"5\" for 5")
	flags.Var(&f.timeout, "timeout", "how long the call may take, such as 30s (default: as long as the tool says, or 2m)")
	flags.Var(&f.maxOutput, "max-output", "how many characters of the result to print, -1 for all that the tool gives")
	flags.StringVar(&f.id, "id", "", "the id of the call (default: a random one)")
	complete(cmd, "output-format", f.format)
	complete(cmd, "gate", f.gate)
	complete(cmd, "mode", f.mode)
	return cmd
}

func callOperands(_ *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return cli.Usagef("name the tool to call: jig call TOOL '{…}'; \"jig tools\" lists the tools")
	case len(args) > 2:
		return cli.Usagef("the arguments are one operand, so put the JSON between quotes: jig call %s '{…}'", args[0])
	}
	return nil
}

func (f *callFlags) run(ctx context.Context, cmd *cobra.Command, operands []string, out *cli.Output) (err error) {
	args, err := cli.Arguments(operands[1:], cmd.InOrStdin())
	if err != nil {
		return err
	}
	ctx, release := cli.CatchSignals(ctx, os.Exit)
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	printer := &cli.Printer{
		Format: f.format.String(), Out: out, Broken: cancel,
		Stderr: cmd.ErrOrStderr(), Terminal: cli.IsTerminal(cmd.ErrOrStderr()),
	}
	opt := jig.Options{
		Mode: policy.Mode(f.mode.String()), Logger: cli.NewLogger(cmd.ErrOrStderr()),
		Engine: engine.Options{Lenient: f.lenient, MaxOutput: int(f.maxOutput), MaxArgs: cli.MaxArguments, Observe: printer.Event},
	}
	if err := cli.Gate(f.gate.String(), &opt); err != nil {
		return err
	}
	rt, err := jig.Open(ctx, ".", opt)
	if err != nil {
		return err
	}
	defer func() {
		if closing := rt.Close(); err == nil {
			err = closing
		}
	}()
	bounds := cli.Bounds{Timeout: time.Duration(f.timeout)}
	if cmd.Flags().Changed("max-output") {
		bounds.MaxOutput = int(f.maxOutput)
	}
	if err := cli.Bound(rt.Tools(), bounds); err != nil {
		return err
	}
	call := tool.Call{ID: f.id, Name: operands[0], Args: args}
	if outcome, absent := cli.OnlyInSession(rt.ForSessions(), call); absent {
		printer.Outcome(outcome)
		return &cli.Exit{Status: cli.Status(outcome.Status, nil)} // the result has told why
	}
	outcome := rt.Engine().Call(ctx, call)
	cause := context.Cause(ctx)
	release() // nothing is left to be stopped: from here on a signal ends the program
	printer.Outcome(outcome)
	printer.Advise(outcome)
	if status := cli.Status(outcome.Status, cause); status != cli.Success {
		return &cli.Exit{Status: status} // the result has told why
	}
	return nil
}
