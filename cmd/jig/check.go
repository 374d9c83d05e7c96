package main

import (
	"github.com/spf13/cobra"

	"jig/cmd/jig/internal/cli"
	"jig/policy"
)

const checkHelp = `Says what the gate would say about a call, and why, without running anything.

With --tool the operand is what the call is about: the command of a shell, the path of a
file tool, the URL of a fetch, or its arguments as a JSON object.

With --jsonl each line of standard input is a question, and one line of JSON answers it:
  {"kind":"shell","input":"git status"}     kinds: shell, powershell, path, url, config, mcp
  {"tool":"edit","args":{"path":"a.go"}}
  → {"decision":"allow","readonly":true,"reason":"…","rule":"…"}

The policy is the default one in a trusted folder. --policy adds the rules of a settings
file, and --mine asks the policy that really holds here: your settings, the project's, and
whether you trust the folder.

With --replay the calls of a journal (what "jig call -o stream-json" prints) are held
against the policy with and without the rules given by --rule.`

const checkExamples = `  jig check --tool Bash 'git status && rm -rf x'
  jig check --tool Edit .git/config
  echo '{"kind":"url","input":"http://169.254.169.254/"}' | jig check --jsonl
  jig check --replay journal.jsonl --rule 'Bash(make:*)'`

func checkCommand(out *cli.Output) *cobra.Command {
	f := &cli.Checking{Out: out}
	mode := cli.NewChoice("", cli.Modes()...)
	cmd := &cobra.Command{
		Use:     "check [INPUT]",
		Short:   "Say what the gate would decide, and why",
		Long:    checkHelp,
		Example: checkExamples,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.Mode, f.In = policy.Mode(mode.String()), cmd.InOrStdin()
			f.Tools = toolsIn
			f.Warn = func(text string) { cli.NewLogger(cmd.ErrOrStderr()).Warn(text) }
			return f.Run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.Tool, "tool", "", "the tool that would be called, by any of its names")
	flags.BoolVar(&f.Lines, "jsonl", false, "answer questions from standard input, one JSON object a line")
	flags.StringArrayVar(&f.Policies, "policy", nil, "a file with settings or a Kiro agent whose rules count; may be given again")
	flags.Var(mode, "mode", "the mode of the session")
	flags.StringVar(&f.Dir, "cwd", "", "the folder to decide for (default: this one)")
	flags.BoolVar(&f.Mine, "mine", false, "ask the policy that holds here, with all settings and trust")
	flags.StringVar(&f.Journal, "replay", "", "a journal whose calls are held against the rules")
	flags.StringArrayVar(&f.Rules, "rule", nil, "a rule to allow by, for --replay; may be given again")
	complete(cmd, "mode", mode)
	return cmd
}
