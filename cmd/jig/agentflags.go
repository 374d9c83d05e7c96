package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"jig"
	"jig/agent"
	"jig/cmd/jig/internal/cli"
	"jig/engine"
	"jig/engine/guard"
	"jig/model/connect"
	"jig/policy"
	"jig/wire"
	"jig/wire/auto"
)

// agentFlags are the flags of all commands that have a model work.
type agentFlags struct {
	model, baseURL, format string
	calling, mode, effort  *cli.Choice
	allowed, disallowed    []string
	tools                  []string
	system                 string
	settings               []string
	maxTurns               int
	maxTokens              int64
	maxCost                float64
	timeout                cli.Span
	resume                 string
	last, fork, forget     bool
}

func (f *agentFlags) add(cmd *cobra.Command) {
	f.calling = cli.NewChoice("", string(wire.Native), string(wire.PromptBased))
	f.mode = cli.NewChoice("", cli.Modes()...)
	f.effort = cli.NewChoice("", "low", "medium", "high")
	flags := cmd.Flags()
	flags.StringVarP(&f.model, "model", "m", "", "provider/name of the model (default: $JIG_MODEL, or that of your settings, or what there is a key for, or practice)")
	flags.StringVar(&f.baseURL, "base-url", "", "where the provider's API is")
	flags.Var(f.calling, "calling", "how the model is told about tools (default: what it knows best)")
	flags.StringVar(&f.format, "call-format", "", "the text format of its calls, see jig help parse")
	flags.Var(f.effort, "effort", "how much it should think")
	flags.Var(f.mode, "permission-mode", "the mode of the gate")
	flags.StringArrayVar(&f.allowed, "allowed-tools", nil, "what is allowed without a question, such as \"Read,Edit,Bash(git *)\"; may be given again")
	flags.StringArrayVar(&f.disallowed, "disallowed-tools", nil, "what is denied, in the same form; may be given again")
	flags.StringSliceVar(&f.tools, "tools", nil, "the only tools that are offered (default: all)")
	flags.StringVar(&f.system, "append-system-prompt", "", "instructions for the model, beside the usual ones")
	flags.StringArrayVar(&f.settings, "settings", nil, "a file of settings that counts too; may be given again")
	flags.IntVar(&f.maxTurns, "max-turns", 0, "how many answers the model may give (default 50)")
	flags.Int64Var(&f.maxTokens, "max-tokens", 0, "how many tokens may be used in all (default 1000000)")
	flags.Float64Var(&f.maxCost, "max-cost", 0, "how many US dollars may be spent, where prices are known")
	flags.Var(&f.timeout, "timeout", "how long it may take, such as 30m (default 10m)")
	flags.StringVarP(&f.resume, "resume", "r", "", "the session to go on with, see jig session")
	flags.BoolVarP(&f.last, "continue", "c", false, "go on with the last session of this folder")
	flags.BoolVar(&f.fork, "fork", false, "go on with a copy of the session, and leave it as it is")
	flags.BoolVar(&f.forget, "no-session", false, "keep no record, so that it cannot be resumed")
	complete(cmd, "calling", f.calling)
	complete(cmd, "permission-mode", f.mode)
	complete(cmd, "effort", f.effort)
}

// open makes the runtime and the session.
func (f *agentFlags) open(ctx context.Context, asker guard.Asker, title string, logger *slog.Logger) (_ *jig.Runtime, _ *jig.Session, err error) {
	if f.resume != "" && f.last {
		return nil, nil, cli.Usagef("--resume and --continue are two ways to choose a session; use one")
	}
	if f.fork && f.resume == "" && !f.last {
		return nil, nil, cli.Usagef("--fork belongs to --resume or --continue")
	}
	if f.format != "" {
		if _, err := auto.New(f.format, wire.Options{}); err != nil {
			return nil, nil, cli.Usagef("--call-format: %v", err)
		}
	}
	resume, err := cli.FindSession(f.resume, f.last)
	if err != nil {
		return nil, nil, err
	}
	rt, err := jig.Open(ctx, ".", jig.Options{
		Mode: policy.Mode(f.mode.String()), Asker: asker, Logger: logger, Settings: f.settings,
		Rules:  append(cli.Rules(policy.Deny, f.disallowed), cli.Rules(policy.Allow, f.allowed)...),
		Engine: engine.Options{Lenient: true, MaxArgs: cli.MaxArguments},
	})
	if err != nil {
		return nil, nil, err
	}
	if err := known(rt, f.tools); err != nil {
		return nil, nil, errors.Join(err, rt.Close())
	}
	s, err := rt.Session(ctx, jig.SessionOptions{
		Model: f.model, System: f.system, Resume: resume, Fork: f.fork, Forget: f.forget, Title: title,
		Provider: connect.Options{BaseURL: f.baseURL, Mode: wire.Mode(f.calling.String()), Format: f.format},
		Agent: agent.Options{
			Tools: f.tools, Effort: f.effort.String(),
			Limits: agent.Limits{Turns: f.maxTurns, Tokens: f.maxTokens, Cost: f.maxCost, Time: time.Duration(f.timeout)},
		},
	})
	if err != nil {
		if closing := rt.Close(); closing != nil {
			logger.Warn(closing.Error())
		}
		return nil, nil, err
	}
	return rt, s, nil
}

// known fails for names that are of no tool that can be offered. The one for sub-agents comes with the session.
func known(rt *jig.Runtime, names []string) error {
	for _, name := range names {
		later, ok := rt.ForSessions().Lookup(name)
		switch _, now := rt.Tools().Lookup(name); {
		case now || name == "*":
		case !ok:
			return cli.Usagef("--tools: there is no tool %q; \"jig tools\" lists them", name)
		case later.Spec().Name != "agent":
			return cli.Usagef("--tools: %s is for sub-agents alone, and they have it in any case: leave it out", later.Spec().Name)
		}
	}
	return nil
}

// interrupts tells a session of SIGINT, and ends the context at SIGTERM and SIGHUP.
func interrupts(ctx context.Context) (_ context.Context, sigint <-chan os.Signal, release func()) {
	return cli.Interrupts(ctx, os.Exit)
}
