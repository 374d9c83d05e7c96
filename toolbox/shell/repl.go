package shell

import (
	"context"
	_ "embed" // the drivers
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"jig/internal/spelling"
	analysis "jig/policy/shell"
	"jig/tool"
)

const replTimeout = 30 * time.Second

// replInput is what repl takes.
type replInput struct {
	Language  string `json:"language" doc:"Which interpreter" enum:"python,node,bash" default:"python"`
	Code      string `json:"code,omitempty" doc:"The code to evaluate; the value of its last expression is shown"`
	TimeoutMS int    `json:"timeout_ms" doc:"After how many milliseconds it is interrupted" minimum:"1" maximum:"600000" default:"30000"`
	Restart   bool   `json:"restart,omitempty" doc:"Begin with a fresh interpreter; what was defined is gone"`
}

// The drivers are the programs that the interpreters run: they read code and evaluate it.
var (
	//go:embed driver/python.py
	pythonDriver string
	//go:embed driver/node.js
	nodeDriver string
	//go:embed driver/bash.sh
	bashDriver string
)

// language is an interpreter that repl offers.
type language struct {
	name string
	// programs are what it is called, the first one that is found is taken; argv is what to give it.
	programs []string
	argv     []string
	env      map[string]string
}

func languages() []language {
	return []language{
		{name: "python", programs: []string{"python3", "python"}, argv: []string{"-u", "-c", pythonDriver}, env: map[string]string{"PYTHONIOENCODING": "utf-8"}},
		{name: "node", programs: []string{"node", "nodejs"}, argv: []string{"-e", nodeDriver}},
		{name: "bash", programs: []string{"bash"}, argv: []string{"--norc", "--noprofile", "-c", bashDriver}},
	}
}

// repl is the tool that keeps an interpreter per language between calls.
func (s *Shells) repl() tool.Tool {
	spec := tool.Spec{
		Name:  "repl",
		Title: "REPL",
		Description: "Evaluates code in a python, node or bash interpreter that stays alive between calls: variables, imports and the " +
			"working folder last. Returns what was printed and the value of the last expression; an exception is reported and the " +
			"interpreter goes on. Top-level await works in python and node. The code has no input to read.",
		Help: "Code that takes longer than timeout_ms is interrupted as by Ctrl-C; if that does not help, the interpreter is stopped and " +
			"what was defined in it is gone, which the answer says. restart begins anew. Interpreters end with the session.",
		Aliases:   []string{"REPL", "python", "execute_code", "run_code"},
		Keywords:  []string{"python", "node", "javascript", "bash", "interpreter", "evaluate", "calculate", "code", "notebook", "script"},
		Category:  tool.Shell,
		Access:    tool.FullAccess,
		Timeout:   engineTimeout,
		MaxOutput: maxText,
	}
	return tool.New(spec, s.evaluate).
		WithSpellings(map[string][]string{"language": {"lang", "kernel"}, "code": {"source", "script", "input"}, "restart": {"reset"}}).
		WithAdapt(adaptRepl).
		WithCheck(func(_ context.Context, in replInput) error {
			switch {
			case in.Code == "" && !in.Restart:
				return tool.Errorf(tool.CodeInvalidArgs, `there is nothing to evaluate: give it in "code"`)
			case strings.ContainsRune(in.Code, 0):
				return tool.Errorf(tool.CodeInvalidArgs, "the code contains a NUL character, which no interpreter takes")
			}
			return nil
		}).
		WithPlan(s.planRepl)
}

// adaptRepl takes the names that people give to languages.
func adaptRepl(name string, args map[string]json.RawMessage) (redirect string, err error) {
	if err := takeTimeout(args, "timeout", 1); err != nil {
		return "", err
	}
	if err := takeTimeout(args, "timeout_secs", 1000); err != nil {
		return "", err
	}
	given, ok := tool.Arg[string](args, "language")
	if !ok && (args["language"] != nil || spelling.Fold(name) != "python") {
		return "", nil
	}
	switch strings.ToLower(given) {
	case "", "py", "python3", "ipython":
		return "", put(args, "language", "python")
	case "javascript", "js", "nodejs", "typescript", "ts":
		return "", put(args, "language", "node")
	case "sh", "shell", "zsh":
		return "", put(args, "language", "bash")
	}
	return "", put(args, "language", strings.ToLower(given))
}

// planRepl says what evaluating does: nobody knows. How far the sandbox lets it is no statement of the call: a folder that is
// named in Writes would be one that the call replaces. Bash code is looked at as a line too,
// for what nobody may run and for rules that forbid a command; it is never proved harmless, because what the code before it
// has defined is not known.
func (s *Shells) planRepl(_ context.Context, in replInput) (*tool.Intent, error) {
	intent := &tool.Intent{
		Summary: fmt.Sprintf("evaluate %s: %s", in.Language, oneLine(in.Code)),
		Reads:   []string{tool.Everything}, Writes: []string{tool.Everything}, Locks: []string{"repl:" + in.Language},
		Opaque:  "it runs " + in.Language + " code",
		Preview: func(context.Context) (string, error) { return in.Code, nil },
	}
	if in.Language == "bash" {
		seen := analysis.Analyse(in.Code, analysis.Options{Home: s.opt.Home})
		intent.Commands, intent.Harm = seen.Commands, seen.Harm
	}
	if in.Code == "" {
		intent.Summary = "restart " + in.Language
	}
	return intent, nil
}
