package main

import (
	"strings"

	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/wire/auto"
)

const parseHelp = `Reads the answer of a model and prints the calls in it and the rest of its text as
JSON. Nothing is run.

The answer is a file or standard input: JSON or a recorded stream of a provider, or the
text of an open model. Its format is found out, or said with --format. With --tools (a
file with tools in the shape of any provider) arguments get the types that their schemas
say, and a bare JSON object is a call only if it names one of the tools.

With --jsonl each line of the input is an answer of its own,
  {"format":"hermes","text":"…","tools":[…],"chunks":["…","…"]}
of which only text is needed (or chunks, the same text in pieces), and each is answered
with a line
  {"calls":[{"name":"read","arguments":{"path":"a.txt"}}],"content":"…"}

Formats: `

const parseExamples = `  jig parse answer.txt
  echo '<tool_call>{"name":"read","arguments":{"path":"a.txt"}}</tool_call>' | jig parse
  jig parse --format qwen3_coder --tools tools.json answer.txt
  jig parse --jsonl < answers.jsonl`

func parseCommand(out *cli.Output) *cobra.Command {
	p := &cli.Parsing{Out: out}
	format := cli.NewChoice(auto.Auto, auto.Formats()...)
	cmd := &cobra.Command{
		Use:     "parse [FILE | -]",
		Short:   "Find the calls in a model's answer",
		Long:    parseHelp + wrapped(auto.Formats()),
		Example: parseExamples,
		Args:    atMostOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			p.In = cmd.InOrStdin()
			if len(args) == 0 && cli.Typed(cmd.InOrStdin()) {
				cli.Say(cmd.ErrOrStderr(), "reading the answer from the terminal; Ctrl-D ends it")
			}
			p.Warn = func(text string) { cli.Say(cmd.ErrOrStderr(), "%s", text) }
			return p.Run(args)
		},
	}
	flags := cmd.Flags()
	flags.StringVarP(&p.Format, "format", "f", auto.Auto, "what the answer is written in")
	flags.StringVar(&p.Tools, "tools", "", "a file with the tools that the model was offered")
	flags.BoolVar(&p.Lines, "jsonl", false, "read one answer a line, and print one line for each")
	complete(cmd, "format", format)
	return cmd
}

func atMostOneFile(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return cli.Usagef("one answer at a time: name one file, or none for standard input")
	}
	return nil
}

// wrapped is a list of words in lines of a good length.
func wrapped(words []string) string {
	var b strings.Builder
	width := 0
	for i, w := range words {
		switch {
		case i > 0 && width+len(w) > 85:
			b.WriteString(",\n")
			width = 0
		case i > 0:
			b.WriteString(", ")
			width += 2
		}
		b.WriteString(w)
		width += len(w)
	}
	return b.String()
}
