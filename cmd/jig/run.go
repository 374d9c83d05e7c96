package main

import (
	"context"

	"github.com/spf13/cobra"

	"jig/agent"
	"jig/cmd/jig/internal/cli"
	"jig/engine/guard"
	"jig/wire"
)

const runHelp = `Has a model do one task, with jig's tools, and prints what it says in the end.

What is piped in becomes part of the task. The model is the one that --model, $JIG_MODEL or
your settings ("model") name; otherwise one of Anthropic, OpenAI or Gemini if there is a
key, then Ollama, and last practice, a model without a key or network that does what plain
commands say ("read go.mod", "run ls", "help").

Each call is decided about by your settings. There is nobody to ask, so what would be asked
about is denied, unless the program around jig answers (--input-format stream-json).
--allowed-tools allows what is listed without a question, and no more.

Formats (-o):
  text         the last answer on standard output; what the model does on standard error
  json         one object with the last answer, and what it cost
  stream-json  one line for each message, in the shapes of Claude Code

With --input-format stream-json the messages come as lines of JSON on standard input, one
task after the other, and what the gate asks about goes out as a control_request that the
program answers with a control_response.

Ctrl-C stops the tools that run, a second one stops the run. The record of the session is
kept ("jig log"), and the session can be gone on with ("--resume").

Exit status: 0 done, 1 failed, 2 wrong usage, 5 a limit was reached, 130 and 143 stopped.`

const runExamples = `  jig run "read go.mod and grep TODO"
  git diff | jig run --model anthropic/claude-sonnet-4-5 "review this change"
  jig run -o stream-json --max-turns 10 --allowed-tools "Edit,Bash(go test *)" "make the tests pass"`

// runFlags are the flags of jig run.
type runFlags struct {
	agentFlags
	format, input *cli.Choice
	partial       bool
}

func runCommand(out *cli.Output) *cobra.Command {
	f := &runFlags{
		format: cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.JSONFormat, cli.StreamFormat),
		input:  cli.NewChoice(cli.TextFormat, cli.TextFormat, cli.StreamFormat),
	}
	cmd := &cobra.Command{
		Use:     "run [TASK]",
		Short:   "Have a model do a task",
		Long:    runHelp,
		Example: runExamples,
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), cmd, args, out) },
	}
	flags := cmd.Flags()
	flags.VarP(f.format, "output-format", "o", "how to print")
	flags.Var(f.input, "input-format", "how messages come")
	flags.BoolVar(&f.partial, "include-partial-messages", false, "with stream-json: print the pieces of answers as they come")
	f.add(cmd)
	complete(cmd, "output-format", f.format)
	complete(cmd, "input-format", f.input)
	return cmd
}

func (f *runFlags) run(ctx context.Context, cmd *cobra.Command, operands []string, out *cli.Output) (err error) {
	if f.partial && f.format.String() != cli.StreamFormat {
		return cli.Usagef("--include-partial-messages belongs to -o stream-json")
	}
	stderr := cmd.ErrOrStderr()
	logger := cli.NewLogger(stderr)
	ctx, sigint, release := interrupts(ctx)
	defer release()
	r := &cli.Running{Out: out, Stderr: stderr, Format: f.format.String(), Signals: sigint}
	var asker guard.Asker
	var task wire.Message
	switch {
	case f.input.String() == cli.StreamFormat:
		if f.format.String() != cli.StreamFormat || len(operands) > 0 {
			return cli.Usagef("--input-format stream-json needs -o stream-json, and takes its tasks from standard input alone")
		}
		r.Control = cli.NewControl(cmd.InOrStdin(), out)
		asker = r.Control
		if task, err = r.First(ctx); err != nil {
			return err
		}
	default:
		if task, err = r.Task(ctx, operands, cmd.InOrStdin()); err != nil {
			return err
		}
	}
	rt, s, err := f.open(ctx, asker, cli.Title(task), logger)
	if err != nil {
		return err
	}
	defer func() {
		for _, closing := range []error{s.Close(), rt.Close()} {
			if err == nil {
				err = closing
			}
		}
	}()
	r.Session = s
	cli.TellRestored(cmd.ErrOrStderr(), s)
	if r.Control != nil {
		r.Control.OnInterrupt(func() { s.Interrupt() })
	}
	r.Streaming = &cli.Streaming{Out: out, Session: s.ID(), Partial: f.partial}
	r.Streaming.Begin(f.format.String() == cli.StreamFormat, rt, s)
	end, err := r.Run(ctx, task)
	cause := context.Cause(ctx)
	if stopped := cli.StatusOf(cause); stopped != cli.Success {
		return &cli.Exit{Status: stopped}
	}
	if err != nil {
		return err
	}
	if end.Reason == agent.Halted {
		return &cli.Exit{Status: cli.Signalled + 2} // SIGINT
	}
	if status := cli.EndStatus(end, cause); status != cli.Success {
		return &cli.Exit{Status: status} // it has been told why
	}
	return nil
}
