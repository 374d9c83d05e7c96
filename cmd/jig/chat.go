package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"jig"
	"jig/cmd/jig/internal/cli"
	"jig/config"
)

const chatHelp = `Talks with a model that can use jig's tools, line by line. "jig" alone does the same.

What the gate does not decide alone is asked: y or n for this once, always or never for
good (with the number of the rule that is meant, if several are offered). Words after the
answer go to the model: "n use the Makefile instead".

While the model works, a line that you type steers it: calls that have not started are
skipped, and it reads what you said. Ctrl-C stops the tools that run, a second one stops
the run, and at the prompt it ends the conversation. /help lists what else there is.

The model is the one that --model, $JIG_MODEL or your settings ("model") name; otherwise
one of Anthropic, OpenAI or Gemini if there is a key, then Ollama, and last practice, a
model without a key or network that does what plain commands say.`

const chatExamples = `  jig
  jig chat --model ollama/qwen3-coder:30b
  jig chat --continue`

// chatFlags are the flags of jig chat.
type chatFlags struct{ agentFlags }

func chatCommand(out *cli.Output) *cobra.Command {
	f := &chatFlags{}
	cmd := &cobra.Command{
		Use:     "chat",
		Short:   "Talk with a model",
		Long:    chatHelp,
		Example: chatExamples,
		Args:    noOperands,
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), cmd, out) },
	}
	f.add(cmd)
	return cmd
}

func (f *chatFlags) run(ctx context.Context, cmd *cobra.Command, out *cli.Output) (err error) {
	stderr := cmd.ErrOrStderr()
	ctx, sigint, release := interrupts(ctx)
	defer release()
	desk := cli.NewDesk()
	rt, s, err := f.open(ctx, desk, "", cli.NewLogger(stderr))
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
	name := s.Model().Name()
	_, _ = fmt.Fprintf(out, "jig in %s with %s · session %s · /help\n", config.Visible(rt.Dir()), config.Visible(name), s.ID())
	if chosen, _ := rt.ChosenModel(); name == jig.Practice && f.model == "" && chosen == "" {
		_, _ = fmt.Fprint(out, "There is neither a key for Anthropic, OpenAI or Gemini nor an Ollama, so this is practice: it does what plain\n"+
			"commands say. Try \"read go.mod\", \"run ls\" or \"help\". With ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY set,\n"+
			"or with --model provider/name, a real model answers.\n")
	}
	if !rt.Trusted() {
		_, _ = fmt.Fprint(out, "You have not said that this folder can be trusted: its settings and instructions do not count (jig trust).\n")
	}
	cli.TellRestored(out, s)
	talk := &cli.Talking{
		Out: out, Lines: cli.NewLines(cmd.InOrStdin()), Desk: desk, Signals: sigint,
		Prompt: cli.IsTerminal(cmd.InOrStdin()), Session: s,
	}
	talk.Command = (&cli.Slash{Out: out, Runtime: rt, Session: s}).Do
	err = talk.Run(ctx)
	if stopped := cli.StatusOf(context.Cause(ctx)); stopped != cli.Success {
		return &cli.Exit{Status: stopped}
	}
	return err
}
