package main

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/policy"
	"jig/wire/auto"
)

const execHelp = `Reads the answer of a model, runs the calls in it, and prints their results in the
shape that the same model takes them in. So any program in any language can have its calls
run by a pipe: what the provider answers goes in, what goes back to it comes out.

The answer is a file or standard input: the JSON of a provider, its stream (SSE or lines of
JSON) as it arrives, or the text of an open model in any format; "jig help parse" lists the
formats. Each call starts the moment its arguments are complete, while the rest of the
answer is still on its way, and goes down the same road as every call: validated, decided
about by your settings, confined, recorded for "jig undo". There is nobody to ask here, so
what would be asked about is denied, and the result names the rule that would allow it.

Results (-o):
  same         as the answer came: Anthropic's user message, OpenAI's tool messages or
               function_call_output items, Gemini's content, the dialect of a text format
  json         one object with the text, the calls and their results
  stream-json  one line for each thing that happens, the last one being that object

The exit status is 0 when every call has a result, also one that tells of an error: that is
for the model. With --strict it is that of the worst call (4 for one that was denied, 1 for
one that failed). An answer that breaks off ends with 1, after the results there are.`

const execExamples = `  curl -sN https://api.anthropic.com/v1/messages … | jig exec
  jig exec --format hermes answer.txt
  jig exec -o json < response.json`

// execFlags are the flags of jig exec.
type execFlags struct {
	as, gate, mode *cli.Choice
	format         string
	exact, strict  bool
	quiet          bool
}

func execCommand(out *cli.Output) *cobra.Command {
	f := &execFlags{
		as:   cli.NewChoice(cli.SameFormat, cli.SameFormat, cli.JSONFormat, cli.StreamFormat),
		gate: cli.NewChoice(cli.Gates()[0], cli.Gates()...),
		mode: cli.NewChoice("", cli.Modes()...),
	}
	cmd := &cobra.Command{
		Use:     "exec [FILE | -]",
		Short:   "Run the calls in a model's answer",
		Long:    execHelp,
		Example: execExamples,
		Args:    atMostOneFile,
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), cmd, args, out) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&f.format, "format", "f", auto.Auto, "what the answer is written in")
	flags.VarP(f.as, "output-format", "o", "how to print the results")
	flags.Var(f.gate, "gate", "what decides whether calls may run")
	flags.Var(f.mode, "mode", "the mode of the gate")
	flags.BoolVar(&f.exact, "exact", false, "take arguments as they are: mend nothing, not even \"5\" for 5")
	flags.BoolVar(&f.strict, "strict", false, "end with the exit status of the worst call")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "do not print what the model says to standard error")
	complete(cmd, "format", cli.NewChoice(auto.Auto, auto.Formats()...))
	complete(cmd, "output-format", f.as)
	complete(cmd, "gate", f.gate)
	complete(cmd, "mode", f.mode)
	return cmd
}

func (f *execFlags) run(ctx context.Context, cmd *cobra.Command, operands []string, out *cli.Output) (err error) {
	ctx, release := cli.CatchSignals(ctx, os.Exit)
	defer release()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stderr := cmd.ErrOrStderr()
	printer := &cli.Printer{Format: f.as.String(), Out: out, Broken: cancel, Stderr: stderr, Terminal: cli.IsTerminal(stderr)}
	opt := jig.Options{
		Mode: policy.Mode(f.mode.String()), Logger: cli.NewLogger(stderr),
		Engine: engine.Options{Lenient: !f.exact, MaxArgs: cli.MaxArguments, Observe: printer.Event},
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
	if len(operands) == 0 && cli.Typed(cmd.InOrStdin()) {
		cli.Say(stderr, "reading the answer from the terminal; Ctrl-D ends it")
	}
	said := cli.NewSpeech(stderr, f.quiet || f.as.String() != cli.SameFormat)
	x := &cli.Executing{
		Out: out, In: cmd.InOrStdin(), Engine: rt.Engine(), Format: f.format, As: f.as.String(),
		Warn: func(text string) { cli.Say(stderr, "%s", text) }, Show: said.Add, Said: said.End,
	}
	outcomes, err := x.Run(ctx, operands)
	cause := context.Cause(ctx)
	release() // nothing is left to be stopped: from here on a signal ends the program
	if stopped := cli.StatusOf(cause); stopped != cli.Success && (err != nil || cli.Worst(outcomes, cause) == stopped) {
		return &cli.Exit{Status: stopped}
	}
	if err != nil {
		return err
	}
	if f.strict {
		if status := cli.Worst(outcomes, cause); status != cli.Success {
			return &cli.Exit{Status: status}
		}
	}
	return nil
}
